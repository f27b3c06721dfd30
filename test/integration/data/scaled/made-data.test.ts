/** Made dumps are consistent (columns, coordinates, genes, variants and their effects, families) and can be served. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeData } from '../../../../data/fictional/scaled/make-data.ts';
import { SAMPLES } from '../../../../data/fictional/genome/scale.ts';
import { reverseComplementOf } from '../../../../src/genome/bases.ts';
import { type DumpRow, columnOf } from '../../../support/read-dump.ts';
import { regionBases, transcriptsOf, type DumpTranscript } from '../../../support/transcripts-of-dump.ts';
import { CompiledRelease, type RunningService } from '../../../support/compiled-release.ts';
import { testFolder } from '../../../support/test-folder.ts';
import { GROUPS, readMadeDumps, SPECIES, type MadeDumps } from './made-dumps.ts';
import { at, get, last, present } from '../../../../src/checked.ts';

/** Terms of variants in exons. */
const EXONIC = new RegExp(
  [
    'UTR',
    'missense',
    'synonymous',
    'frameshift',
    'inframe',
    'protein_altering',
    'stop',
    'start',
    'terminal_codon',
    'non_coding_transcript_exon',
  ].join('|'),
);

const SCALE = 0.4;
const folder = await testFolder();
let dumps: MadeDumps;
let transcripts: DumpTranscript[];
let chromosome: string;

beforeAll(async () => {
  await makeData(folder, { scale: SCALE });
  dumps = await readMadeDumps(folder, GROUPS);
  transcripts = transcriptsOf(dumps[`${SPECIES}/core`]);
  chromosome = get(regionBases(dumps[`${SPECIES}/core`]), '1');
});

test('the same seed gives the same bytes, and another seed others', async () => {
  const digest = async (root: string) => {
    const hash = createHash('sha256');
    for (const path of (await readdir(root, { recursive: true })).filter((path) => /\.\w+$/.test(path)).sort())
      hash.update(path).update(await readFile(join(root, path)));
    return hash.digest('hex');
  };
  const made = await Promise.all(
    (
      [
        [1, 2],
        [1, 1],
        [2, 2],
      ] as const
    ).map(async ([seed, threads]) => {
      const out = await testFolder();
      await makeData(out, { scale: 0.1, seed, threads, ...(seed === 2 ? { only: ['core'] } : {}) });
      return { core: await digest(join(out, SPECIES, 'core')), all: await digest(out) };
    }),
  );
  expect(made[1]).toEqual(made[0]);
  expect(at(made, 2).core).not.toBe(at(made, 0).core);
});

test.each(GROUPS)('rows of %s have the columns of their tables and all required values', async (group) => {
  const sql = await readFile(join(folder, group, 'table.sql'), 'utf8');
  let rows = 0;
  for (const [table, fields] of dumps[group].fields) {
    const required = [
      ...at(present(sql.match(new RegExp(`CREATE TABLE \`${table}\` \\(\\n([\\s\\S]*?)\\n\\);`)), 'a match'), 1)
        .split('\n')
        .entries(),
    ]
      .filter(([, line]) => line.includes('NOT NULL'))
      .map(([index]) => index);
    const columns = get(dumps[group].columns, table).length;
    const wrong = fields.filter((row) => row.length !== columns || required.some((index) => row[index] === null));
    expect(wrong, table).toEqual([]);
    rows += fields.length;
  }
  expect(rows).toBeGreaterThan(group.startsWith(SPECIES) || group.startsWith('multi') ? 1000 : 50);
});

test('genes are on known sequence, have no stop inside, and are spliced at GT and AG', () => {
  const coding = transcripts.filter(({ translation }) => translation !== null);
  expect(coding.length).toBeGreaterThan(5);
  for (const { id, introns, exons, biotype } of transcripts) {
    expect(exons.map(({ bases }) => bases).join(''), id).toMatch(/^[ACGT]+$/);
    if (!biotype.includes('pseudogene'))
      expect(
        introns.filter((intron) => !/^GT.*AG$/.test(intron)),
        id,
      ).toEqual([]);
  }
  for (const { id, exons, translation, attribs } of coding) {
    const { startExon, seqStart, endExon, seqEnd } = present(translation, 'the translation');
    const phase = Math.max(0, at(exons, startExon).phase);
    const coded = exons
      .slice(startExon, endExon + 1)
      .map(({ bases }, index, all) =>
        bases.slice(index === 0 ? seqStart - 1 : 0, index === all.length - 1 ? seqEnd : undefined),
      )
      .join('')
      .slice((3 - phase) % 3);
    const codons = present(coded.match(/.../g), 'a match').map((codon) => /^(TAA|TAG|TGA)$/.test(codon));
    if (!attribs.has('cds_end_NF')) expect(codons.pop(), id).toBe(true);
    expect(codons, id).not.toContain(true);
  }
});

test('reference alleles are those of the sequence, in tables and VCF files', async () => {
  const basesAt = (position: number, length: number) => chromosome.slice(position - 1, position - 1 + length);
  const features = dumps[`${SPECIES}/variation`].rows('variation_feature');
  const wrong = features.filter((row) => {
    const { seq_region_start, seq_region_end } = row;
    const reference = at(columnOf(row, 'allele_string').split('/'), 0);
    return reference === '-'
      ? Number(seq_region_end) !== Number(seq_region_start) - 1
      : basesAt(Number(seq_region_start), reference.length) !== reference;
  });
  expect(features).toHaveLength(8000 * 10 * SCALE);
  expect(wrong).toEqual([]);
  const names = new Map(features.map((row) => [columnOf(row, 'variation_name'), row]));
  for (const file of ['genotypes.vcf', 'frequencies.vcf']) {
    let [lines, before] = [0, 0];
    const broken: string[] = [];
    const mustBe = (isRight: boolean, fault: string) => {
      if (!isRight) broken.push(fault);
    };
    for (const line of (await readFile(join(folder, 'vcf', file), 'latin1')).split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      const [chromosomeName, position, id = '', reference = '', alternatives = '', , , info = '', , ...genotypes] =
        line.split('\t');
      mustBe(chromosomeName === '1' && Number(position) >= before, `${id} is out of order`);
      mustBe(basesAt(Number(position), reference.length) === reference, `${id} has another reference`);
      mustBe(
        alternatives.split(',').length === columnOf(get(names, id), 'allele_string').split('/').length - 1,
        `${id} has other alleles`,
      );
      if (file === 'genotypes.vcf') {
        const carriers = genotypes.join('').split('1').length - 1;
        mustBe(genotypes.length === SAMPLES && info.startsWith(`AC=${carriers};`), `${id} is miscounted`);
        mustBe(
          Number(get(names, id).minor_allele_count) === Math.min(carriers, 2 * SAMPLES - carriers),
          `${id} is miscounted in its table`,
        );
      }
      before = Number(position);
      lines++;
    }
    expect(broken, file).toEqual([]);
    expect(lines, file).toBe(file === 'genotypes.vcf' ? features.length / 20 : features.length);
  }
});

test('effects of variants agree with exons and translations', () => {
  const variation = dumps[`${SPECIES}/variation`];
  const features = new Map(
    variation.rows('variation_feature').map((row) => [columnOf(row, 'variation_feature_id'), row]),
  );
  const byId = new Map(transcripts.map((transcript) => [transcript.id, transcript]));
  const seen = new Set<string>();
  const broken: string[] = [];
  const effects = variation.rows('transcript_variation');
  for (const effect of effects) {
    const feature = get(features, columnOf(effect, 'variation_feature_id'));
    const { exons, translation } = get(byId, columnOf(effect, 'feature_stable_id'));
    const terms = columnOf(effect, 'consequence_types').split(',');
    for (const term of terms) seen.add(term);
    const where = `${effect.feature_stable_id} ${feature.seq_region_start}-${feature.seq_region_end} ${terms}`;
    if (terms.some((term) => !columnOf(feature, 'consequence_types').split(',').includes(term)))
      broken.push(`${where}: not among the variant's own`);
    const [start, end] = [Number(feature.seq_region_start), Number(feature.seq_region_end)];
    const inExon = exons.some(
      (exon) => start >= exon.start && end <= exon.end && (end >= start || (start > exon.start && end < exon.end)),
    );
    const isInExon = terms.some((term) => EXONIC.test(term)) && !terms.includes('intron_variant');
    if (!terms.includes('coding_sequence_variant') && isInExon !== inExon)
      broken.push(`${where}: ${inExon ? 'in an exon' : 'in no exon'}`);
    if (effect.cds_start !== null && translation === null) broken.push(`${where}: has no coding sequence`);
    const bounds = [Math.min(...exons.map((exon) => exon.start)), Math.max(...exons.map((exon) => exon.end))];
    const distance = Math.min(...bounds.flatMap((bound) => [Math.abs(start - bound), Math.abs(end - bound)]));
    if (Number(effect.distance_to_transcript) !== distance)
      broken.push(`${where}: not ${effect.distance_to_transcript} from an end of the transcript`);
    const reference = at(columnOf(effect, 'allele_string').split('/'), 0);
    if (effect.cdna_start === null || effect.cdna_end === null || reference === '-') continue;
    const spliced = exons.map(({ bases }) => bases).join('');
    const isForward = chromosome.slice(at(exons, 0).start - 1, at(exons, 0).end) === at(exons, 0).bases;
    const own = spliced.slice(Number(effect.cdna_start) - 1, Number(effect.cdna_end));
    if (own !== (isForward ? reference : reverseComplementOf(reference)))
      broken.push(`${where}: has ${own} at ${effect.cdna_start}`);
    if (
      effect.codon_allele_string !== null &&
      !spliced.includes(at(columnOf(effect, 'codon_allele_string').split('/'), 0))
    )
      broken.push(`${where}: has no ${effect.codon_allele_string}`);
  }
  expect(broken).toEqual([]);
  expect(effects.length).toBeGreaterThan(2000);
  for (const term of [
    'intron_variant',
    'missense_variant',
    'synonymous_variant',
    'frameshift_variant',
    '3_prime_UTR_variant',
    'splice_region_variant',
    'non_coding_transcript_variant',
  ])
    expect(seen).toContain(term);
  const intergenic = variation
    .rows('variation_feature')
    .filter(({ consequence_types }) => consequence_types === 'intergenic_variant');
  expect(intergenic.length / features.size).toBeGreaterThan(0.3);
});

test('families contain existing genes, and alignments of the stated length', () => {
  const compara = dumps['multi/compara'];
  const genes = new Map(dumps[`${SPECIES}/core`].rows('gene').map((row) => [columnOf(row, 'stable_id'), row]));
  const members = compara.rows('gene_member').filter(({ genome_db_id }) => genome_db_id === '1');
  expect(members.length).toBeGreaterThan(0);
  for (const member of members)
    expect([member.dnafrag_start, member.dnafrag_end, member.dnafrag_strand], columnOf(member, 'stable_id')).toEqual(
      ['seq_region_start', 'seq_region_end', 'seq_region_strand'].map(
        (column) => get(genes, columnOf(member, 'stable_id'))[column],
      ),
    );
  expect(compara.rows('gene_tree_root')).toHaveLength(80 * SCALE);
  const products = new Map(compara.rows('seq_member').map((row) => [columnOf(row, 'seq_member_id'), row]));
  const leaves = compara.rows('gene_tree_node').filter(({ seq_member_id }) => seq_member_id !== null);
  expect(leaves.map(({ seq_member_id }) => seq_member_id).sort()).toEqual([...products.keys()].sort());
  const lengths = new Map(
    compara.rows('sequence').map((row) => [columnOf(row, 'sequence_id'), columnOf(row, 'sequence').length]),
  );
  const columns = new Map(
    compara.rows('gene_align').map((row) => [columnOf(row, 'gene_align_id'), Number(row.aln_length)]),
  );
  const lengthOf = (cigar: string, operations: RegExp) =>
    [...cigar.matchAll(operations)].reduce((sum, [, count]) => sum + (count === '' ? 1 : Number(count)), 0);
  for (const row of compara.rows('gene_align_member')) {
    const cigar = columnOf(row, 'cigar_line');
    expect(lengthOf(cigar, /(\d*)[MD]/g)).toBe(columns.get(columnOf(row, 'gene_align_id')));
    const sequence = columnOf(get(products, columnOf(row, 'seq_member_id')), 'sequence_id');
    expect(lengthOf(cigar, /(\d*)M/g)).toBe(lengths.get(sequence));
  }
  const pairs = [...Map.groupBy(compara.rows('homology_member'), ({ homology_id }) => homology_id).values()];
  expect(pairs).toHaveLength(compara.rows('homology').length);
  for (const pair of pairs)
    expect(new Set(pair.map((row) => lengthOf(columnOf(row, 'cigar_line'), /(\d*)[MD]/g))).size).toBe(1);
});

test('taxa are a nested set', () => {
  const nodes = dumps['multi/taxonomy'].rows('ncbi_taxa_node');
  const byId = new Map(nodes.map((row) => [columnOf(row, 'taxon_id'), row]));
  const indexes = nodes
    .flatMap(({ left_index, right_index }) => [Number(left_index), Number(right_index)])
    .sort((a, b) => a - b);
  expect(indexes).toEqual(indexes.map((_, each) => each + 1));
  for (const row of nodes) {
    const taxon = columnOf(row, 'taxon_id');
    if (taxon === '1') continue;
    const parent = get(byId, columnOf(row, 'parent_id'));
    expect(Number(parent.left_index) < Number(row.left_index), taxon).toBe(true);
    expect(Number(row.right_index) < Number(parent.right_index), taxon).toBe(true);
  }
  expect(byId.has('9000001')).toBe(true);
});

describe('the compiled made data', () => {
  let compiled: CompiledRelease;
  let service: RunningService;
  beforeAll(async () => {
    compiled = await CompiledRelease.ofDumps(folder, { vcfConfig: join(folder, 'vcf/vcf_config.json') });
    service = await compiled.serve();
  });

  test('has no faults in its dumps', () => expect(compiled.notices).toEqual([]));

  test('answers genes, their sequences and overlapping variants', async () => {
    const core = dumps[`${SPECIES}/core`];
    for (const gene of core.rows('gene')) {
      const { json } = await service.get(`/lookup/id/${gene.stable_id}?expand=1`);
      expect(json).toMatchObject({
        start: Number(gene.seq_region_start),
        end: Number(gene.seq_region_end),
        biotype: gene.biotype,
      });
    }
    const coding = at(
      transcripts.filter(({ translation }) => translation !== null),
      0,
    );
    const cdna = await service.get(`/sequence/id/${coding.id}?type=cdna`, 'text/plain');
    expect(cdna.text).toBe(coding.exons.map(({ bases }) => bases).join(''));
    const { json } = await service.get(`/overlap/region/${SPECIES}/1:50001-52000?feature=variation`);
    const inside = dumps[`${SPECIES}/variation`]
      .rows('variation_feature')
      .filter(
        ({ seq_region_start, seq_region_end }) =>
          Number(seq_region_end) >= 50_001 && Number(seq_region_start) <= 52_000,
      );
    expect(json.map(({ id }: { id: string }) => id).sort()).toEqual(
      inside.map(({ variation_name }) => variation_name).sort(),
    );
  });

  test('has the same HGVS in its tables as variant_recoder computes', async () => {
    const variation = dumps[`${SPECIES}/variation`];
    const names = new Map(
      variation
        .rows('variation_feature')
        .map((row) => [columnOf(row, 'variation_feature_id'), columnOf(row, 'variation_name')]),
    );
    const effects = Map.groupBy(variation.rows('transcript_variation'), (row) => columnOf(row, 'variation_feature_id'));
    const kindOf = ({ allele_string, consequence_types }: DumpRow) => {
      const [reference, alternative] = present(allele_string, 'alleles').split('/');
      const change = reference === '-' ? 'insertion' : alternative === '-' ? 'deletion' : 'base';
      return `${change} ${consequence_types}`;
    };
    // Two variants of each kind that occurs in any transcript.
    const chosen = new Map([...effects].map(([id, rows]) => [id, rows.map(kindOf)]));
    const seen = new Map<string, number>();
    for (const [id, kinds] of chosen) {
      if (kinds.every((kind) => (seen.get(kind) ?? 0) >= 2)) chosen.delete(id);
      else for (const kind of kinds) seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
    expect(seen.size).toBeGreaterThan(30);
    const ids = [...chosen.keys()];
    let retained = 0;
    for (let from = 0; from < ids.length; from += 100) {
      const some = ids.slice(from, from + 100);
      const answers = await service.post(`/variant_recoder/${SPECIES}?fields=hgvsg,hgvsc,hgvsp`, {
        ids: some.map((id) => get(names, id)),
      });
      expect(answers.json).toHaveLength(some.length);
      answers.json.forEach((alleles: Record<string, Record<string, string[]>>, each: number) => {
        for (const [field, column] of [
          ['hgvsg', 'hgvs_genomic'],
          ['hgvsc', 'hgvs_transcript'],
          ['hgvsp', 'hgvs_protein'],
        ] as const) {
          const computed = Object.values(alleles).flatMap((allele) => allele[field] ?? []);
          const written = get(effects, at(some, each))
            .map((row) => row[column])
            .filter((text) => typeof text === 'string');
          // An insertion that ends with a stop retains it in VEP's terms; the terms of made data are simpler.
          if (field === 'hgvsp' && computed.some((text) => /ins\w+Ter$/.test(text)) && ++retained <= 3) {
            expect(written.join()).toMatch(/fsTer\d+$/);
            continue;
          }
          expect([...new Set(written)].sort(), names.get(at(some, each))).toEqual([...new Set(computed)].sort());
        }
      });
    }
  });

  test('answers frequencies of variants, and linkage', async () => {
    const common = dumps[`${SPECIES}/variation`]
      .rows('variation_feature')
      .filter(({ minor_allele_freq }) => Number(minor_allele_freq) > 0.3);
    const { json } = await service.get(`/variation/${SPECIES}/${at(common, 0).variation_name}?pops=1`);
    const all = json.populations.filter(({ population }: { population: string }) => population === 'DEMO:ALL');
    expect(Math.min(...all.map(({ frequency }: { frequency: number }) => frequency))).toBeCloseTo(
      Number(at(common, 0).minor_allele_freq),
      3,
    );
    expect(json.populations.map(({ population }: { population: string }) => population)).toEqual(
      expect.arrayContaining(['SURVEY:ALL', 'SURVEY:fen']),
    );
    const linked = await service.get(`/ld/${SPECIES}/${at(common, 0).variation_name}/DEMO:herd1?window_size=500`);
    expect(linked.json.length).toBeGreaterThan(0);
  });

  test('answers alignments with the other genomes, regulation and probes', async () => {
    const compara = dumps['multi/compara'];
    const block = at(
      compara
        .rows('genomic_align_block')
        .filter(({ method_link_species_set_id: set }) =>
          compara
            .rows('method_link_species_set')
            .some((row) => row.method_link_species_set_id === set && row.method_link_id === '13'),
        ),
      0,
    );
    const own = at(
      compara
        .rows('genomic_align')
        .filter(({ genomic_align_block_id }) => genomic_align_block_id === block.genomic_align_block_id),
      0,
    );
    const [from, to] = [Number(own.dnafrag_start), Number(own.dnafrag_start) + 99];
    const {
      json: [multiple],
    } = await service.get(`/alignment/region/${SPECIES}/1:${from}-${to}?species_set_group=made;compact=0`);
    const ownRow = multiple.alignments.find(({ species }: { species: string }) => species === SPECIES);
    expect(ownRow.seq.replaceAll('-', '')).toBe(chromosome.slice(from - 1, to));
    expect(
      multiple.alignments.filter(({ seq_region }: { seq_region: string }) => seq_region.startsWith('Ancestor_')).length,
    ).toBeGreaterThan(0);
    const pair = await service.get(
      `/alignment/region/${SPECIES}/1:10001-60000?method=LASTZ_NET;species_set=${SPECIES};species_set=fictomys_parvus`,
    );
    expect(pair.json.length).toBeGreaterThan(10);
    for (const { alignments } of pair.json)
      expect(alignments.map(({ species, seq }: { species: string; seq: string }) => [species, seq.length])).toEqual([
        [SPECIES, alignments[0].seq.length],
        ['fictomys_parvus', alignments[0].seq.length],
      ]);
    const funcgen = dumps[`${SPECIES}/funcgen`];
    const near = await service.get(`/overlap/region/${SPECIES}/1:10001-60000?feature=regulatory;feature=motif`);
    const inside = [...funcgen.rows('regulatory_feature'), ...funcgen.rows('motif_feature')].filter(
      ({ seq_region_start, seq_region_end }) => Number(seq_region_end) >= 10_001 && Number(seq_region_start) <= 60_000,
    );
    expect(near.json).toHaveLength(inside.length);
    const set = at(funcgen.rows('probe_set'), 0);
    const probes = await service.get(
      `/regulatory/species/${SPECIES}/microarray/MadeSets-1/probe_set/${set.name}?transcripts=1`,
    );
    expect(probes.json).toMatchObject({ name: set.name, size: Number(set.size) });
    expect(probes.json.transcripts).toHaveLength(1);
    expect((await service.get(`/species/${SPECIES}/binding_matrix/DEMOPFM0001`)).json).toMatchObject({
      stable_id: 'DEMOPFM0001',
    });
  });

  test('answers families and taxa', async () => {
    const compara = dumps['multi/compara'];
    const member = at(
      compara.rows('gene_member').filter(({ genome_db_id }) => genome_db_id === '1'),
      0,
    );
    const tree = await service.get(`/genetree/member/id/${SPECIES}/${member.stable_id}`);
    expect(tree.text).toContain(member.stable_id);
    const { json } = await service.get(`/homology/id/${SPECIES}/${member.stable_id}`);
    const own = compara
      .rows('homology_member')
      .filter(({ gene_member_id }) => gene_member_id === member.gene_member_id);
    expect(json.data[0].homologies).toHaveLength(own.length);
    const taxon = last(dumps['multi/taxonomy'].rows('ncbi_taxa_name'));
    expect((await service.get(`/taxonomy/id/${taxon.taxon_id}`)).json.id).toBe(taxon.taxon_id);
  });
});
