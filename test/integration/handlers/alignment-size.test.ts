/** Alignments larger than the service unpacks at once: rows are written as the client reads. */
import { beforeAll, expect, test } from 'vitest';
import { CompiledRelease, type DumpedDatabase } from '../../support/compiled-release.ts';
import type { DumpRow } from '../../support/dump-database.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { at, present } from '../../../src/checked.ts';

const GENOMES = ['ficta_una', 'ficta_duo', 'ficta_tria'];
const LENGTH = 900_000;
/** Alike except for the first of every 11 bases. */
const BASES = GENOMES.map((_, each) => `${'ACG'[each]}ACGTTGCATC`.repeat(Math.ceil(LENGTH / 11)).slice(0, LENGTH));

let release: CompiledRelease;
beforeAll(async () => {
  release = await CompiledRelease.from([
    ...GENOMES.map((genome, each): DumpedDatabase => [genome, 'core', core(genome, at(BASES, each))]),
    ['multi', 'compara', compara()],
  ]);
});

function core(genome: string, sequence: string): Record<string, DumpRow[]> {
  const { meta, coord_system, attrib_type, analysis, external_db, seq_region_attrib } = oneGeneDatabase(genome);
  return {
    meta,
    coord_system,
    attrib_type,
    analysis,
    external_db,
    seq_region_attrib,
    seq_region: [{ seq_region_id: 11, name: '1', coord_system_id: 1, length: LENGTH }],
    dna: [{ seq_region_id: 11, sequence }],
  };
}

function compara(): Record<string, DumpRow[]> {
  const numbers = GENOMES.map((_, each) => each + 1);
  return {
    meta: [{ meta_id: 1, meta_key: 'schema_version', meta_value: '115' }],
    method_link: [{ method_link_id: 13, type: 'EPO', class: 'GenomicAlignTree.ancestral_alignment' }],
    method_link_species_set: [{ method_link_species_set_id: 1, method_link_id: 13, species_set_id: 1, name: 'all' }],
    species_set_header: [{ species_set_id: 1, name: 'mammals' }],
    species_set: numbers.map((genome_db_id) => ({ species_set_id: 1, genome_db_id })),
    genome_db: numbers.map((genome_db_id) => ({
      genome_db_id,
      taxon_id: 9000 + genome_db_id,
      name: at(GENOMES, genome_db_id - 1),
      assembly: 'FIC1',
      genebuild: '1',
    })),
    dnafrag: numbers.map((dnafrag_id) => ({
      dnafrag_id,
      name: '1',
      genome_db_id: dnafrag_id,
      coord_system_name: 'chromosome',
      length: LENGTH,
    })),
    genomic_align: numbers.map((number) => ({
      genomic_align_id: number,
      genomic_align_block_id: 1,
      method_link_species_set_id: 1,
      dnafrag_id: number,
      dnafrag_start: 1,
      dnafrag_end: LENGTH,
      dnafrag_strand: 1,
      cigar_line: `${LENGTH}M`,
      visible: 1,
      node_id: 10 + number,
    })),
    genomic_align_tree: [10, ...numbers.map((number) => 10 + number)].map((node_id) => ({
      node_id,
      parent_id: node_id === 10 ? 0 : 10,
      root_id: 10,
      left_index: node_id,
      right_index: node_id,
      distance_to_parent: node_id === 10 ? 0 : 0.1,
    })),
  };
}

test.each([
  ['JSON', 'application/json', /"seq":"(\w+)"/g],
  ['PhyloXML', 'text/x-phyloxml+xml', /<mol_seq[^>]*>(\w+)</g],
])('2.7 Mb as %s are read in the same wave as their block, and are complete', async (_, type, rows) => {
  const service = await release.serve();
  const { status, text } = await service.get('/alignment/region/ficta_una/1', type);
  expect(status).toBe(200);
  const found = [...text.matchAll(rows)].map(([, letters]) => present(letters, 'letters'));
  expect(BASES.map((bases) => found.filter((letters) => letters === bases).length)).toEqual([1, 1, 1]);
  expect(service.store.waves).toBe(2);
});
