/**
 * Measures how fast dumps are read and loaded, in MB of plain text per second, for a table like xref (much text) and
 * one like exon_transcript (numbers). Generates the files in the system's temporary folder and removes them.
 *
 *   node bench/dump-reader.ts [megabytes, default 300]
 */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { runCommand } from '../cli/run-command.ts';
import { type Database, type NeededTables, openDatabase } from '../build-index/dump/database.ts';
import { readDna } from '../build-index/dump/dna-reader.ts';
import { readRows } from '../build-index/dump/row-reader.ts';
import { parseTableSchemas } from '../build-index/dump/table-schema.ts';
import { get, present } from '../src/checked.ts';

const SCHEMA = `
CREATE TABLE xref (xref_id int, external_db_id int, dbprimary_acc varchar(512), display_label varchar(512),
  version varchar(10), description text, info_type enum('NONE','DIRECT'), info_text varchar(255));
CREATE TABLE exon_transcript (exon_id int, transcript_id int, \`rank\` int);`;
const NEEDED: NeededTables = {
  xref: {
    xref_id: 'integer',
    external_db_id: 'integer',
    dbprimary_acc: 'text',
    display_label: 'text',
    description: 'text',
    info_type: 'text',
  },
  exon_transcript: { exon_id: 'integer', transcript_id: 'integer', rank: 'integer' },
};
const ROWS: Record<string, (row: number) => string> = {
  // One description in 50 contains an escape, one in 100 a letter beyond ASCII.
  xref: (row) => {
    const name = row % 50 === 0 ? 'split\\\nname' : row % 100 === 1 ? 'Krüppel-like factor' : 'zinc finger protein';
    const description = `${name} ${row} [Source:Made Up;Acc:MU:${row}]`;
    return `${row}\t${row % 800}\tACC${row}.1\tsymbol${row % 30000}\t0\t${description}\tDIRECT\t\\N\n`;
  },
  exon_transcript: (row) => `${row}\t${(row / 7) | 0}\t${(row % 7) + 1}\n`,
};

const megabytes = Number(process.argv[2] ?? 300);
const schema = parseTableSchemas(SCHEMA);
const folder = await mkdtemp(join(tmpdir(), 'dump-reader-bench-'));

await runCommand('bench-dump-reader', async () => {
  try {
    for (const [table, rowText] of Object.entries(ROWS)) {
      const plain = join(folder, `${table}.txt`);
      const packed = `${plain}.gz`;
      const bytes = await generate(plain, rowText);
      await pipeline(createReadStream(plain), createGzip({ level: 6 }), createWriteStream(packed));
      const columns = get(schema, table).columns.length;
      await timed(`${table} read, plain`, bytes, () => countRows(plain, columns));
      await timed(`${table} read, gzip`, bytes, () => countRows(packed, columns));
      await (await timed(`${table} loaded in memory, plain`, bytes, () => load(table, plain))).close();
      await (await timed(`${table} loaded beyond memory, plain`, bytes, () => load(table, plain, 100e6))).close();
      const database = await timed(`${table} loaded, gzip`, bytes, () => load(table, packed));
      await timed(`${table} rows read back`, bytes, async () => {
        let count = 0;
        for await (const _ of database.rows(`SELECT * FROM ${table}`)) count++;
        return count;
      });
      await database.close();
      await rm(packed);
      await rm(plain);
    }
    const dna = join(folder, 'dna.txt');
    const bases = 'ACGTTGCAAGGTCCNA'.repeat(65536);
    const bytes = await generate(dna, (row) => `${row}\t${bases}\n`);
    await timed('dna read, plain', bytes, async () => {
      let pieces = 0;
      for await (const _ of readDna(dna)) pieces++;
      return pieces;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function generate(path: string, rowText: (row: number) => string): Promise<number> {
  const file = await open(path, 'w');
  let bytes = 0;
  for (let row = 0; bytes < megabytes * 1e6; ) {
    let text = '';
    while (text.length < 1e6) text += rowText(row++);
    await file.writeFile(text);
    bytes += Buffer.byteLength(text);
  }
  await file.close();
  return bytes;
}

async function countRows(path: string, columns: number): Promise<number> {
  let rows = 0;
  for await (const batch of readRows(path, columns)) rows += batch.rowCount;
  return rows;
}

function load(table: string, path: string, memory?: number): Promise<Database> {
  const dump = { folder, species: 'bench', group: 'core', release: null, schema, tables: new Map([[table, path]]) };
  return openDatabase(dump, { [table]: present(NEEDED[table], `the columns of ${table}`) }, undefined, { memory });
}

async function timed<T>(label: string, bytes: number, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const memory = process.memoryUsage().rss / 1e6;
  console.log(
    `${label.padEnd(42)} ${(bytes / 1e6 / seconds).toFixed(0).padStart(4)} MB/s  ` +
      `${(bytes / (user + system)).toFixed(0).padStart(4)} MB per CPU second` +
      `  ${memory.toFixed(0)} MB resident` +
      (typeof result === 'number' ? `, ${(result / seconds / 1e6).toFixed(2)} million rows/s` : ''),
  );
  return result;
}
