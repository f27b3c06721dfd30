import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import { PATTERN } from '../../../src/compara/id-form.ts';
import { type StableIdType, encodeStableId, stableIdType, stableIdTypeNumber } from '../../../src/genome/stable-id.ts';
import type { RecordLocation } from '../../../src/index/blocks/object-sink.ts';
import { openDuckdb } from '../../dump/duckdb-share.ts';
import { queryRows, sqlText } from '../../dump/query-chunks.ts';
import { RowAppender } from '../../dump/row-appender.ts';
import type { SortedSink } from '../../output/genome-tables.ts';

const OTHER = stableIdTypeNumber('Other');
const KINDS = { gene: 0, xrefs: 1, proteinFeatures: 2 } as const;

interface Row {
  key: string;
  type: number;
  genome: number;
  version: number | null;
  region: string;
  gene_offset: number | null;
  gene_length: number | null;
  gene_index: number | null;
  xref_offset: number | null;
  xref_length: number | null;
  xref_index: number | null;
  protein_offset: number | null;
  protein_length: number | null;
  protein_index: number | null;
}

/** No other query sorts at the same time, but the compiler of a genome has its tables open while it adds its ids. */
const MEMORY_PART = 1 / 3;

/**
 * Collects the stable ids of the genomes of one database, with the places of their records, and writes them to a
 * Parquet file. `writeStableIds` makes the `ids` table of the release from the files of all databases.
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

  /** @param scratch folder for temporary files; the caller removes it */
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
   * @param dbId id of the object in its table
   * @param geneId gene_id of the gene that the object is or belongs to
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
    this.#ids.add([id.toLowerCase(), stableIdTypeNumber(type), genome, version, region, dbId, geneId]);
  }

  /** Adds the id of an operon, which is no part of a gene: genome, id, version, region and row as for addId. */
  addOther(genome: number, id: string, version: number | null, region: string, dbId: number): void {
    this.#ids.add([id.toLowerCase(), OTHER, genome, version, region, dbId, null]);
  }

  /** Adds the place of the record of a gene (`gene`, `xrefs`) or of a translation (`proteinFeatures`). */
  addPlace(genome: number, kind: keyof typeof KINDS, owner: number, [offset, length, index]: RecordLocation): void {
    this.#places.add([KINDS[kind], genome, owner, offset, length, index]);
  }

  /** Writes the file. Nothing can be added afterwards. */
  async save(path: string): Promise<void> {
    this.#ids.close();
    this.#places.close();
    const place = (kind: keyof typeof KINDS, prefix: string) =>
      `(SELECT genome, owner, "offset" AS ${prefix}_offset, length AS ${prefix}_length, index AS ${prefix}_index
        FROM places WHERE kind = ${KINDS[kind]}) ${prefix}`;
    await this.#connection.run(`COPY (
      SELECT key, type, ids.genome, version, region, db_id, gene_id, gene_offset, gene_length, gene_index,
        xref_offset, xref_length, xref_index, protein_offset, protein_length, protein_index
      FROM ids LEFT JOIN ${place('gene', 'gene')} ON gene.genome = ids.genome AND gene.owner = gene_id
      LEFT JOIN ${place('xrefs', 'xref')} ON xref.genome = ids.genome AND xref.owner = gene_id
      LEFT JOIN ${place('proteinFeatures', 'protein')} ON protein.genome = ids.genome AND protein.owner = db_id
        AND type = ${stableIdTypeNumber('Translation')}
      WHERE gene_offset IS NOT NULL OR type = ${OTHER}
      ) TO ${sqlText(path)} (FORMAT parquet)`);
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

export interface SavedStableIds {
  /** File that a StableIdRun wrote. */
  path: string;
  /** Place in the manifest of the first genome of the database. */
  firstGenome: number;
}

/**
 * Writes the `ids` table, sorted by id, then genome, then type (Gene, Transcript, Translation, Exon, Other). A release
 * has tens of millions of ids: DuckDB sorts them, on disk if necessary.
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
 * SQL of all rows of some files. `genome` is the place in the manifest, `type` is stableIdTypeNumber, and
 * `gene_id` the id of the object's gene, NULL for other objects.
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
    type: stableIdType(row.type),
    genome: row.genome,
    version: row.version,
    region: row.region,
    gene: locationOf(row.gene_offset, row.gene_length, row.gene_index) ?? [0, 0, 0],
    xrefs: locationOf(row.xref_offset, row.xref_length, row.xref_index),
    proteinFeatures: locationOf(row.protein_offset, row.protein_length, row.protein_index),
  };
}

function locationOf(offset: number | null, length: number | null, index: number | null): RecordLocation | null {
  return offset === null || length === null || index === null ? null : [offset, length, index];
}

/** The root contains the list of prefixes, so a longer list is dropped. */
const MAX_PREFIXES = 4_000;

/**
 * SQL of the prefixes of ids (idPrefix), at most MAX_PREFIXES + 1.
 * @param rows SQL of rows with a `key` in lower case
 */
export function idPrefixesOf(rows: string): string {
  return `SELECT DISTINCT regexp_extract(key, '${PATTERN}') AS prefix FROM (${rows}) ORDER BY prefix
    LIMIT ${MAX_PREFIXES + 1}`;
}

/** The sorted union of the lists; null if a list is missing or the union has more than MAX_PREFIXES items. */
export function joinPrefixes(lists: readonly (readonly string[] | null | undefined)[]): string[] | null {
  const all = new Set(lists.flatMap((list) => list ?? []));
  return lists.every((list) => list) && all.size <= MAX_PREFIXES ? [...all].sort() : null;
}
