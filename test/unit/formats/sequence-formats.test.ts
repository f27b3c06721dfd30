import { describe, expect, test } from 'vitest';
import { fasta, longSequences, type SequenceRecord, seqxml } from '../../../src/formats/sequence-formats.ts';
import { at } from '../../../src/checked.ts';

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

describe('sequences that are unpacked while they are sent', () => {
  const letters = (length: number) => Array.from({ length }, (_, each) => 'ACGTN'[(each * each) % 5]).join('');
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  const sent = async (sequences: SequenceRecord[], format: 'fasta' | 'text' | 'json', single: boolean) => {
    const long = sequences.map(({ seq, ...record }) => ({
      ...record,
      seq: { length: seq.length, part: (from: number, to: number) => encoder.encode(seq.slice(from, to)) },
    }));
    let text = '';
    for await (const piece of longSequences(long, format, single)) {
      expect(piece.length, 'a piece').toBeLessThan(70_000);
      text += typeof piece === 'string' ? piece : decoder.decode(piece);
    }
    return text;
  };

  test.each([0, 1, 60, 61, 65_999, 66_000, 66_001, 198_030])('have the text of %i letters', async (length) => {
    const one: SequenceRecord = { id: 'S:1', query: 'é"1', molecule: 'dna', seq: letters(length) };
    const list = [one, { ...one, id: 'S:2', seq: letters(70_000) }];
    expect((await sent([one], 'fasta', true)) === fasta([one])).toBe(true);
    expect((await sent(list, 'fasta', false)) === fasta(list)).toBe(true);
    expect((await sent([one], 'json', true)) === JSON.stringify(one)).toBe(true);
    expect((await sent(list, 'json', false)) === JSON.stringify(list)).toBe(true);
    expect((await sent([one], 'text', true)) === one.seq).toBe(true);
    expect((await sent(list, 'text', false)) === `${one.seq}\n${at(list, 1).seq}\n`).toBe(true);
  });
});
