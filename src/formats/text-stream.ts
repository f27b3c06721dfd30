/** JSON that is written as its parts come, for lists and objects too large to hold. */

/** A list of values that each become JSON. */
export async function* jsonList(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield* enclosed('[', texts(values), ']');
}

/** A list of values that are JSON already. */
export async function* jsonListOfTexts(values: AsyncIterable<string>): AsyncGenerator<string> {
  yield* enclosed('[', values, ']');
}

/** A list whose values come some at a time; several that come at once are written at once. */
export async function* jsonListOfParts(parts: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  // One generator: each costs several turns for every part.
  let before = '[';
  for await (const part of parts) {
    if (part.length === 0) continue;
    yield before + JSON.stringify(part).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** A list of values that are JSON already, each of which comes in pieces. */
export async function* jsonListOfPieces(
  values: AsyncIterable<AsyncIterable<string> | Iterable<string>>,
): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const value of values) {
    // With the first piece of the value: every piece costs some turns.
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

/** An object of its entries, in their order; keys are not looked at for duplicates. */
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

/** Documents that are written in pieces: short ones are sent as a whole, long ones as they are written. */

/**
 * Joined, not added up: what is added up is put together only when it is read, piece by piece and each time it is
 * part of something else.
 */
export function wholeText(pieces: Iterable<string>): string {
  return [...pieces].join('');
}

/** About this many characters are written at a time: every chunk costs a turn of its own. */
const CHUNK = 16 * 1024;

export async function* asStream(pieces: Iterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
