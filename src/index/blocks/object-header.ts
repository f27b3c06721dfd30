/**
 * What an object says of itself: seven letters of magic for its shape, then the version of that shape's format.
 * The same eight bytes open every directory, because a reader that was told where a directory is never sees byte 0.
 */
import { StoreError } from '../../store/store.ts';

export type IndexShape = 'sorted table' | 'interval table' | 'packed sequence' | 'genotype matrix' | 'document';

/** Last letter of the magic: also the first byte of every block of that shape. */
const LETTERS: Record<IndexShape, string> = {
  'sorted table': 'S',
  'interval table': 'I',
  'packed sequence': 'Q',
  'genotype matrix': 'G',
  document: 'D',
};

/**
 * A change that an older reader would misread, or that leaves a reader without what it needs, raises the number; so
 * does one of the records in tables. Readers know exactly one version of each shape.
 */
export const FORMAT_VERSIONS: Record<IndexShape, number> = {
  'sorted table': 6,
  'interval table': 4,
  'packed sequence': 2,
  'genotype matrix': 3,
  document: 2,
};

export const HEADER_LENGTH = 8;
const PREFIX = 'GEDGE-';

export function objectHeader(shape: IndexShape, version = FORMAT_VERSIONS[shape]): Uint8Array {
  const header = new TextEncoder().encode(`${PREFIX}${LETTERS[shape]}\0`);
  header[HEADER_LENGTH - 1] = version;
  return header;
}

/**
 * Throws StoreError unless the bytes begin as a `shape` of the version that this software reads. `name` says whose they
 * are.
 */
export function checkHeader(
  bytes: Uint8Array,
  shape: IndexShape,
  name: string,
  version = FORMAT_VERSIONS[shape],
): void {
  const magic = String.fromCharCode(...bytes.subarray(0, HEADER_LENGTH - 1));
  if (bytes.length < HEADER_LENGTH || !magic.startsWith(PREFIX)) throw new StoreError(`${name} is not ${a(shape)}`);
  checkKind(bytes, PREFIX.length, shape, name, version);
}

/**
 * The shape that an object says it has; null where it does not begin with a header. Throws StoreError for a header of
 * no known shape.
 */
export function shapeOfHeader(bytes: Uint8Array, name: string): IndexShape | null {
  if (String.fromCharCode(...bytes.subarray(0, PREFIX.length)) !== PREFIX) return null;
  const shape = shapeOfLetter(bytes[PREFIX.length]);
  if (!shape) throw new StoreError(`${name} is of no known shape`);
  return shape;
}

/** Do letter and version stand here that open a block of a shape? */
export function isOfKind(bytes: Uint8Array, at: number, shape: IndexShape): boolean {
  return bytes[at] === LETTERS[shape].charCodeAt(0) && bytes[at + 1] === FORMAT_VERSIONS[shape];
}

/** Throws StoreError, which says why, unless they do. */
export function checkKind(
  bytes: Uint8Array,
  at: number,
  shape: IndexShape,
  name: string,
  version = FORMAT_VERSIONS[shape],
): void {
  if (bytes[at] !== LETTERS[shape].charCodeAt(0)) {
    const other = shapeOfLetter(bytes[at]);
    throw new StoreError(`${name} is ${other ? a(other) : 'of no known shape'}; expected ${a(shape)}`);
  }
  const found = bytes[at + 1]!;
  if (found === version) return;
  const remedy = found < version ? ': build the index again' : '';
  throw new StoreError(
    `${name} is ${a(shape)} of format version ${found}; this software reads version ${version}${remedy}`,
  );
}

/** Letter and version as the first two bytes of a block. */
export function kindBytes(shape: IndexShape): [letter: number, version: number] {
  return [LETTERS[shape].charCodeAt(0), FORMAT_VERSIONS[shape]];
}

function shapeOfLetter(letter: number | undefined): IndexShape | undefined {
  return (Object.keys(LETTERS) as IndexShape[]).find((each) => LETTERS[each].charCodeAt(0) === letter);
}

function a(shape: IndexShape): string {
  return `${shape === 'interval table' ? 'an' : 'a'} ${shape}`;
}
