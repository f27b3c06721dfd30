/** VEP on a plasmid: where the positions of a circle begin must not change what variants do to its transcripts. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at } from '../../../src/checked.ts';
import { NO_FILES } from '../../../build-index/genome-files/genome-spec.ts';
import { compileAndServe, testFolder } from '../../support/compiled-service.ts';

const LENGTH = 240;
// Forward: exons 21-50 and 81-110, of which 24-50 and 81-101 are coding. Reverse: exons 131-170 and 191-220, coding.
const EXONS = {
  forward: [
    [21, 50],
    [81, 110],
  ],
  reverse: [
    [131, 170],
    [191, 220],
  ],
} as const;
const CODING = {
  forward: [
    [24, 50],
    [81, 101],
  ],
  reverse: [
    [131, 170],
    [191, 220],
  ],
} as const;

const BASES = (() => {
  let state = 7;
  const letters = Array.from({ length: LENGTH }, () =>
    'ACGT'.charAt(((state = (state * 1103515245 + 12345) % 2 ** 31) >> 16) & 3),
  );
  const put = (from: number, text: string) => [...text].forEach((base, index) => (letters[from - 1 + index] = base));
  put(24, 'ATGAAACCCGGGTTTTGGAAAGCAGAC');
  put(81, 'CAAGATCATCGTCGTGGATAA');
  // On the reverse strand: ATG … TAA.
  put(131, 'TTA');
  put(218, 'CAT');
  return letters.join('');
})();

const folder = await testFolder();

/** The plasmid with base `first` of the model as its base 1. */
async function serveFrom(first: number) {
  const onto = (position: number) => ((position - first + LENGTH) % LENGTH) + 1;
  const rotated = BASES.slice(first - 1) + BASES.slice(0, first - 1);
  const row = (type: string, [start, end]: readonly [number, number], gene: number, strand: string, more: string) => {
    // As in files of NCBI, the positions of a gene over the origin continue beyond the length.
    const from = onto(gene) + start - gene;
    return ['p', 'made', type, from, from + end - start, '.', strand, type === 'CDS' ? '0' : '.', more].join('\t');
  };
  const rows = (['forward', 'reverse'] as const).flatMap((name) => {
    const strand = name === 'forward' ? '+' : '-';
    const [[start], [, end]] = EXONS[name];
    return [
      row('gene', [start, end], start, strand, `ID=gene-${name};Name=${name};gene_biotype=protein_coding`),
      row('mRNA', [start, end], start, strand, `ID=${name};Parent=gene-${name}`),
      ...EXONS[name].map((each, index) => row('exon', each, start, strand, `ID=${name}-e${index};Parent=${name}`)),
      ...CODING[name].map((each) =>
        row('CDS', each, start, strand, `ID=${name}-p;Parent=${name};protein_id=${name}-p`),
      ),
    ];
  });
  const files = { fasta: join(folder, `${first}.fa`), gff3: join(folder, `${first}.gff3`) };
  await writeFile(files.fasta, `>p a plasmid\n${rotated}\n`);
  const region = `p\tmade\tregion\t1\t${LENGTH}\t.\t+\t.\tID=r;Is_circular=true`;
  await writeFile(files.gff3, ['##gff-version 3', region, ...rows, ''].join('\n'));
  const genome = { ...NO_FILES, species: 'plasmidus fictus', fasta: [files.fasta], gff3: [files.gff3] };
  const { post } = await compileAndServe([], join(folder, `index-${first}`), { genomes: [genome] });
  /** Effects on transcripts by transcript; positions are those of the transcript. */
  return async (variants: [position: number, reference: string, alternative: string][], options: object) => {
    const lines = variants.map(
      ([position, reference, alternative]) => `p ${onto(position)} . ${reference} ${alternative}`,
    );
    const { status, body } = await post('/vep/plasmidus_fictus/region', { variants: lines, distance: 0, ...options });
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
    return body.map((answer: { transcript_consequences?: { transcript_id: string; phenotypes?: unknown }[] }) =>
      (answer.transcript_consequences ?? []).sort((one, other) => (one.transcript_id < other.transcript_id ? -1 : 1)),
    );
  };
}

const inTranscripts = (length: number) =>
  Array.from({ length: LENGTH }, (_, index) => index + 1).filter((position) =>
    Object.values(EXONS).some(([[start], [, end]]) => position >= start && position + length - 1 <= end),
  );

describe('effects on a circle', async () => {
  const substitutions = inTranscripts(1).map((position): [number, string, string] => {
    const reference = BASES.charAt(position - 1);
    return [position, reference, 'ACGT'.charAt(('ACGT'.indexOf(reference) + 1 + (position % 3)) % 4)];
  });
  const deletions = inTranscripts(4)
    .filter((position) => position % 3 === 0)
    .map((position): [number, string, string] => {
      const reference = BASES.slice(position - 1, position + 1 + (position % 2));
      return [position, reference, at([...reference], 0)];
    });
  const insertions = inTranscripts(2)
    .filter((position) => position % 4 === 0)
    .map((position): [number, string, string] => {
      const reference = BASES.charAt(position - 1);
      return [position, reference, `${reference}${'ACG'.slice(0, 1 + (position % 3))}`];
    });
  const options = { hgvs: 1, numbers: 1, canonical: 1, protein: 1 };
  const model = await serveFrom(1);
  const expected = {
    substitutions: await model(substitutions, options),
    deletions: await model(deletions, {}),
    insertions: await model(insertions, {}),
  };

  it('are of many kinds in the model, whose origin is outside of all transcripts', () => {
    const terms = new Set(
      Object.values(expected)
        .flat(2)
        .flatMap((block) => block.consequence_terms),
    );
    for (const term of ['missense_variant', 'synonymous_variant', 'stop_gained', 'start_lost', 'stop_lost'])
      expect(terms).toContain(term);
    for (const term of ['frameshift_variant', 'inframe_insertion', 'splice_donor_variant', 'intron_variant'])
      expect(terms).toContain(term);
  });

  // In an exon and in an intron, of the gene on each strand.
  it.each([30, 65, 140, 180])('are the same if base %i is the first of the region', async (first) => {
    const rotated = await serveFrom(first);
    // An allele that VCF writes with the base before it cannot be over the origin.
    const isWhole = ([position, reference]: [number, string, string]) =>
      position >= first || position + reference.length - 1 < first;
    expect(await rotated(substitutions, options)).toEqual(expected.substitutions);
    for (const [variants, answers] of [
      [deletions, expected.deletions],
      [insertions, expected.insertions],
    ] as const) {
      const kept = variants.filter(isWhole);
      expect(await rotated(kept, {})).toEqual(
        answers.filter((_: unknown, index: number) => isWhole(at(variants, index))),
      );
    }
  });
});
