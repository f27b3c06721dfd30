import { describe, expect, test } from 'vitest';
import { jsonTexts } from '../../../src/streams/json-texts.ts';

async function textsOf(json: string, size: number): Promise<string[]> {
  const bytes = new TextEncoder().encode(json);
  async function* pieces() {
    for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
  }
  const lines = Buffer.concat(await Array.fromAsync(jsonTexts(pieces(), 'variants'))).toString();
  return lines === '' ? [] : lines.slice(0, -1).split('\n');
}

describe.each([1, 2, 5, 1000])('in pieces of %i bytes', (size) => {
  test.each([
    ['{"variants":["a","b c"]}', ['a', 'b c']],
    [' { "variants" : [ "a\\tb" , "\\"q\\" \\\\" , "ü\\u00fc" ] } ', ['a\tb', '"q" \\', 'üü']],
    ['["1 2 . A C . . ."]', ['1 2 . A C . . .']],
    ['{"variants":[]}', []],
    [`["${'x'.repeat(3000)}","y"]`, ['x'.repeat(3000), 'y']],
  ])('%s', async (json, texts) => {
    expect(await textsOf(json, size)).toEqual(texts);
  });

  test.each([
    '{"ids":["a"]}',
    '{"variants":["a"',
    '{"variants":["a"]',
    '["a"]}',
    '["a",]',
    '["a" "b"]',
    '["a",,"b"]',
    '[,"a"]',
    '["a",1]',
    '["a\\x"]',
    '{"variants":["a"],"hgvs":1}',
    '{"variants":"a"}',
    '["a"] x',
  ])('rejects %s', async (json) => {
    await expect(textsOf(json, size)).rejects.toThrow('not valid JSON of the form {"variants": ["…", "…"]}');
  });
});
