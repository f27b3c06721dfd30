/** A small release, compiled from invented dumps, for the tests of cross references. Its store counts reads. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORE_TABLES } from '../../../build-index/compile/genome/core-schema.ts';
import { loadRegions } from '../../../build-index/compile/genome/regions.ts';
import { compileXrefs } from '../../../build-index/compile/genome/xrefs.ts';
import { openDatabase } from '../../../build-index/dump/database.ts';
import { findDatabases } from '../../../build-index/dump/find-databases.ts';
import { LazyTable } from '../../../build-index/output/genome-tables.ts';
import { encodeStableId, type StableIdType } from '../../../src/genome/stable-id.ts';
import type { RecordLocation } from '../../../src/index/blocks/object-sink.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { SortedTableWriter } from '../../../src/index/tables/sorted-table.ts';
import type { GenomeEntry, TableEntry } from '../../../src/release/manifest.ts';
import { Release } from '../../../src/release/release.ts';
import { encodeRoot } from '../../../src/release/root.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import type { ByteRange, Store } from '../../../src/store/store.ts';
import { at, get } from '../../../src/checked.ts';

type Row = Record<string, string | number | null>;
export type Dump = Partial<Record<keyof typeof CORE_TABLES, Row[]>>;

class MemoryStore implements Store {
  readonly objects = new Map<string, Uint8Array>();
  reads = 0;

  async read({ object, offset, length }: ByteRange): Promise<Uint8Array> {
    this.reads++;
    return get(this.objects, object).subarray(offset, offset + length);
  }

  async value(): Promise<null> {
    return null;
  }
}

export interface Fixture {
  store: MemoryStore;
  /** A release with an empty cache: only the manifest has been read. */
  open(): Release;
}

/** Compiles each dump as the genome of a species: the tables `xrefs` and `symbols`, and the ids of all objects. */
export async function compileFixture(
  genomes: { species: string; group?: string; speciesId?: number; dump: Dump }[],
): Promise<Fixture> {
  const store = new MemoryStore();
  const entries: GenomeEntry[] = [];
  const ids: [key: string, value: Uint8Array][] = [];
  for (const [index, { species, group = 'core', speciesId = 1, dump }] of genomes.entries()) {
    const tables: GenomeEntry['tables'] = {};
    await withDatabase(dump, async (database) => {
      await loadRegions(database, speciesId);
      const table = (name: string) => new LazyTable(async () => writeTable(store, `${species}-${group}-${name}`));
      const [xrefTable, symbolTable] = [table('xrefs'), table('symbols')];
      const xrefRecords = await compileXrefs(database, xrefTable, symbolTable, (geneDbId) => [geneDbId, 1, 0]);
      for (const [name, entry] of [
        ['xrefs', await xrefTable.finish()],
        ['symbols', await symbolTable.finish()],
      ] as const)
        if (entry) tables[name] = entry;
      const objects = await database.all<{ type: StableIdType; id: string; gene_id: number }>(`
        SELECT 'Gene' AS type, stable_id AS id, gene_id FROM gene
        JOIN compiled_region USING (seq_region_id) WHERE is_current = 1
        UNION ALL SELECT 'Transcript', t.stable_id, gene_id FROM transcript t
        JOIN gene USING (gene_id) JOIN compiled_region r ON r.seq_region_id = gene.seq_region_id
        UNION ALL SELECT 'Translation', p.stable_id, gene_id FROM translation p
        JOIN transcript USING (transcript_id) JOIN gene USING (gene_id)
          JOIN compiled_region r ON r.seq_region_id = gene.seq_region_id
        UNION ALL SELECT 'Exon', stable_id, (SELECT min(gene_id) FROM gene) FROM exon`);
      for (const { type, id, gene_id: geneId } of objects) {
        const gene: RecordLocation = [geneId, 1, 0];
        const record = xrefRecords.get(geneId);
        const xrefs = record === undefined ? null : xrefTable.locate(record);
        ids.push([
          id.toLowerCase(),
          encodeStableId({ type, genome: index, version: 1, gene, xrefs, region: '1', proteinFeatures: null }),
        ]);
      }
    });
    entries.push({
      species,
      group,
      speciesId,
      aliases: [species, at(species.split('_'), 0)],
      assembly: null,
      coordSystems: [],
      sequence: null,
      longest: [],
      tables,
      info: { object: '', size: 0, sha256: '' },
    });
  }
  const table = writeTable(store, 'ids');
  for (const [key, value] of ids.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) await table.writer.add(key, value);
  const manifest = { id: 'test', version: 1, species: [], genomes: entries, ids: await table.finish() };
  return { store, open: () => Release.fromRoot(encodeRoot(manifest), new CachedBlockReader(store, new ByteCache())) };
}

function writeTable(store: MemoryStore, object: string): { writer: SortedTableWriter; finish(): Promise<TableEntry> } {
  const parts: Uint8Array[] = [];
  const writer = new SortedTableWriter({ write: async (bytes) => void parts.push(bytes.slice()) });
  return {
    writer,
    async finish() {
      const directory = await writer.finish();
      const bytes = Buffer.concat(parts);
      store.objects.set(object, bytes);
      return { object, size: bytes.length, sha256: '', directory };
    },
  };
}

/** Writes the rows as a dump folder, so that they are read like real dumps. */
async function withDatabase(
  dump: Dump,
  use: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'genomic-edge-test-'));
  try {
    const core = join(folder, 'some_species', 'core');
    await mkdir(core, { recursive: true });
    const kinds = { integer: 'bigint(20)', float: 'double', text: 'text' };
    const statements = Object.entries(CORE_TABLES).map(
      ([table, columns]) =>
        `CREATE TABLE \`${table}\` (\n${Object.entries(columns)
          .map(([name, kind]) => `  \`${name}\` ${kinds[kind]}`)
          .join(',\n')}\n) ENGINE=MyISAM;\n`,
    );
    await writeFile(join(core, 'table.sql'), statements.join('\n'));
    for (const [table, rows] of Object.entries(dump)) {
      const columns = Object.keys(CORE_TABLES[table as keyof typeof CORE_TABLES]);
      await writeFile(
        join(core, `${table}.txt`),
        rows.map((row) => `${columns.map((name) => row[name] ?? '\\N').join('\t')}\n`).join(''),
      );
    }
    const found = at(await findDatabases([folder]), 0);
    const database = await openDatabase(found, CORE_TABLES);
    try {
      await use(database);
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
