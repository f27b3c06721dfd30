import { describe, expect, test } from 'vitest';
import { fasta, type SequenceRecord, seqxml } from '../../../src/formats/sequence-formats.ts';

const record = (length: number, more: Partial<SequenceRecord> = {}): SequenceRecord => ({
  id: 'G1',
  molecule: 'dna',
  seq: 'A'.repeat(length),
  ...more,
});

describe('FASTA', () => {
  test.each([0, 1, 59, 60, 61, 120, 121])('breaks %i bases into lines of 60', (length) => {
    const [header, ...lines] = fasta([record(length)])
      .trimEnd()
      .split('\n');
    expect(header).toBe('>G1');
    expect(lines.join('')).toHaveLength(length);
    for (const line of lines.slice(0, -1)) expect(line).toHaveLength(60);
    expect(lines).toHaveLength(Math.ceil(length / 60));
  });

  test('has version and description in the header', () => {
    expect(
      fasta([record(2, { version: 3, desc: 'chromosome:T:1:1:2:1' }), record(1, { desc: null, version: null })]),
    ).toBe('>G1.3 chromosome:T:1:1:2:1\nAA\n>G1\nA\n');
  });
});

describe('seqXML', () => {
  test('has an element for the type of molecule and escapes text', () => {
    const text = seqxml([record(2, { version: 3 }), record(1, { id: 'a<b', molecule: 'protein' })]);
    expect(text).toContain('<entry id="G1.3">\n    <DNAseq>AA</DNAseq>\n  </entry>');
    expect(text).toContain('<entry id="a&lt;b">\n    <AAseq>A</AAseq>\n  </entry>');
    expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n\n<seqXML .*<\/seqXML>\n$/s);
  });
});
