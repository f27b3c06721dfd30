import { describe, expect, test } from 'vitest';
import { Departures } from '../../../../build-index/dump/departures.ts';
import { FastaReader } from '../../../../build-index/genome-files/fasta-reader.ts';

interface Read {
  name: string;
  description: string;
  bases: string;
}

/** @param piece bytes that the reader gets at once */
function read(text: string, piece = 1000, departures = new Departures()): Read[] {
  const found: Read[] = [];
  let bases = '';
  const sink = {
    begin: () => (bases = ''),
    bases: (some: Uint8Array) => (bases += new TextDecoder().decode(some)),
    end: () => void found.push({ name: '', description: '', bases }),
  };
  const reader = new FastaReader('genome.fa', sink, 1, departures);
  const bytes = new TextEncoder().encode(text);
  for (let from = 0; from < bytes.length; from += piece) reader.take(bytes.subarray(from, from + piece));
  return reader
    .finish()
    .map(({ name, description }, index) => ({ name, description, bases: found[index]?.bases ?? '' }));
}

const TWO = [
  { name: 'chr1', description: 'the first', bases: 'ACGTNNRY' },
  { name: 'chr2', description: '', bases: 'TTTT' },
];

test.each([
  ['ACgtAC', [3, 4]],
  ['acGT\nTTtt', [1, 2, 7, 8]],
  ['ac\ngtA', [1, 4]],
  ['acNNgtA', [1, 2, 5, 6]],
  ['NNacgt', []],
  ['acgtn', []],
  ['ACGT', []],
])('%j has lower-case letters at %j', (text, expected) => {
  for (const piece of [1, 3, 100]) {
    const runs: (readonly number[])[] = [];
    const sink = { begin: () => {}, bases: () => {}, end: (lower: readonly number[]) => void runs.push(lower) };
    const reader = new FastaReader('genome.fa', sink, 1, new Departures());
    const bytes = new TextEncoder().encode(`>a\n${text}\n>b\nACgt\n`);
    for (let from = 0; from < bytes.length; from += piece) reader.take(bytes.subarray(from, from + piece));
    reader.finish();
    expect(runs).toEqual([expected, [3, 4]]);
  }
});

describe('reads sequences', () => {
  test.each([
    ['of one line each', '>chr1 the first\nACGTNNRY\n>chr2\nTTTT\n'],
    ['of several lines, without a newline at the end', '>chr1 the first\nACG\nTNNRY\n>chr2\nTT\nTT'],
    ['with line ends of Windows', '>chr1 the first\r\nACG\r\nTNNRY\r\n>chr2\r\nTTTT\r\n'],
    ['with line ends of old Macs', '>chr1 the first\rACG\rTNNRY\r>chr2\rTTTT\r'],
    [
      'with a byte order mark, blanks, numbers and empty lines',
      '\uFEFF>chr1 the first\n\n1 ACG TNN 6\nRY\n\n>chr2\nTTTT\n\n',
    ],
    ['of RNA, with gaps, stops and masked bases', '>chr1 the first\nacgu-.ry\n>chr2\nuuuu\n'],
    ['with comments', ';made\n>chr1 the first\n;a comment\nACGTNNRY\n>chr2\nTTTT\n'],
  ])('%s', (_, text) => {
    for (const piece of [1, 2, 3, 7, 1000]) expect(read(text, piece), `pieces of ${piece}`).toEqual(TWO);
  });
});

test('counts letters that are no bases, and stores N', () => {
  const departures = new Departures();
  expect(read('>a\nACGT!ACGTEACGT\n', 5, departures)).toMatchObject([{ bases: 'ACGTNACGTNACGT' }]);
  expect(departures.list()).toMatchObject([
    { kind: 'letter that is no base', count: 2, first: ['genome.fa line 2: a contains "!", which is no base'] },
  ]);
});

test.each([
  ['', /genome\.fa contains no sequence/],
  ['ACGT\n', /line 1: a FASTA file begins with a line like ">name", but this one with "ACGT"/],
  ['>a\nAC\n>\nAC\n', /line 3: the sequence has no name after ">"/],
  ['>a\nAC\n>a b\nAC\n', /line 3: a second sequence has the name a/],
  [`>p\n${'MKLVEEPQSDPSVE'.repeat(60)}\n`, /line \d: p is a protein; give the sequences of the genome/],
])('rejects %j', (text, sentence) => {
  expect(() => read(text)).toThrow(sentence);
});
