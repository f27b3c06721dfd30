import {
  type AlignedInterval,
  type AlignmentBlock,
  type AlignmentTreeRow,
  type BasesOfBlock,
  encodeAlignmentBlock,
  encodeAlignmentRecord,
} from '../../../src/compara/alignment-record.ts';
import { ANCESTRAL, isAncestral } from '../../../src/compara/species.ts';
import { packPieces, storedBasesOf, unpackPieces } from '../../../src/genome/stored-bases.ts';
import { FieldWriter } from '../../../src/index/blocks/fields.ts';
import { planReads } from '../../../src/index/blocks/read-plan.ts';
import type { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import type { ComparaEntry, GenomeEntry } from '../../../src/release/manifest.ts';
import { ALIGNMENT_TABLES as STORED_TABLES } from '../../../src/release/table-registry.ts';
import type { Store } from '../../../src/store/store.ts';
import { type Database, type NeededTables, openDatabase, stageRows } from '../../dump/database.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { WrittenRegions } from '../genome/region-records.ts';
import { RowsByKey, groupsOf } from '../rows/row-groups.ts';
import { NUMBER_TABLE, numberRegions, speciesTrees, treeOfBlock } from './alignment-sets.ts';

/** The tables from which whole-genome alignments are compiled; see CORE_TABLES. */
export const ALIGNMENT_TABLES = {
  method_link: { method_link_id: 'integer', type: 'text' },
  method_link_species_set: {
    method_link_species_set_id: 'integer',
    method_link_id: 'integer',
    species_set_id: 'integer',
  },
  species_set_header: { species_set_id: 'integer', name: 'text' },
  species_set: { species_set_id: 'integer', genome_db_id: 'integer' },
  species_tree_root: { root_id: 'integer', method_link_species_set_id: 'integer' },
  species_tree_node: {
    node_id: 'integer',
    parent_id: 'integer',
    root_id: 'integer',
    left_index: 'integer',
    genome_db_id: 'integer',
  },
  genome_db: { genome_db_id: 'integer', name: 'text' },
  dnafrag: { dnafrag_id: 'integer', name: 'text', genome_db_id: 'integer', coord_system_name: 'text' },
  genomic_align: {
    genomic_align_id: 'integer',
    genomic_align_block_id: 'integer',
    method_link_species_set_id: 'integer',
    dnafrag_id: 'integer',
    dnafrag_start: 'integer',
    dnafrag_end: 'integer',
    dnafrag_strand: 'integer',
    cigar_line: 'text',
    visible: 'integer',
    node_id: 'integer',
  },
  genomic_align_tree: { node_id: 'integer', parent_id: 'integer', root_id: 'integer', distance_to_parent: 'float' },
} as const satisfies NeededTables;

/** A row of `placed` as JSON: an AlignedInterval without version and bases. */
const INTERVAL = `to_json({
  id: genomic_align_id, node: CASE WHEN root_id IS NULL THEN NULL ELSE node_id END, genome: genome, region: region,
    coordSystem: coord_system_name, start: dnafrag_start,
  "end": dnafrag_end, strand: dnafrag_strand, cigarLine: cigar_line })::VARCHAR`;

/**
 * `placed`: rows with a place. The rows of a tree belong to two blocks, one of them of the ancestors. `blocks`: the
 * blocks in the order in which they are written, along the genome with the lowest id, so that one read returns
 * neighbours. The rows are grouped by sorting and joining, which DuckDB does on disk; it would hold lists and windows
 * over all blocks in memory.
 */
const BLOCKS = `
  CREATE TABLE placed AS
    SELECT genomic_align_id, method_link_species_set_id AS mlss, dnafrag_id, dnafrag_start, dnafrag_end, dnafrag_strand,
      cigar_line, visible, node_id, root_id,
      d.name AS region, d.coord_system_name, genome_db_id, g.name AS genome, g.name ILIKE '${ANCESTRAL}%' AS ancestral,
      CASE WHEN root_id IS NULL THEN 'block ' || genomic_align_block_id ELSE 'tree ' || root_id END AS block
    FROM genomic_align JOIN dnafrag d USING (dnafrag_id) JOIN genome_db g USING (genome_db_id)
      LEFT JOIN genomic_align_tree USING (node_id)
    WHERE dnafrag_start BETWEEN 1 AND dnafrag_end;
  CREATE TABLE blocks AS
    SELECT block, root_id AS tree_id, min(mlss) AS mlss FROM placed GROUP BY block, root_id
      ORDER BY min(mlss), min((ancestral, genome_db_id, dnafrag_id, dnafrag_start)), block`;

interface Block {
  mlss: number;
  /** JSON of INTERVAL. */
  intervals: readonly string[];
  tree: AlignmentTreeRow[];
}

/** Staged with the dump's tables: the places of the bases of each block (BasesOfBlock). */
const BASES_TABLE = 'block_bases';

/** Intervals and trees of the blocks, in the order of the blocks. */
const INTERVALS = `SELECT s.rowid AS key, s.mlss, ${INTERVAL} AS interval_json FROM placed JOIN blocks s USING (block)
  ORDER BY key, genomic_align_id`;
const TREES = `
  SELECT s.rowid AS key, node_id AS id, CASE WHEN node_id = root_id THEN NULL ELSE parent_id END AS parent,
    coalesce(distance_to_parent, 0) AS distance
  FROM genomic_align_tree JOIN blocks s ON tree_id = root_id ORDER BY key, node_id`;

/** References to blocks. Ensembl requires that intervals are visible only in blocks without a tree. */
const REFERENCES = `
  SELECT number, n.key, genomic_align_id AS reference, dnafrag_start AS start, dnafrag_end AS "end", ordinal, bases
  FROM placed p JOIN ${NUMBER_TABLE} n ON n.method_link_species_set_id = p.mlss AND n.dnafrag_id = p.dnafrag_id
    JOIN blocks s USING (block) JOIN ${BASES_TABLE} b ON b.ordinal = s.rowid
  WHERE NOT ancestral AND (root_id IS NOT NULL OR coalesce(visible, 1) = 1)
  ORDER BY number, dnafrag_start, genomic_align_id, key`;

interface ReferenceRow {
  number: number;
  key: string;
  reference: number;
  start: number;
  end: number;
  /** Ordinal of the block. */
  ordinal: number;
  bases: string;
}

/**
 * Writes the whole-genome alignments of a compara database. Writes nothing and returns an empty entry if it has none.
 * @param genomes genomes that are already in the folder
 */
export async function compileAlignments(
  dump: DumpDatabase,
  folder: IndexFolder,
  genomes: readonly GenomeEntry[],
): Promise<Pick<ComparaEntry, 'alignments'>> {
  const database = await openDatabase(dump, ALIGNMENT_TABLES);
  const written = folder.written();
  try {
    const [{ count } = { count: 0 }] = await database.all<{ count: number }>(
      'SELECT count(*) AS count FROM genomic_align',
    );
    if (count === 0) return {};
    await numberRegions(database);
    await database.all(BLOCKS);
    const blockOf = await blockMaker(database, new AlignedBases(genomes, written));
    const blocks = await folder.sortedTable(STORED_TABLES.blocks, { compara: dump.species });
    await stageRows(
      database,
      BASES_TABLE,
      'ordinal BIGINT, bases VARCHAR',
      writtenBlocks(database, blocks.writer, blockOf, genomes),
    );
    const entry = await blocks.finish();
    const fields = new FieldWriter();
    const references = await folder.intervalTable(STORED_TABLES.references, { compara: dump.species });
    for await (const rows of database.batches<ReferenceRow>(REFERENCES)) {
      for (const { number, key, reference, start, end, ordinal, bases } of rows) {
        await references.writer.add(
          number,
          start,
          end,
          encodeAlignmentRecord(
            { key, reference, block: blocks.writer.locate(ordinal), bases: JSON.parse(bases) as BasesOfBlock },
            fields,
          ),
        );
      }
    }
    return { alignments: { references: await references.finish(), blocks: entry } };
  } finally {
    await written.close();
    await database.close();
  }
}

/** Writes the blocks. Yields the places of the bases of each block. */
async function* writtenBlocks(
  database: Database,
  writer: SortedTableWriter,
  blockOf: (block: Block) => Promise<AlignmentBlock>,
  genomes: readonly GenomeEntry[],
): AsyncGenerator<[ordinal: number, bases: string]> {
  const fields = new FieldWriter();
  const trees = new RowsByKey(database.batches<AlignmentTreeRow & { key: number }>(TREES));
  try {
    for await (const rows of groupsOf(
      database.batches<{ key: number; mlss: number; interval_json: string }>(INTERVALS),
      ({ key }) => key,
    )) {
      const { key: ordinal, mlss } = rows[0];
      const tree = (await trees.take(ordinal)).map(({ id, parent, distance }) => ({ id, parent, distance }));
      const block = await blockOf({ mlss, intervals: rows.map(({ interval_json: json }) => json), tree });
      await writer.add(String(ordinal).padStart(12, '0'), encodeAlignmentBlock(block, fields));
      yield [ordinal, JSON.stringify(basesOfBlock(block, genomes))];
    }
  } finally {
    await trees.close();
  }
}

/**
 * Returns a function that turns blocks into records: it adds the place of the bases to each interval, and the species
 * tree to blocks without a tree.
 */
async function blockMaker(
  database: Database,
  places: AlignedBases,
): Promise<(block: Block) => Promise<AlignmentBlock>> {
  const species = await speciesTrees(database);
  return async ({ mlss, intervals, tree }) => {
    const rows = intervals.map((json) => JSON.parse(json) as Omit<AlignedInterval, 'version' | 'bases'>);
    const found: AlignedInterval[] = [];
    for (const row of rows) {
      const place = await places.of(row);
      // Without a database of ancestral sequences, the rows of ancestors are omitted from trees.
      if (place || !isAncestral(row.genome)) found.push({ ...row, version: null, bases: null, ...place });
    }
    const shared = tree.length === 0 && rows.length > 2 ? species.get(mlss) : undefined;
    if (!shared) return { intervals: found, tree };
    return {
      intervals: found.map((interval, each) => ({ ...interval, node: -1 - each })),
      tree: treeOfBlock(
        shared,
        rows.map(({ genome }) => genome),
      ),
    };
  };
}

type AlignedPlace = Pick<AlignedInterval, 'genome' | 'region' | 'coordSystem' | 'start' | 'end'>;

/** Finds the stored bases of aligned intervals in the compiled region records. */
class AlignedBases {
  readonly #regions: WrittenRegions;

  constructor(genomes: readonly GenomeEntry[], written: Store) {
    this.#regions = new WrittenRegions(
      genomes.filter(({ sequence }) => sequence),
      written,
    );
  }

  /** Null for an interval that no compiled genome contains. */
  async of({
    genome,
    region,
    coordSystem,
    start,
    end,
  }: AlignedPlace): Promise<Pick<AlignedInterval, 'version' | 'bases'> | null> {
    const record = await this.#regions.find(genome, region, coordSystem);
    if (!record || end > record.length) return null;
    return { version: record.version, bases: packPieces(storedBasesOf({ region: record, start, end, strand: 1 })) };
  }
}

/** Gaps in bytes up to which reads of a genome are merged. Ancestral sequences of a block are stored close together. */
const MAX_GAP = 16 * 1024;

/** The places of the bases of all rows of a block. */
function basesOfBlock({ intervals }: AlignmentBlock, genomes: readonly GenomeEntry[]): BasesOfBlock {
  const ranges = intervals.flatMap(({ genome, bases }) => {
    const place = genomes.findIndex(({ species, group }) => species === genome && group === 'core');
    return unpackPieces(bases ?? []).map(({ stored: { offset, sizes } }) => ({
      object: String(place),
      offset,
      length: sizes.reduce((sum, size) => sum + size, 0),
    }));
  });
  const stored = ranges.filter(({ length }) => length > 0);
  return planReads(stored, MAX_GAP, Infinity).flatMap(({ range: { object, offset, length } }) => [
    Number(object),
    offset,
    length,
  ]);
}
