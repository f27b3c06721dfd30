/**
 * Header of an object: seven letters of magic for its index shape, then the version of that shape's format. Every
 * directory begins with the same eight bytes, since readers that know its place never read the beginning of the object.
 */
import { StoreError } from '../../store/store.ts';

const SHAPES = ['sorted table', 'interval table', 'packed sequence', 'genotype matrix', 'document'] as const;
export type IndexShape = (typeof SHAPES)[number];

/** Last letter of the magic. It is also the first byte of every block of that shape. */
const LETTERS: Record<IndexShape, string> = {
  'sorted table': 'S',
  'interval table': 'I',
  'packed sequence': 'Q',
  'genotype matrix': 'G',
  document: 'D',
};

/**
 * Any incompatible change of a shape, or of the records in its tables, increments the version. Readers support exactly
 * one version of each shape.
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
 * Throws StoreError unless the bytes begin with the header of an index shape in the version that this software reads.
 *
 * @param name of the object, for errors
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
 * The index shape in an object's header; null if it does not begin with a header. Throws StoreError for a header of an
 * unknown shape.
 */
export function shapeOfHeader(bytes: Uint8Array, name: string): IndexShape | null {
  if (String.fromCharCode(...bytes.subarray(0, PREFIX.length)) !== PREFIX) return null;
  const shape = shapeOfLetter(bytes[PREFIX.length]);
  if (!shape) throw new StoreError(`${name} has an unknown index shape`);
  return shape;
}

/** Whether the bytes at a position are the letter and version that begin a block of an index shape. */
export function isOfKind(bytes: Uint8Array, at: number, shape: IndexShape): boolean {
  return bytes[at] === LETTERS[shape].charCodeAt(0) && bytes[at + 1] === FORMAT_VERSIONS[shape];
}

/** Throws StoreError with the reason unless isOfKind. */
export function checkKind(
  bytes: Uint8Array,
  at: number,
  shape: IndexShape,
  name: string,
  version = FORMAT_VERSIONS[shape],
): void {
  if (bytes[at] !== LETTERS[shape].charCodeAt(0)) {
    const other = shapeOfLetter(bytes[at]);
    throw new StoreError(`${name} is ${other ? a(other) : 'of an unknown index shape'}; expected ${a(shape)}`);
  }
  const found = bytes[at + 1] ?? 0;
  if (found === version) return;
  const remedy = found < version ? ': build the index again' : '';
  throw new StoreError(
    `${name} is ${a(shape)} of format version ${found}; this software reads version ${version}${remedy}`,
  );
}

/** The first two bytes of a block: letter and version. */
export function kindBytes(shape: IndexShape): [letter: number, version: number] {
  return [LETTERS[shape].charCodeAt(0), FORMAT_VERSIONS[shape]];
}

function shapeOfLetter(letter: number | undefined): IndexShape | undefined {
  return SHAPES.find((each) => LETTERS[each].charCodeAt(0) === letter);
}

function a(shape: IndexShape): string {
  return `${shape === 'interval table' ? 'an' : 'a'} ${shape}`;
}
