/** Writes JSON and other text in pieces, for answers too large to be in memory as a whole. */

/** A JSON list of values. */
export async function* jsonList(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield* enclosed('[', texts(values), ']');
}

/** A JSON list of JSON texts. */
export async function* jsonListOfTexts(values: AsyncIterable<string>): AsyncGenerator<string> {
  yield* enclosed('[', values, ']');
}

/** A JSON list of values that arrive in parts; each part is one piece. */
export async function* jsonListOfParts(parts: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  // A single generator, since nested ones cost several microtasks per part.
  let before = '[';
  for await (const part of parts) {
    if (part.length === 0) continue;
    yield before + JSON.stringify(part).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** A JSON list of JSON texts, each of which arrives in pieces. */
export async function* jsonListOfPieces(
  values: AsyncIterable<AsyncIterable<string> | Iterable<string>>,
): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const value of values) {
    // Joined with the first piece of the value, since every piece costs microtasks.
    let before = isEmpty ? '[' : ',';
    isEmpty = false;
    for await (const piece of value) {
      yield before + piece;
      before = '';
    }
    if (before !== '') yield before;
  }
  yield isEmpty ? '[]' : ']';
}

/** A JSON object of entries in their order. The caller ensures that keys are unique. */
export async function* jsonObject(
  entries: AsyncIterable<readonly [key: string, value: unknown]>,
): AsyncGenerator<string> {
  yield* enclosed('{', members(entries), '}');
}

async function* texts(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield JSON.stringify(value);
}

async function* members(entries: AsyncIterable<readonly [string, unknown]>): AsyncGenerator<string> {
  for await (const [key, value] of entries) yield `${JSON.stringify(key)}:${JSON.stringify(value)}`;
}

async function* enclosed(opening: string, parts: AsyncIterable<string>, closing: string): AsyncGenerator<string> {
  let before = opening;
  for await (const part of parts) {
    yield before + part;
    before = ',';
  }
  yield before === opening ? opening + closing : closing;
}

/**
 * Joins pieces of text. Faster than concatenation: engines flatten a concatenated string only when it is read, each
 * time it is part of another string.
 */
export function joinText(pieces: Iterable<string>): string {
  return [...pieces].join('');
}

/** Pieces are joined to about this many characters, since every chunk costs microtasks. */
const CHUNK_CHARACTERS = 16 * 1024;

/** Joins small pieces of text into chunks. */
export async function* inTextChunks(pieces: Iterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
