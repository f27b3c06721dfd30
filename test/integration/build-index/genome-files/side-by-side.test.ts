/** A genome gives the same answers from its dumps and from FASTA and GFF3 files that the service wrote of it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_FILES } from '../../../../build-index/genome-files/genome-spec.ts';
import { type CompiledService, compileAndServe } from '../../../support/compiled-service.ts';
import { type RunningService, serveIndex } from '../../../support/compiled-release.ts';
import { demoIndex } from '../../../support/demo-index.ts';
import { testFolder } from '../../../support/test-folder.ts';

const SPECIES = 'fictomys_demonstrans';
const FEATURES = ['gene', 'transcript', 'exon', 'cds'].map((feature) => `feature=${feature}`).join(';');

interface Listed {
  id: string;
  Parent?: string;
}

let [dumps, files]: [RunningService | null, CompiledService | null] = [null, null];
/** Top-level regions with their lengths. */
const regions = new Map<string, number>();

beforeAll(async () => {
  const folder = await testFolder();
  dumps = await serveIndex(await demoIndex());
  const { json } = await dumps.get(`/info/assembly/${SPECIES}`);
  let [fasta, gff3] = ['', '##gff-version 3\n'];
  for (const { name, length, coord_system: system } of json.top_level_region) {
    // Y has genes of X in its pseudoautosomal region, with the same ids.
    if (name === 'Y') continue;
    regions.set(name, length);
    const { text: sequence } = await dumps.get(`/sequence/region/${SPECIES}/${name}:1..${length}`, 'text/plain');
    fasta += `>${name} dna:${system} ${system}:${json.assembly_name}:${name}:1:${length}:1\n${sequence.trim()}\n`;
    const { text } = await dumps.get(`/overlap/region/${SPECIES}/${name}:1-${length}?${FEATURES}`, 'text/x-gff3');
    gff3 += text.replaceAll(/^#.*\n/gm, '');
  }
  await writeFile(join(folder, 'genome.fa'), fasta);
  await writeFile(join(folder, 'genes.gff3'), gff3);
  files = await compileAndServe([], join(folder, 'index'), {
    genomes: [
      {
        ...NO_FILES,
        species: SPECIES,
        fasta: [join(folder, 'genome.fa')],
        gff3: [join(folder, 'genes.gff3')],
        circular: ['MT'],
      },
    ],
  });
});

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
});
