/** Features below features on many levels, as only strange files have them. */
import { expect, test } from 'vitest';
import { genesOfGff3 } from '../../../support/genes-of-text.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();

const GENE = 'chr1 x gene 101 400 . + . ID=g';
const transcript = (id: string, parents: string) => `chr1 x mRNA 101 400 . + . ID=${id};Parent=${parents}`;

test('transcripts below each other on 10,000 levels are all read', async () => {
  const levels = Array.from({ length: 10_000 }, (_, level) =>
    transcript(`t${level}`, level === 0 ? 'g' : `t${level - 1}`),
  );
  const { genes } = await genesOfGff3(folder, [GENE, ...levels]);
  expect(genes.map(({ transcripts }) => transcripts.length)).toEqual([10_000]);
});

test('a transcript with several parents is read once, on any number of levels', async () => {
  // Read once per way from the gene, the last level would have 2 to the power of 60 transcripts.
  const levels = Array.from({ length: 60 }, (_, level) => {
    const parents = level === 0 ? 'g' : `a${level - 1},b${level - 1}`;
    return [transcript(`a${level}`, parents), transcript(`b${level}`, parents)];
  });
  const { genes } = await genesOfGff3(folder, [GENE, ...levels.flat()]);
  expect(genes.map(({ transcripts }) => transcripts.length)).toEqual([120]);
});

test('genes below genes, also of a circle of Parents, are left out and counted', async () => {
  const gene = (id: string, parent: string) => `chr1 x gene 101 400 . + . ID=${id};Parent=${parent}`;
  const { genes, departures } = await genesOfGff3(folder, [GENE, gene('h', 'g'), gene('a', 'b'), gene('b', 'a')]);
  expect(genes.map(({ id }) => id)).toEqual(['g', 'a']);
  expect(departures.map(({ kind, count }) => [kind, count])).toEqual([
    ['feature that is no part of a gene', 2],
    ['its own ancestor', 1],
  ]);
});

test('a CDS may have 150,000 lines', async () => {
  const lines = Array.from({ length: 150_000 }, (_, index) => {
    const start = 1 + 4 * index;
    return `chr1 x CDS ${start} ${start + 2} . + 0 ID=c;Parent=t`;
  });
  const gene = 'chr1 x gene 1 600000 . + . ID=g';
  const { genes } = await genesOfGff3(folder, [gene, 'chr1 x mRNA 1 600000 . + . ID=t;Parent=g', ...lines], {
    lengths: { chr1: 1_000_000 },
  });
  expect(genes.map(({ transcripts }) => transcripts[0]?.exons.length)).toEqual([150_000]);
});

test('a transcript may have 5,000 exons, and as many coding parts of each or of one of them', async () => {
  const part = (type: string, start: number) => `chr1 x ${type} ${start} ${start + 2} . + . ID=${type};Parent=t`;
  const lines = Array.from({ length: 5_000 }, (_, index) => [part('exon', 4 * index + 1), part('CDS', 4 * index + 1)]);
  const alike = Array.from({ length: 5_000 }, () => [part('exon', 1), part('CDS', 1)]);
  for (const [each, exons] of [
    [lines, 5_000],
    // The first exon is divided among all parts.
    [alike, 9_999],
  ] as const) {
    const gene = 'chr1 x gene 1 20000 . + . ID=g';
    const { genes } = await genesOfGff3(folder, [gene, 'chr1 x mRNA 1 20000 . + . ID=t;Parent=g', ...each.flat()], {
      lengths: { chr1: 100_000 },
    });
    expect(genes.map(({ transcripts }) => transcripts[0]?.exons.length)).toEqual([exons]);
  }
});
