import { afterAll, beforeAll, expect, test } from 'vitest';
import { CompiledRelease, type RunningService } from '../../../../support/compiled-release.ts';
import type { DumpRow } from '../../../../support/dump-database.ts';
import { oneGeneDatabase } from '../../../../support/one-gene-database.ts';

/** Genes and their compared products, with ids of all kinds. */
const COMPARED = [
  ['FICG1', 'FICP1'],
  ['FICG0002', 'FICP0002'],
  ['FICG0003', 'FICP0003'],
  ['FICG0004', 'FICP0004'],
  ['FICG0005', 'FICP0005'],
  ['FICG0006', 'FICprotein'],
  ['0', '00'],
  ['00012', '12'],
  ['12345678901234567890', 'P12345678901234567890'],
  ['ficta', 'fictA'],
  ['AT1G01010', 'AT1G01010.1'],
  ['Fic-b', 'Fic-b-PA'],
] as const;
const SPECIES = 'ficta_prima';

let release: CompiledRelease;
let service: RunningService;

beforeAll(async () => {
  const members = COMPARED.map(([gene, product], index) => ({ id: index + 1, gene, product }));
  // The first gene is homologous to all others.
  const pairs = members.slice(1).map(({ id }) => ({ id, targets: [1, id] }));
  const homologyMember = (homology: number, member: number): DumpRow => ({
    homology_id: homology,
    gene_member_id: member,
    seq_member_id: member,
    cigar_line: homology === 2 ? '' : homology === 3 ? null : '4M',
    perc_id: 80,
    perc_pos: 90,
  });
  release = await CompiledRelease.from([
    [SPECIES, 'core', oneGeneDatabase(SPECIES)],
    [
      'multi',
      'compara',
      {
        meta: [{ meta_id: 1, meta_key: 'schema_version', meta_value: '115' }],
        method_link: [{ method_link_id: 1, type: 'ENSEMBL_PARALOGUES', class: 'Homology.homology' }],
        method_link_species_set: [
          { method_link_species_set_id: 1, method_link_id: 1, species_set_id: 1, name: 'paralogues' },
        ],
        genome_db: [{ genome_db_id: 1, taxon_id: 9, name: SPECIES, assembly: 'FIC1', genebuild: '1' }],
        gene_member: members.map(({ id, gene }) => ({
          gene_member_id: id,
          stable_id: gene,
          version: 1,
          source_name: 'ENSEMBLGENE',
          genome_db_id: 1,
          canonical_member_id: id,
        })),
        seq_member: members.map(({ id, product }) => ({
          seq_member_id: id,
          stable_id: product,
          version: 1,
          source_name: 'ENSEMBLPEP',
          genome_db_id: 1,
          sequence_id: 1,
          gene_member_id: id,
        })),
        sequence: [{ sequence_id: 1, sequence: 'MKWT' }],
        homology: pairs.map(({ id }) => ({
          homology_id: id,
          method_link_species_set_id: 1,
          description: 'other_paralog',
          is_tree_compliant: 1,
        })),
        homology_member: pairs.flatMap(({ id, targets }) => targets.map((member) => homologyMember(id, member))),
      },
    ],
  ]);
  service = await release.serve();
});

afterAll(() => service?.close());

async function homologiesOf(gene: string): Promise<{ source: any; target: any }[]> {
  return (await service.get(`/homology/id/${SPECIES}/${gene}?sequence=none`)).json.data[0].homologies;
}

test('homology returns ids as written, with or without leading zeros and digits at the end', async () => {
  const homologies = await homologiesOf('FICG1');
  expect(homologies.map(({ target }) => [target.id, target.protein_id])).toEqual(
    COMPARED.slice(1).map((ids) => [...ids]),
  );
  expect((await homologiesOf('ficta'))[0]).toMatchObject({
    source: { id: 'ficta', protein_id: 'fictA' },
    target: { id: 'FICG1', protein_id: 'FICP1' },
  });
});

test('homology returns an empty cigar line as empty, and a missing one as null', async () => {
  expect(
    (await homologiesOf('FICG1')).slice(0, 3).map(({ source, target }) => [source.cigar_line, target.cigar_line]),
  ).toEqual([
    ['', ''],
    [null, null],
    ['4M', '4M'],
  ]);
});
