/** A batch gives what single requests give, whatever lines are next to each other. */
import { describe, expect, test } from 'vitest';
import { at, present } from '../../../src/checked.ts';
import { parameters } from '../../../src/catalogue/vep.ts';
import { decodeGene } from '../../../src/genome/gene-record.ts';
import { forwardSlice } from '../../../src/genome/seq-region.ts';
import { BadLine } from '../../../src/handlers/vep/batch/line-places.ts';
import { VcfAnnotator, type BatchFormat } from '../../../src/handlers/vep/batch/vcf-annotator.ts';
import { readOptions, type VepParams } from '../../../src/handlers/vep/options.ts';
import { placeLines } from '../../../src/handlers/vep/place.ts';
import { predictEffects } from '../../../src/handlers/vep/predict.ts';
import { resolveSlice } from '../../../src/handlers/resolve/slice.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { Release } from '../../../src/release/release.ts';
import { readBases } from '../../../src/release/sequence-reader.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';

const store = openFolder(await demoIndex());
const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
const genome = await release.genome('demo_mouse');

function optionsOf(texts: Record<string, string> = {}) {
  const params = Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => {
      const text = texts[name];
      return [name, parameter.read(text === undefined ? undefined : [text], name)];
    }),
  );
  return readOptions({ ...params, species: genome.species } as unknown as VepParams);
}

const COMPLEMENT: Record<string, string> = { A: 'C', C: 'G', G: 'T', T: 'A' };

/** Substitutions, deletions and insertions along a gene and beyond it, in order of position. */
async function linesAlong(
  gene: { region: { name: string }; start: number; end: number },
  step: number,
): Promise<string[]> {
  const { region } = await resolveSlice(genome, gene.region.name);
  const [start, end] = [Math.max(1, gene.start - 6000), Math.min(region.length, gene.end + 6000)];
  const [bases] = await readBases(genome, [forwardSlice(region, { start, end })]);
  const text = new TextDecoder().decode(bases);
  const lines: string[] = [];
  for (let from = 0; from + 10 < text.length; from += step) {
    const position = start + from;
    const base = text.charAt(from);
    const line = (id: string, reference: string, alternative: string) =>
      lines.push([region.name, position, id, reference, alternative, '.', '.', '.'].join('\t'));
    line('.', base, COMPLEMENT[base] ?? 'A');
    if (from % 3 === 0) line(`del${from}`, text.slice(from, from + 4), base);
    if (from % 5 === 0) line('.', base, `${base}TG,${COMPLEMENT[base] ?? 'A'}`);
  }
  return lines;
}

async function batch(lines: readonly string[], format: BatchFormat, options = optionsOf()) {
  const annotator = await VcfAnnotator.open(release, genome, options, format, NO_LIMITS);
  const { bytes, ...counts } = await annotator.annotate(lines.map((line) => `${line}\n`).join(''));
  return { lines: new TextDecoder().decode(bytes).trimEnd().split('\n'), counts };
}

const genes = [];
for await (const record of genome.allGenes()) genes.push(decodeGene(record));
const coding = genes.filter(({ biotype }) => biotype === 'protein_coding');
const reverse = present(
  coding.find(({ strand }) => strand === -1),
  'a gene on the reverse strand',
);
const forward = present(
  coding.find(({ strand }) => strand === 1),
  'a gene on the forward strand',
);

describe('lines of JSON are the answers of the service', () => {
  test.each([
    ['without options', {}],
    ['with HGVS, numbers and references', { hgvs: '1', numbers: '1', canonical: '1', uniprot: '1', domains: '1' }],
    ['shifted', { shift_3prime: '1', shift_genomic: '1', minimal: '1', distance: '200' }],
    ['picked', { pick_allele: '1', variant_class: '1', vcf_string: '1' }],
  ])('%s', async (_, texts) => {
    const options = optionsOf(texts);
    for (const gene of [forward, reverse]) {
      const lines = await linesAlong(gene, 61);
      const answers = await batch(lines, 'ndjson', options);
      const { lines: placed } = await placeLines(release, genome, lines.slice(0, 200), { onlyUnique: true });
      const expected = JSON.parse(JSON.stringify(await predictEffects(release, genome, placed, options, NO_LIMITS)));
      expect(answers.lines.slice(0, expected.length).map((line) => JSON.parse(line))).toEqual(expected);
      expect(answers.counts).toEqual({
        lines: lines.length,
        read: lines.length,
        unannotated: 0,
        reason: null,
        otherReference: 0,
      });
    }
  });

  test('structural variants, and variants over the end of a window', async () => {
    const lines = [
      `${forward.region.name}\t${forward.start}\t.\tN\t<DEL>\t.\t.\tSVTYPE=DEL;END=${forward.end}`,
      `${forward.region.name}\t49999\t.\tACGTA\tA\t.\t.\t.`,
      `${forward.region.name}\t50000\t.\tA\tC\t.\t.\t.`,
      `${forward.region.name}\t50001\t.\tA\tC\t.\t.\t.`,
      `${forward.region.name}\t1\t.\tA\tC\t.\t.\t.`,
    ];
    const { lines: placed } = await placeLines(release, genome, lines, { most: lines.length, onlyUnique: true });
    const expected = JSON.parse(JSON.stringify(await predictEffects(release, genome, placed, optionsOf(), NO_LIMITS)));
    expect((await batch(lines, 'ndjson')).lines.map((line) => JSON.parse(line))).toEqual(expected);
  });
});

test('binding matrices are those of the motifs that lines touch', async () => {
  const { region } = await resolveSlice(genome, forward.region.name);
  const [motifs = []] = await genome.overlapping('motif-features', [
    forwardSlice(region, { start: 1, end: region.length }),
  ]);
  const places = motifs.flatMap(({ start, end }) => [start - 1, start + 2, end]);
  const lines = places.map((position) => `${region.name}\t${position}\t.\tN\tA\t.\t.\t.`);
  const answers = (await batch(lines, 'ndjson')).lines.map((line) => JSON.parse(line));
  const { lines: placed } = await placeLines(release, genome, lines, { most: lines.length, onlyUnique: true });
  expect(answers).toEqual(
    JSON.parse(JSON.stringify(await predictEffects(release, genome, placed, optionsOf(), NO_LIMITS))),
  );
  const changes = answers.flatMap(({ motif_feature_consequences: some = [] }) => some);
  expect(changes).not.toEqual([]);
  expect(new Set(changes.map((change) => change.motif_name))).toEqual(
    new Set(motifs.map(({ record }) => record.matrix)),
  );
  expect(changes.every((change) => 'high_inf_pos' in change)).toBe(true);
});

describe('CSQ', () => {
  test('has an entry for each block of the answer, with the same values', async () => {
    const lines = await linesAlong(reverse, 37);
    const options = optionsOf({ hgvs: '1', numbers: '1', canonical: '1' });
    const answers = (await batch(lines, 'ndjson', options)).lines.map((line) => JSON.parse(line));
    const annotator = await VcfAnnotator.open(release, genome, options, 'vcf', NO_LIMITS);
    const names = present(
      /Format: (.*)">/.exec(annotator.header(['#CHROM\tPOS\tID\tREF\tALT']))?.[1],
      'the fields',
    ).split('|');
    const { lines: annotated } = await batch(lines, 'vcf', options);
    annotated.forEach((line, index) => {
      const answer = at(answers, index);
      const csq = present(/CSQ=(\S+)/.exec(line)?.[1], 'CSQ');
      const entries = csq.split(',').map((entry) => {
        const values = entry.split('|');
        expect(values).toHaveLength(names.length);
        return Object.fromEntries(names.map((name, place) => [name, values[place]]));
      });
      const transcripts = entries.filter((entry) => entry['Feature_type'] === 'Transcript');
      const blocks: Record<string, unknown>[] = answer.transcript_consequences ?? [];
      expect(transcripts).toHaveLength(blocks.length);
      blocks.forEach((block, place) => {
        const text = (key: string) => String(block[key] ?? '').replaceAll(',', '&');
        expect(transcripts[place]).toMatchObject({
          Allele: block['variant_allele'],
          Consequence: (block['consequence_terms'] as string[]).join('&'),
          IMPACT: block['impact'],
          SYMBOL: text('gene_symbol'),
          Gene: block['gene_id'],
          Feature: block['transcript_id'],
          BIOTYPE: block['biotype'],
          EXON: text('exon'),
          INTRON: text('intron'),
          HGVSc: text('hgvsc'),
          HGVSp: text('hgvsp'),
          Amino_acids: text('amino_acids'),
          Codons: text('codons'),
          DISTANCE: text('distance'),
          STRAND: text('strand'),
          HGVS_OFFSET: text('hgvs_offset'),
          CANONICAL: block['canonical'] ? 'YES' : '',
          SIFT: block['sift_prediction'] ? `${text('sift_prediction')}(${text('sift_score')})` : '',
        });
      });
      const known = (answer.colocated_variants ?? []).map(({ id }: { id: string }) => id);
      for (const { Existing_variation: names } of entries)
        for (const name of (names ?? '').split('&').filter(Boolean)) expect(known).toContain(name);
    });
  });

  test('positions of which one end is outside of an exon say so', async () => {
    const transcript = present(
      forward.transcripts.find(({ id }) => id !== '' && forward.exons.length > 1),
      'a transcript',
    );
    const exon = present(
      forward.exons.find(({ end }) => end < transcript.end && end > transcript.start),
      'an exon before an intron',
    );
    const { region } = await resolveSlice(genome, forward.region.name);
    const [bases] = await readBases(genome, [forwardSlice(region, { start: exon.end - 3, end: exon.end + 4 })]);
    const reference = new TextDecoder().decode(bases);
    const line = [region.name, exon.end - 3, '.', reference, reference.charAt(0), '.', '.', '.'].join('\t');
    expect((await batch([line], 'vcf')).lines.join('')).toMatch(/\|\d+-\?\|/);
  });
});

describe('lines of which nothing can be predicted', () => {
  const good = `${forward.region.name}\t${forward.start}\t.\tA\tC\t.\t.\tAC=1`;

  test('are kept, counted, and do not disturb others', async () => {
    const lines = [good, 'nowhere\t5\tx\tA\tC\t.\t.\tAC=2', `${forward.region.name}\t9\t.\tA\t.\t.\t.\t.`, good];
    const { lines: annotated, counts } = await batch(lines, 'vcf');
    expect(annotated).toHaveLength(4);
    expect(annotated[1]).toBe(lines[1]);
    expect(annotated[2]).toBe(lines[2]);
    expect(annotated[3]).toBe(annotated[0]);
    expect(counts).toMatchObject({ lines: 4, unannotated: 2 });
    expect(counts.reason).toContain('Could not fetch slice for chromosome nowhere');
  });

  test('are lines with an error in JSON', async () => {
    const { lines } = await batch(['nowhere\t5\tx\tA\tC\t.\t.\tAC=2'], 'ndjson');
    expect(JSON.parse(at(lines, 0))).toEqual({
      input: 'nowhere\t5\tx\tA\tC\t.\t.\tAC=2',
      error: 'variant skipped (nowhere\t5\tx\tA\tC\t.\t.\tAC=2): Could not fetch slice for chromosome nowhere',
    });
  });

  test('a line that is none of VCF ends the call with its place', async () => {
    const annotator = await VcfAnnotator.open(release, genome, optionsOf(), 'vcf', NO_LIMITS);
    const text = `\n${Array.from({ length: 699 }, () => good).join('\n')}\nbroken\n\n`;
    await expect(annotator.annotate(text)).rejects.toThrow(BadLine);
    await expect(annotator.annotate(text)).rejects.toMatchObject({ index: 700 });
  });

  test('empty lines are left out', async () => {
    const annotator = await VcfAnnotator.open(release, genome, optionsOf(), 'vcf', NO_LIMITS);
    expect((await annotator.annotate(`${good}\n\n${good}\n\n`)).lines).toBe(2);
  });
});

/** A line with many different alleles at the first base of a gene. */
async function lineOfAlleles(count: number): Promise<string> {
  const [line = ''] = await linesAlong({ ...forward, start: forward.start + 6000 }, 1000);
  const word = (number: number) =>
    number
      .toString(4)
      .padStart(8, '0')
      .replaceAll(/./g, (digit) => 'ACGT'[Number(digit)] ?? '');
  return line
    .split('\t')
    .map((column, index) => (index === 4 ? Array.from({ length: count }, (_, each) => word(each)).join() : column))
    .join('\t');
}

test.each([
  ['once for lines that take less than a turn', 60_000, 1, 1],
  ['before each effect when the turn is over', -1, 40, 400],
])('others have their turn %s', async (_, milliseconds, least, most) => {
  const lines = (await linesAlong(forward, 40)).slice(0, 20);
  let pauses = 0;
  const annotator = await VcfAnnotator.open(release, genome, optionsOf(), 'vcf', NO_LIMITS, {
    linesAtOnce: 100,
    pause: async () => void pauses++,
    longestTurn: () => milliseconds,
  });
  await annotator.annotate(lines.join('\n'));
  expect(pauses).toBeGreaterThanOrEqual(least);
  expect(pauses).toBeLessThanOrEqual(most);
});

test('others have their turn within a line with many alleles, also where the clock does not move', async () => {
  let pauses = 0;
  const annotator = await VcfAnnotator.open(release, genome, optionsOf(), 'vcf', NO_LIMITS, {
    pause: async () => void pauses++,
  });
  const { bytes } = await annotator.annotate(await lineOfAlleles(3000));
  expect(new TextDecoder().decode(bytes)).toMatch(/CSQ=AAAAAAAA\|.*,AAGTGTCT\|/);
  expect(pauses).toBeGreaterThan(3);
});

test('others have their turn among empty lines', async () => {
  let pauses = 0;
  const annotator = await VcfAnnotator.open(release, genome, optionsOf(), 'vcf', NO_LIMITS, {
    pause: async () => void pauses++,
  });
  await annotator.annotate('\n'.repeat(1000));
  expect(pauses).toBe(1);
});

test.each([
  ['alleles', 500, /^\S+;CSQ_WARNING=the_variant_has_500_alternative_alleles%3B_at_most_400_effects_of_a_line_/],
  ['effects', 399, /^\S+;CSQ_WARNING=the_variant_has_399_alternative_alleles_and_\d+_transcripts_and_features_in_or/],
])('a line with too many %s says so, and the next ones are annotated', async (_, alleles, warning) => {
  const annotator = await VcfAnnotator.open(release, genome, optionsOf(), 'vcf', NO_LIMITS, {
    isLenient: true,
    mostEffects: 400,
  });
  const text = `${(await lineOfAlleles(alleles)).replace(/\.$/, 'AC=1')}\n${await lineOfAlleles(2)}\n`;
  const { bytes, unannotated } = await annotator.annotate(text);
  const [refused = '', good = ''] = new TextDecoder().decode(bytes).split('\n');
  expect(refused.split('\t')[7]).toMatch(warning);
  expect(good).toMatch(/\tCSQ=AAAAAAAA\|/);
  expect(unannotated).toBe(1);
});

test('lines of long variants are the same together and one by one', async () => {
  const long = Array.from(
    { length: 5 },
    (_, index) => `2\t${1000 + index}\tv${index}\tA\t<DEL>\t.\t.\tSVTYPE=DEL;END=900000`,
  );
  const together = await batch(long, 'vcf');
  const singly = await Promise.all(long.map(async (line) => (await batch([line], 'vcf')).lines));
  expect(together.lines).toEqual(singly.flat());
  expect(together.lines.every((line) => line.includes(';CSQ='))).toBe(true);
});

test('references that differ from the genome are counted', async () => {
  const [line = ''] = await linesAlong(forward, 1000);
  const columns = line.split('\t');
  columns[3] = COMPLEMENT[at(columns, 3)] ?? 'A';
  columns[4] = columns[3] === 'G' ? 'T' : 'G';
  const { counts } = await batch([line, columns.join('\t')], 'vcf');
  expect(counts).toMatchObject({ lines: 2, otherReference: 1 });
});
