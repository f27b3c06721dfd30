/**
 * A release of three genomes and their ancestors with whole-genome alignments of every kind. Blocks are defined as
 * aligned rows, and genomes, places and cigar lines follow from them. So tests know every column.
 */
import { CompiledRelease, type DumpedDatabase } from '../../support/compiled-release.ts';
import type { DumpRow } from '../../support/dump-database.ts';
import { oneGeneDatabase } from '../../support/one-gene-database.ts';
import { at } from '../../../src/checked.ts';

export const [UNA, DUO, TRI, ANCESTORS] = ['ficta_una', 'ficta_duo', 'ficta_tria', 'ancestral_sequences'] as const;
type Genome = typeof UNA | typeof DUO | typeof TRI | typeof ANCESTORS;

const LENGTH = 5000;
/** DUO has a second region, a circle, for rows that are composed of two regions. */
const REGIONS: [Genome, string][] = [
  [UNA, '1'],
  [DUO, '1'],
  [DUO, '2'],
  [TRI, '1'],
  [ANCESTORS, 'Ancestor_1_1'],
];

/**
 * Letters; `-` for gaps; `.` for columns that belong to other parts of a composite row; lower case for letters that
 * the alignment leaves out.
 */
export interface AlignedRow {
  genome: Genome;
  region?: string;
  start: number;
  strand?: 1 | -1;
  row: string;
  node?: number;
  visible?: 0;
}

type Node = [id: number, parent: number | null, distance: number];

interface Alignment {
  set: number;
  rows: AlignedRow[];
  tree?: Node[];
}

export const EPO: AlignedRow[] = [
  { genome: UNA, start: 1001, node: 13, row: '--ACGTAC-GTTTGA' },
  { genome: DUO, start: 2001, node: 14, strand: -1, row: 'TTACGT-CAGTTT--' },
  { genome: TRI, start: 3001, node: 15, row: '----GTACAGAATGA' },
  { genome: ANCESTORS, region: 'Ancestor_1_1', start: 1, node: 12, row: 'TTACGTACAGTTTGA' },
  { genome: ANCESTORS, region: 'Ancestor_1_1', start: 101, node: 11, row: 'TTACGTACAGTATGA' },
];

/** DUO has two pieces on two regions. The second piece has two letters that the alignment leaves out. */
export const EXTENDED: AlignedRow[] = [
  { genome: UNA, start: 1101, node: 22, row: 'ACGTACGTACGTACGTACGT' },
  { genome: DUO, region: '2', start: 501, node: 23, row: '...........TggACG-ACG.' },
  { genome: DUO, region: '1', start: 2101, node: 23, strand: -1, row: 'ACG-ACGT............' },
  { genome: TRI, start: 3101, node: 24, row: 'ACGTA--TACGTACGTACGA' },
];

/** Two copies of an interval of UNA, and one of TRI. */
const COPIES: AlignedRow[] = [
  { genome: UNA, start: 1201, node: 33, row: 'GATTACAGATTACA' },
  { genome: UNA, start: 1301, node: 34, row: 'GATTACTGATTACA' },
  { genome: TRI, start: 3201, node: 35, row: 'GATTACA-ATTACA' },
];

export const MULTIPLE: AlignedRow[] = [
  { genome: TRI, start: 3301, row: 'CCATG-CCATGC' },
  { genome: UNA, start: 1401, row: 'CCATGGCCATGC' },
  { genome: DUO, start: 2201, row: 'CCA--GCCATGG' },
];

/** The first two overlap each other on UNA; the last is hidden. */
export const PAIRWISE: AlignedRow[][] = [
  [
    { genome: UNA, start: 1501, row: 'TTGACCATTG--A' },
    { genome: DUO, start: 2301, strand: -1, row: 'TTGA-CATTGCCA' },
  ],
  [
    { genome: UNA, start: 1507, row: 'ATTGATTT' },
    { genome: DUO, start: 2401, row: 'ATTCATTT' },
  ],
  [
    { genome: UNA, start: 1601, row: 'GGGG', visible: 0 },
    { genome: DUO, start: 2501, row: 'GGGC', visible: 0 },
  ],
];

const SELF: AlignedRow[] = [
  { genome: UNA, start: 1701, row: 'CATCATCAT' },
  { genome: UNA, start: 1801, row: 'CATCTTCAT', strand: -1 },
];

const SETS: [id: number, method: number, group: string, genomes: Genome[]][] = [
  [1, 13, 'collection-fictids', [UNA, DUO, TRI]],
  [2, 14, 'fictids', [UNA, DUO, TRI]],
  [3, 19, 'fictids', [UNA, DUO, TRI]],
  [4, 16, '', [UNA, DUO]],
  [5, 16, '', [UNA]],
];
const METHODS: [id: number, type: string, its: string][] = [
  [13, 'EPO', 'GenomicAlignTree.ancestral_alignment'],
  [14, 'EPO_EXTENDED', 'GenomicAlignTree.tree_alignment'],
  [19, 'PECAN', 'GenomicAlignBlock.multiple_alignment'],
  [16, 'LASTZ_NET', 'GenomicAlignBlock.pairwise_alignment'],
  [101, 'SYNTENY', 'SyntenyRegion.synteny'],
];

const ALIGNMENTS: Alignment[] = [
  {
    set: 1,
    rows: EPO,
    tree: [
      [11, null, 0],
      [12, 11, 0.1],
      [13, 12, 0.01],
      [14, 12, 0.02],
      [15, 11, 0.3],
    ],
  },
  {
    set: 2,
    rows: EXTENDED,
    tree: [
      [20, null, 0],
      [21, 20, 0.1],
      [22, 21, 0.01],
      [23, 21, 0.02],
      [24, 20, 0.3],
    ],
  },
  {
    set: 2,
    rows: COPIES,
    tree: [
      [31, null, 0],
      [32, 31, 0.1],
      [33, 32, 0.01],
      [34, 32, 0.02],
      [35, 31, 0.3],
    ],
  },
  { set: 3, rows: MULTIPLE },
  ...PAIRWISE.map((rows) => ({ set: 4, rows })),
  { set: 5, rows: SELF },
];

export const turned = (letters: string): string =>
  Array.from(letters, (letter) => ({ A: 'T', C: 'G', G: 'C', T: 'A' })[letter] ?? letter)
    .reverse()
    .join('');
export const plain = (row: string): string => row.replace(/[-.]/g, '').toUpperCase();

function cigarLine(row: string): string {
  const operation = (letter: string) =>
    letter === '-' ? 'D' : letter === '.' ? 'X' : /[a-z]/.test(letter) ? 'I' : 'M';
  return Array.from(row, operation)
    .join('')
    .replace(/(.)\1*/g, (run) => `${run.length === 1 ? '' : run.length}${run[0]}`);
}

/** Bases of a region: T, except where rows are. */
function basesOf(genome: Genome, region: string): string {
  const bases = Array<string>(LENGTH).fill('T');
  for (const { start, strand, row } of ALIGNMENTS.flatMap(({ rows }) => rows).filter(
    (each) => each.genome === genome && (each.region ?? '1') === region,
  )) {
    const letters = strand === -1 ? turned(plain(row)) : plain(row);
    Array.from(letters, (letter, at) => (bases[start - 1 + at] = letter));
  }
  return bases.join('');
}

function core(genome: Genome): Record<string, DumpRow[]> {
  const names = REGIONS.filter(([its]) => its === genome).map(([, region]) => region);
  const { meta, coord_system, attrib_type, analysis, external_db, seq_region_synonym } = oneGeneDatabase(genome);
  return {
    coord_system,
    attrib_type: [...attrib_type, { attrib_type_id: 7, code: 'circular_seq', name: 'Circular' }],
    analysis,
    external_db,
    seq_region_synonym,
    meta: meta.map((row) =>
      row.meta_key === 'species.alias' ? { ...row, meta_value: at(genome.split('_'), 1) } : row,
    ),
    seq_region: names.map((name, each) => ({ seq_region_id: 11 + each, name, coord_system_id: 1, length: LENGTH })),
    seq_region_attrib: names.flatMap((name, each) =>
      [6, ...(name === '2' ? [7] : [])].map((attrib_type_id) => ({
        seq_region_id: 11 + each,
        attrib_type_id,
        value: '1',
      })),
    ),
    dna: names.map((name, each) => ({ seq_region_id: 11 + each, sequence: basesOf(genome, name) })),
    // UNA's 1003 to 1006.
    ...(genome === UNA
      ? {
          repeat_feature: [
            {
              repeat_feature_id: 1,
              seq_region_id: 11,
              seq_region_start: 1003,
              seq_region_end: 1006,
              seq_region_strand: 1,
              repeat_consensus_id: 1,
            },
          ],
        }
      : {}),
  };
}

/** The name of TRI's taxon, `Ficta 3`, ends with that of its strain. */
const STRAINS: Partial<Record<Genome, DumpRow>> = {
  [DUO]: { strain_name: 'strain X1', genome_component: 'B' },
  [TRI]: { strain_name: 'breed 3' },
};

function compara(): Record<string, DumpRow[]> {
  const genomes = [UNA, DUO, TRI, ANCESTORS];
  const idOf = (genome: Genome) => genomes.indexOf(genome) + 1;
  const fragmentOf = ({ genome, region = '1' }: AlignedRow) =>
    REGIONS.findIndex(([its, name]) => its === genome && name === region) + 1;
  const align: DumpRow[] = [];
  ALIGNMENTS.forEach(({ set, rows }, block) =>
    rows.forEach((each) =>
      align.push({
        genomic_align_id: align.length + 1,
        genomic_align_block_id: each.genome === ANCESTORS ? 100 + block : block + 1,
        method_link_species_set_id: set,
        dnafrag_id: fragmentOf(each),
        dnafrag_start: each.start,
        dnafrag_end: each.start + plain(each.row).length - 1,
        dnafrag_strand: each.strand ?? 1,
        cigar_line: cigarLine(each.row),
        visible: each.visible ?? 1,
        node_id: each.node ?? null,
      }),
    ),
  );
  return {
    meta: [{ meta_id: 1, meta_key: 'schema_version', meta_value: '115' }],
    method_link: METHODS.map(([method_link_id, type, its]) => ({ method_link_id, type, class: its })),
    method_link_species_set: SETS.map(([id, method_link_id]) => ({
      method_link_species_set_id: id,
      method_link_id,
      species_set_id: id,
      name: `set ${id}`,
    })),
    species_set_header: SETS.map(([id, , name]) => ({ species_set_id: id, name })),
    species_set: SETS.flatMap(([id, , , its]) =>
      its.map((genome) => ({ species_set_id: id, genome_db_id: idOf(genome) })),
    ),
    genome_db: [
      ...genomes.map((name) => ({
        genome_db_id: idOf(name),
        taxon_id: name === ANCESTORS ? 0 : 9000 + idOf(name),
        name,
        assembly: 'FIC1',
        genebuild: '1',
        display_name: name,
        ...STRAINS[name],
      })),
      // Another genome of UNA's taxon.
      { genome_db_id: 9, taxon_id: 9001, name: 'ficta_una_alia', assembly: 'FIC2', genebuild: '1' },
    ],
    dnafrag: REGIONS.map(([genome, name], each) => ({
      dnafrag_id: each + 1,
      name,
      genome_db_id: idOf(genome),
      coord_system_name: 'chromosome',
      length: LENGTH,
    })),
    genomic_align: align,
    genomic_align_tree: ALIGNMENTS.flatMap(({ tree = [] }) =>
      tree.map(([node_id, parent_id, distance_to_parent]) => ({
        node_id,
        parent_id: parent_id ?? 0,
        root_id: at(tree, 0)[0],
        left_index: node_id,
        right_index: node_id,
        distance_to_parent,
      })),
    ),
    species_tree_root: [{ root_id: 901, method_link_species_set_id: 3, label: 'default' }],
    // ((DUO, TRI), UNA)
    species_tree_node: (
      [
        [901, null, null],
        [902, 901, null],
        [903, 902, DUO],
        [904, 902, TRI],
        [905, 901, UNA],
      ] as const
    ).map(([node_id, parent_id, genome]) => ({
      node_id,
      parent_id,
      root_id: 901,
      left_index: node_id,
      right_index: node_id,
      taxon_id: null,
      genome_db_id: genome && idOf(genome),
      node_name: '',
      distance_to_parent: 0.5,
    })),
    ncbi_taxa_name: [1, 2, 3].map((id) => ({
      taxon_id: 9000 + id,
      name: `Ficta ${id}`,
      name_class: 'scientific name',
    })),
  };
}

/** @param genomes whose core databases are compiled together with the comparative one */
export function alignmentRelease(genomes: readonly Genome[] = [UNA, DUO, TRI, ANCESTORS]): Promise<CompiledRelease> {
  return CompiledRelease.from([
    ...genomes.map((genome): DumpedDatabase => [genome, 'core', core(genome)]),
    ['multi', 'compara', compara()],
  ]);
}
