import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { yaml } from '../../../src/formats/yaml.ts';

describe('YAML', () => {
  test('sorts keys, writes ~ for null and one line for a text', () => {
    expect(yaml({ seq: 'A'.repeat(300), desc: null, id: 'X', list: [{ b: 1, a: [] }] })).toBe(
      `---\ndesc: ~\nid: X\nlist:\n  - a: []\n    b: 1\nseq: ${'A'.repeat(300)}\n`,
    );
  });

  test('writes scalars and lists as documents', () => {
    expect([yaml(null), yaml([]), yaml('x'), yaml([1])]).toEqual(['--- ~\n', '--- []\n', '--- x\n', '---\n- 1\n']);
  });

  test('writes long texts', () => {
    const value = { bases: 'ACGT'.repeat(500_000), list: [{ text: 'AC: #\n'.repeat(10_000), short: 'x' }] };
    const text = yaml(value);
    expect(text.startsWith('---\nbases: ACGTACGT')).toBe(true);
    expect(parse(text, { version: '1.1' })).toEqual(value);
  });

  test('parses to the same value for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const json = JSON.parse(JSON.stringify(value));
        expect(parse(yaml(json), { version: '1.1' })).toEqual(json);
      }),
      { seed: 1 },
    );
  });
});
