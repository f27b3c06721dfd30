/**
 * A genome gives the same answers from its dumps and from files: FASTA and GFF3 that the service wrote of it, and the
 * VCF with the genotypes of one of its populations.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_FILES } from '../../../../build-index/genome-files/genome-spec.ts';
import { type CompiledService, compileAndServe } from '../../../support/compiled-service.ts';
import { type RunningService, serveIndex } from '../../../support/compiled-release.ts';
import { demoIndex } from '../../../support/demo-index.ts';
import { exportGenome } from '../../../support/exported-genome.ts';
import { testFolder } from '../../../support/test-folder.ts';

const SPECIES = 'fictomys_demonstrans';

interface Listed {
  id: string;
  Parent?: string;
}

let [dumps, files]: [RunningService | null, CompiledService | null] = [null, null];
/** Lines of the VCF file. */
let variants: { name: string; sequence: string; position: number; line: string }[] = [];
/** Top-level regions with their lengths. */
const regions = new Map<string, number>();

beforeAll(async () => {
  const folder = await testFolder();
  const index = await demoIndex();
  dumps = await serveIndex(index);
  await writeFile(join(folder, 'barn.vcf'), await vcfOf(join(dirname(index), 'dumps'), 'DEMO:barn'));
  // Y has genes of X in its pseudoautosomal region, with the same ids.
  const { fasta, gff3, regions: exported } = await exportGenome(dumps, SPECIES, folder, ['Y']);
  for (const [name, length] of exported) regions.set(name, length);
  files = await compileAndServe([], join(folder, 'index'), {
    genomes: [
      {
        ...NO_FILES,
        species: SPECIES,
        fasta: [fasta],
        gff3: [gff3],
        vcf: [join(folder, 'barn.vcf')],
        circular: ['MT'],
      },
    ],
  });
});

/** The genotypes of the demo with the samples of one population. */
async function vcfOf(demo: string, population: string): Promise<string> {
  const rows = async (table: string) =>
    (await readFile(join(demo, SPECIES, 'variation', `${table}.txt`), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t'));
  const id = (await rows('population')).find(([, name]) => name === population)?.[0];
  const ids = (await rows('sample_population')).flatMap(([sample, its]) => (its === id ? [sample] : []));
  const names = (await rows('sample')).flatMap(([sample, , name]) => (ids.includes(sample) ? [name] : []));
  const lines = (await readFile(join(demo, 'vcf/genotypes.vcf'), 'utf8')).trimEnd().split('\n');
  const header = lines.find((line) => line.startsWith('#CHROM'))?.split('\t') ?? [];
  const kept = lines.map((line) => {
    if (line.startsWith('##')) return line;
    return line
      .split('\t')
      .filter((_, column) => column < 9 || names.includes(header[column] ?? ''))
      .join('\t');
  });
  variants = kept
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [sequence = '', position = '', name = ''] = line.split('\t');
      return { name, sequence, position: Number(position), line };
    });
  return `${kept.join('\n')}\n`;
}

/** The answers of both. */
async function both(path: string): Promise<[fromDumps: any, fromFiles: any]> {
  const [one, other] = await Promise.all([dumps?.get(path), files?.get(path)]);
  return [one?.json, other?.body];
}

/** The members of objects that both kinds of input contain. */
function only(keys: readonly string[], value: any): unknown {
  if (Array.isArray(value)) return value.map((each) => only(keys, each));
  return Object.fromEntries(keys.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]])));
}

const sorted = (list: Listed[]) =>
  [...list].sort((a, b) => (`${a.id} ${a.Parent ?? ''}` < `${b.id} ${b.Parent ?? ''}` ? -1 : 1));

describe('from dumps and from files', () => {
  test.each([
    [
      'gene',
      ['id', 'start', 'end', 'strand', 'biotype', 'version', 'external_name', 'canonical_transcript', 'logic_name'],
    ],
    ['transcript', ['id', 'Parent', 'start', 'end', 'strand', 'biotype', 'version', 'is_canonical']],
    ['exon', ['id', 'Parent', 'start', 'end', 'strand', 'rank', 'ensembl_phase', 'ensembl_end_phase', 'constitutive']],
    ['cds', ['id', 'Parent', 'start', 'end', 'strand', 'phase']],
  ])('all features of the type %s are the same', async (feature, keys) => {
    let count = 0;
    for (const [name, length] of regions) {
      const [one, other] = await both(`/overlap/region/${SPECIES}/${name}:1-${length}?feature=${feature}`);
      expect(only(keys, sorted(other))).toEqual(only(keys, sorted(one)));
      count += one.length;
    }
    expect(count).toBeGreaterThan(50);
  });

  test.each([
    ['cdna', 'Transcript'],
    ['cds', 'Translation'],
    ['protein', 'Translation'],
  ])('sequences of the type %s are the same', async (type) => {
    const [name = '1'] = regions.keys();
    const [genes] = await both(`/overlap/region/${SPECIES}/${name}:1-${regions.get(name)}?feature=transcript`);
    const coding = genes.filter(({ biotype }: { biotype: string }) => biotype === 'protein_coding').slice(0, 25);
    for (const { id } of coding) {
      const [one, other] = await both(`/sequence/id/${id}?type=${type}`);
      expect(other.seq, id).toBe(one.seq);
    }
    expect(coding.length).toBeGreaterThan(10);
  });

  test('maps and effects of variants are the same', async () => {
    const [name = '1'] = regions.keys();
    const length = regions.get(name) ?? 0;
    const [all] = await both(`/overlap/region/${SPECIES}/${name}:1-${length}?feature=cds`);
    const codings = sorted(all).filter(({ id }, index, list) => id !== list[index - 1]?.id);
    for (const { id, Parent } of codings.slice(0, 15)) {
      for (const path of [`/map/translation/${id}/2..20`, `/map/cds/${Parent}/4..60`, `/map/cdna/${Parent}/1..99`]) {
        const [one, other] = await both(path);
        expect(other, path).toEqual(one);
      }
    }
    const shown = [
      'transcript_id',
      'variant_allele',
      'consequence_terms',
      'codons',
      'amino_acids',
      'cdna_start',
      'cds_start',
    ];
    for (let at = 500; at < length; at += Math.ceil(length / 40)) {
      const [one, other] = await both(`/vep/${SPECIES}/region/${name}:${at}-${at}:1/-`);
      expect(other[0].most_severe_consequence, `${at}`).toBe(one[0].most_severe_consequence);
      const effects = (answer: any) => only(shown, answer[0].transcript_consequences ?? []);
      expect(effects(other), `${at}`).toEqual(effects(one));
    }
  });

  test('variants have the same places, and the consequences that VEP predicts from the dumps', async () => {
    const names = new Set(variants.map(({ name }) => name));
    // The demo's own consequences are simpler than those of a real database.
    const sent = { variants: variants.map(({ line }) => line.split('\t', 8).join('\t')) };
    const predicted = new Map(
      (await dumps?.post(`/vep/${SPECIES}/batch`, sent))?.json.map(({ id, most_severe_consequence: worst }: any) => [
        id,
        worst,
      ]),
    );
    let count = 0;
    for (const [name, length] of regions) {
      const [one, other] = await both(`/overlap/region/${SPECIES}/${name}:1-${length}?feature=variation`);
      const keys = ['id', 'seq_region_name', 'start', 'end', 'strand', 'alleles'];
      expect(only(keys, sorted(other))).toEqual(
        only(
          keys,
          sorted(one).filter(({ id }) => names.has(id)),
        ),
      );
      for (const { id, consequence_type: type } of other) expect(type, id).toBe(predicted.get(id));
      count += other.length;
    }
    expect(count).toBe(variants.length);
  });

  test('variants by name have the same classes, places and genotypes', async () => {
    for (const { name } of variants.filter((_, index) => index % 8 === 0)) {
      const [one, other] = await both(`/variation/${SPECIES}/${name}?genotypes=1`);
      const keys = ['name', 'var_class', 'ambiguity'];
      expect(only(keys, other), name).toEqual(only(keys, one));
      const place = ['location', 'allele_string', 'start', 'end', 'strand', 'seq_region_name', 'assembly_name'];
      expect(only(place, other.mappings), name).toEqual(only(place, one.mappings));
      const genotypes = ({ genotypes: list }: any) =>
        list.map(({ sample, genotype }: any) => `${sample} ${genotype}`.replace('DEMO:', '')).toSorted();
      const own = genotypes(other);
      expect(
        genotypes(one).filter((text: string) => own.includes(text)),
        name,
      ).toEqual(own);
    }
  });

  test('linkage disequilibrium is the same', async () => {
    const [{ name = '', sequence = '', position = 0 } = {}] = variants;
    const pairs = (answer: any) =>
      answer
        .map(({ variation1, variation2, r2, d_prime }: any) => [variation1, variation2, r2, d_prime].join())
        .toSorted();
    const near = `${sequence}:${position}..${position + 4000}`;
    for (const path of [`/ld/${SPECIES}/${name}`, `/ld/${SPECIES}/region/${near}`]) {
      const [one, other] = await Promise.all([dumps?.get(`${path}/DEMO:barn`), files?.get(`${path}/barn:ALL`)]);
      expect(pairs(other?.body), path).toEqual(pairs(one?.json));
      expect(one?.json.length, path).toBeGreaterThan(0);
    }
  });

  test('effects of known variants by id, and of whole files, are the same', async () => {
    const shown = ['transcript_id', 'variant_allele', 'consequence_terms', 'codons', 'amino_acids', 'cds_start'];
    const effects = (answer: any) =>
      answer.map(({ most_severe_consequence: worst, transcript_consequences: list = [] }: any) => [
        worst,
        only(shown, list),
      ]);
    for (const { name } of variants.filter((_, index) => index % 12 === 0)) {
      const [one, other] = await both(`/vep/${SPECIES}/id/${name}`);
      expect(effects(other), name).toEqual(effects(one));
    }
    const sent = { variants: variants.map(({ line }) => line.split('\t', 8).join('\t')) };
    const path = `/vep/${SPECIES}/batch`;
    const [one, other] = await Promise.all([dumps?.post(path, sent), files?.post(path, sent)]);
    expect(effects(other?.body)).toEqual(effects(one?.json));
    expect(one?.json).toHaveLength(variants.length);
  });
});
