import { DuckDBInstance, type DuckDBAppender, type DuckDBConnection } from '@duckdb/node-api';
import { join } from 'node:path';
import { encodeStableId, type StableIdType } from '../../src/genome/stable-id.ts';
import type { RecordLocation } from '../../src/index/object-sink.ts';
import type { SortedTableWriter } from '../../src/index/sorted-table.ts';
import { rowsOfChunk } from '../dump/duckdb-rows.ts';

const TYPES: readonly StableIdType[] = ['Gene', 'Transcript', 'Translation', 'Exon'];
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

/**
 * Gathers the stable ids of all genomes and where what they name stands, and writes the release's `ids` table. A
 * release has tens of millions: they are sorted and joined with their places by DuckDB, on disk where they must.
 */
export class StableIdCollector {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #ids: DuckDBAppender;
  readonly #places: DuckDBAppender;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection, ids: DuckDBAppender, places: DuckDBAppender) {
    this.#instance = instance;
    this.#connection = connection;
    this.#ids = ids;
    this.#places = places;
  }

  /** @param folder where the rows go; the caller removes it */
  static async create(folder: string): Promise<StableIdCollector> {
    const instance = await DuckDBInstance.create(join(folder, 'ids.duckdb'), { memory_limit: '2GB', temp_directory: join(folder, 'spill') });
    const connection = await instance.connect();
    await connection.run(`
      CREATE TABLE ids (key VARCHAR, type INTEGER, genome INTEGER, version INTEGER, region VARCHAR, db_id BIGINT, gene_id BIGINT);
      CREATE TABLE places (kind INTEGER, genome INTEGER, owner BIGINT, "offset" BIGINT, length INTEGER, index INTEGER)`);
    return new StableIdCollector(instance, connection, await connection.createAppender('ids'), await connection.createAppender('places'));
  }

  /** @param geneId gene_id of the gene that the object is or belongs to; `dbId` the object's own */
  addId(genome: number, type: StableIdType, id: string, version: number | null, region: string, dbId: number, geneId: number): void {
    const row = this.#ids;
    row.appendVarchar(id.toLowerCase());
    row.appendInteger(TYPES.indexOf(type));
    row.appendInteger(genome);
    if (version === null) row.appendNull();
    else row.appendInteger(version);
    row.appendVarchar(region);
    row.appendBigInt(BigInt(dbId));
    row.appendBigInt(BigInt(geneId));
    row.endRow();
  }

  /** Where the record of a gene (genes, xrefs) or translation (protein features) stands. */
  addPlace(genome: number, kind: keyof typeof KINDS, owner: number, [offset, length, index]: RecordLocation): void {
    const row = this.#places;
    row.appendInteger(KINDS[kind]);
    row.appendInteger(genome);
    row.appendBigInt(BigInt(owner));
    row.appendBigInt(BigInt(offset));
    row.appendInteger(length);
    row.appendInteger(index);
    row.endRow();
  }

  /** Writes the table: by id, then genome, then Gene before Transcript before Translation before Exon. */
  async write(writer: SortedTableWriter): Promise<void> {
    this.#ids.closeSync();
    this.#places.closeSync();
    const place = (kind: keyof typeof KINDS, prefix: string) =>
      `(SELECT genome, owner, "offset" AS ${prefix}_offset, length AS ${prefix}_length, index AS ${prefix}_index FROM places WHERE kind = ${KINDS[kind]}) ${prefix}`;
    const result = await this.#connection.stream(`
      SELECT key, type, ids.genome, version, region, gene_offset, gene_length, gene_index,
        xref_offset, xref_length, xref_index, protein_offset, protein_length, protein_index
      FROM ids JOIN ${place('gene', 'gene')} ON gene.genome = ids.genome AND gene.owner = gene_id
      LEFT JOIN ${place('xrefs', 'xref')} ON xref.genome = ids.genome AND xref.owner = gene_id
      LEFT JOIN ${place('proteinFeatures', 'protein')} ON protein.genome = ids.genome AND protein.owner = db_id AND type = ${TYPES.indexOf('Translation')}
      ORDER BY key, ids.genome, type, db_id, gene_id`);
    const names = result.deduplicatedColumnNames();
    for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      for (const row of rowsOfChunk<Row>(chunk, names)) await writer.add(row.key, encodeStableId(stableId(row)));
    }
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

function stableId(row: Row): Parameters<typeof encodeStableId>[0] {
  return {
    type: TYPES[row.type]!, genome: row.genome, version: row.version, region: row.region,
    gene: [row.gene_offset, row.gene_length, row.gene_index],
    xrefs: row.xref_offset === null ? null : [row.xref_offset, row.xref_length!, row.xref_index!],
    proteinFeatures: row.protein_offset === null ? null : [row.protein_offset, row.protein_length!, row.protein_index!],
  };
}
