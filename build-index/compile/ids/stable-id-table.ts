import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import { PATTERN } from '../../../src/compara/id-form.ts';
import { STABLE_ID_TYPES, type StableIdType, encodeStableId } from '../../../src/genome/stable-id.ts';
import type { RecordLocation } from '../../../src/index/blocks/object-sink.ts';
import { openDuckdb } from '../../dump/duckdb-share.ts';
import { queryRows, sqlText } from '../../dump/query-chunks.ts';
import { RowAppender } from '../../dump/row-appender.ts';
import type { SortedSink } from '../../output/genome-tables.ts';

const KINDS = { gene: 0, xrefs: 1, proteinFeatures: 2 } as const;

interface Row {
  key: string;
  type: number;
  genome: number;
  version: number | null;
  region: string;
  gene_offset: number;
  gene_length: number;
  gene_index: number;
  xref_offset: number | null;
  xref_length: number | null;
  xref_index: number | null;
  protein_offset: number | null;
  protein_length: number | null;
  protein_index: number | null;
}

/** Nothing else sorts meanwhile, but a genome's compiler has its tables open while it tells its ids. */
const MEMORY_PART = 1 / 3;

/**
 * Gathers the stable ids of the genomes of one database and where what they name stands, and leaves them in a file
 * (Parquet), of which `writeStableIds` makes the release's `ids` table when all databases have left theirs.
 */
export class StableIdRun {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #ids: RowAppender;
  readonly #places: RowAppender;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection, ids: RowAppender, places: RowAppender) {
    this.#instance = instance;
    this.#connection = connection;
    this.#ids = ids;
    this.#places = places;
  }

  /** @param scratch where the rows go meanwhile; the caller removes it */
  static async create(scratch: string): Promise<StableIdRun> {
    const instance = await openDuckdb(join(scratch, 'ids.duckdb'), join(scratch, 'ids-spill'), MEMORY_PART);
    const connection = await instance.connect();
    await connection.run(`
      CREATE TABLE ids (key VARCHAR, type INTEGER, genome INTEGER, version INTEGER, region VARCHAR, db_id BIGINT,
        gene_id BIGINT);
      CREATE TABLE places (kind INTEGER, genome INTEGER, owner BIGINT, "offset" BIGINT, length INTEGER,
        index INTEGER)`);
    return new StableIdRun(
      instance,
      connection,
      new RowAppender(await connection.createAppender('ids')),
      new RowAppender(await connection.createAppender('places')),
    );
  }

  /**
   * @param genome number of the genome in its database, from 0
   * @param geneId gene_id of the gene that the object is or belongs to; `dbId` the object's own
   */
  addId(
    genome: number,
    type: StableIdType,
    id: string,
    version: number | null,
    region: string,
    dbId: number,
    geneId: number,
  ): void {
    this.#ids.add([id.toLowerCase(), STABLE_ID_TYPES.indexOf(type), genome, version, region, dbId, geneId]);
  }

  /** Where the record of a gene (genes, xrefs) or translation (protein features) stands. */
  addPlace(genome: number, kind: keyof typeof KINDS, owner: number, [offset, length, index]: RecordLocation): void {
    this.#places.add([KINDS[kind], genome, owner, offset, length, index]);
  }

  /** Leaves everything in a file; nothing can be added any more. */
  async save(path: string): Promise<void> {
    this.#ids.close();
    this.#places.close();
    const place = (kind: keyof typeof KINDS, prefix: string) =>
      `(SELECT genome, owner, "offset" AS ${prefix}_offset, length AS ${prefix}_length, index AS ${prefix}_index
        FROM places WHERE kind = ${KINDS[kind]}) ${prefix}`;
    await this.#connection.run(`COPY (
      SELECT key, type, ids.genome, version, region, db_id, gene_id, gene_offset, gene_length, gene_index,
        xref_offset, xref_length, xref_index, protein_offset, protein_length, protein_index
      FROM ids JOIN ${place('gene', 'gene')} ON gene.genome = ids.genome AND gene.owner = gene_id
      LEFT JOIN ${place('xrefs', 'xref')} ON xref.genome = ids.genome AND xref.owner = gene_id
      LEFT JOIN ${place('proteinFeatures', 'protein')} ON protein.genome = ids.genome AND protein.owner = db_id
        AND type = ${STABLE_ID_TYPES.indexOf('Translation')}
      ) TO ${sqlText(path)} (FORMAT parquet)`);
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

/** A file that a StableIdRun has left, and the place in the manifest of the first genome of its database. */
export interface SavedStableIds {
  path: string;
  firstGenome: number;
}

/**
 * Writes the `ids` table: by id, then genome, then Gene before Transcript before Translation before Exon. A release has
 * tens of millions: DuckDB sorts them, on disk where it must.
 */
export async function writeStableIds(
  runs: readonly SavedStableIds[],
  table: SortedSink,
  scratch: string,
): Promise<void> {
  const instance = await openDuckdb(join(scratch, 'ids.duckdb'), join(scratch, 'ids-spill'), 1);
  try {
    const connection = await instance.connect();
    const sql = `SELECT * FROM (${allStableIds(runs)}) ORDER BY key, genome, type, db_id, gene_id`;
    for await (const rows of queryRows<Row>(connection, sql))
      for (const row of rows) await table.add(row.key, encodeStableId(stableId(row)));
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
}

/**
 * A query of all rows of some files; `genome` is the place in the manifest, `type` that in STABLE_ID_TYPES, `gene_id`
 * that of the object's gene.
 */
export function allStableIds(runs: readonly SavedStableIds[]): string {
  return runs
    .map(
      ({ path, firstGenome }) =>
        `SELECT * REPLACE (genome + ${firstGenome} AS genome) FROM read_parquet(${sqlText(path)})`,
    )
    .join(' UNION ALL ');
}

function stableId(row: Row): Parameters<typeof encodeStableId>[0] {
  return {
    type: STABLE_ID_TYPES[row.type]!,
    genome: row.genome,
    version: row.version,
    region: row.region,
    gene: [row.gene_offset, row.gene_length, row.gene_index],
    xrefs: row.xref_offset === null ? null : [row.xref_offset, row.xref_length!, row.xref_index!],
    proteinFeatures: row.protein_offset === null ? null : [row.protein_offset, row.protein_length!, row.protein_index!],
  };
}

/** Of so many different ones no list is kept: the root holds it. */
const MOST_PREFIXES = 4_000;

/**
 * A query of what the ids of some rows begin with (idPrefix); `rows` is SQL of rows with a `key` in lower case. One row
 * more than may be kept.
 */
export function idPrefixesOf(rows: string): string {
  return `SELECT DISTINCT regexp_extract(key, '${PATTERN}') AS prefix FROM (${rows}) ORDER BY prefix
    LIMIT ${MOST_PREFIXES + 1}`;
}

/** All of some lists, in order; null when one is, or they are too many. */
export function joinPrefixes(lists: readonly (readonly string[] | null | undefined)[]): string[] | null {
  const all = new Set(lists.flatMap((list) => list ?? []));
  return lists.every((list) => list) && all.size <= MOST_PREFIXES ? [...all].sort() : null;
}
