/** Reads the texts of a long list in JSON while they arrive. */
import { InvalidInput } from '../invalid-input.ts';

/** Most characters before the list, and of one text. */
const MAX_CHARACTERS = 1024 * 1024;

/**
 * The texts of `{"key": ["…", "…"]}` or `["…", "…"]` as lines of UTF-8. Throws InvalidInput for other JSON, in the
 * middle too.
 */
export async function* jsonTexts(source: AsyncIterable<Uint8Array>, key: string): AsyncGenerator<Uint8Array> {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  const opening = new RegExp(`^\\s*(?:\\{\\s*"${key}"\\s*:\\s*)?\\[`);
  const broken = () =>
    new InvalidInput(`The POST body is not valid JSON of the form {"${key}": ["…", "…"]}; options go into the URL`);
  let text = '';
  let stage: 'opening' | 'list' | 'end' = 'opening';
  let isObject = false;
  let count = 0;
  /** Characters of `text` from which on it is looked at again: a long text may come in many small pieces. */
  let enough = 0;
  /** Takes what is complete from `text`, and returns its lines. */
  const take = (): string => {
    if (stage === 'opening') {
      const found = opening.exec(text)?.[0];
      if (found === undefined) return '';
      isObject = found.includes('{');
      text = text.slice(found.length);
      stage = 'list';
    }
    let lines = '';
    let from = 0;
    while (stage === 'list') {
      const [separator = ''] = /^\s*(?:,\s*)?/.exec(text.slice(from, from + 100)) ?? [];
      const at = from + separator.length;
      if (text[at] === ']' && (count === 0 || !separator.includes(','))) {
        stage = 'end';
        from = at + 1;
        break;
      }
      if (at >= text.length) break;
      if (text[at] !== '"' || separator.includes(',') !== count > 0) throw broken();
      const end = endOfText(text, at + 1);
      if (end === -1) break;
      lines += `${parsed(text.slice(at, end + 1), broken)}\n`;
      count++;
      from = end + 1;
    }
    text = text.slice(from);
    return lines;
  };
  for await (const bytes of source) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length < enough) continue;
    const lines = take();
    if (lines !== '') yield encoder.encode(lines);
    if (text.length > MAX_CHARACTERS) throw broken();
    enough = 2 * text.length;
  }
  const lines = take();
  if (lines !== '') yield encoder.encode(lines);
  if (!(isObject ? /^\s*\}\s*$/ : /^\s*$/).test(text) || (stage as string) !== 'end') throw broken();
}

/** The place of the closing quotation mark; -1 if it has not arrived. */
function endOfText(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

function parsed(quoted: string, broken: () => InvalidInput): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw broken();
  }
}
