/**
 * Measures searches for names of taxa: bytes and waves of reads of each, cold. Generates fictional taxa; writes dump
 * and index to the system's temporary folder and removes them.
 *
 *   node bench/name-search.ts [names, default 2500000]
 */
import { at, only, present } from '../src/checked.ts';
import { RELEASE_TABLES } from '../src/release/table-registry.ts';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../cli/run-command.ts';
import { compileTaxonomy, TAXONOMY_MEMORY } from '../build-index/compile/terms/taxonomy.ts';
import { TAXONOMY_TABLES } from '../build-index/compile/terms/terms-schema.ts';
import { fictionalTaxa } from '../data/fictional/terms/taxonomy.ts';
import { openDatabase } from '../build-index/dump/database.ts';
import { findDatabases } from '../build-index/dump/find-databases.ts';
import { IndexFolder } from '../build-index/output/index-folder.ts';
import { createApp } from '../src/app.ts';
import { operations } from '../src/catalogue/terms.ts';
import { CachedBlockReader } from '../src/index/blocks/block-reader.ts';
import { Release } from '../src/release/release.ts';
import { ByteCache } from '../src/store/byte-cache.ts';
import { LocalFolder } from '../src/store/local-folder.ts';
import { CountingStore } from '../test/support/counting-store.ts';
import { NO_LIMITS } from '../test/support/no-limits.ts';

const SCHEMA = `
CREATE TABLE ncbi_taxa_node (taxon_id int, parent_id int, \`rank\` char(32), genbank_hidden_flag tinyint);
CREATE TABLE ncbi_taxa_name (taxon_id int, name varchar(500), name_class varchar(50));`;
const PATTERNS = [
  '%zyg%',
  '%quel%',
  '%oides',
  '%kell_zax%',
  '%spotted%mouse',
  '%striped%mouse%',
  '%virus KX 1234%',
  '%DSM 777%',
  '%1758%',
  'Bri%',
  'B_ict%',
  '%idae',
  '%us%',
  '%sp.%',
];

const count = Number(process.argv[2] ?? 2_500_000);
await runCommand('bench-name-search', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'name-search-bench-'));
  try {
    const names = await timed(`${count} names generated`, () => writeDump(join(folder, 'multi', 'taxonomy'), count));
    await timed('compiled', () => compile(folder, join(folder, 'index')));
    console.log(`${(process.resourceUsage().maxRSS / 1e6).toFixed(1)} GB of memory at most`);
    const name = at(names, names.length >> 1);
    const files = new LocalFolder(join(folder, 'index'));
    for (const pattern of [
      name,
      `${name.slice(0, -1)}_`,
      `%${name.slice(2)}`,
      `%${name.slice(2, -2)}%`,
      `${name.slice(0, 4)}%`,
      ...PATTERNS,
    ])
      await search(files, pattern);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Writes a taxonomy dump; returns every thousandth taxon's scientific name. */
async function writeDump(where: string, least: number): Promise<string[]> {
  await mkdir(where, { recursive: true });
  await writeFile(join(where, 'table.sql'), SCHEMA);
  const [nodes, names] = [
    await open(join(where, 'ncbi_taxa_node.txt'), 'w'),
    await open(join(where, 'ncbi_taxa_name.txt'), 'w'),
  ];
  const some: string[] = [];
  let [nodeText, nameText] = ['', ''];
  for (const taxon of fictionalTaxa(least)) {
    nodeText += `${taxon.id}\t${taxon.parent}\t${taxon.rank}\t0\n`;
    for (const [name, nameClass] of taxon.names) nameText += `${taxon.id}\t${name}\t${nameClass}\n`;
    if (taxon.id % 1000 === 0) some.push(at(taxon.names, 0)[0]);
    if (nameText.length < 1e6) continue;
    await nodes.writeFile(nodeText);
    await names.writeFile(nameText);
    [nodeText, nameText] = ['', ''];
  }
  await nodes.writeFile(nodeText);
  await names.writeFile(nameText);
  await nodes.close();
  await names.close();
  return some;
}

async function compile(dumps: string, out: string): Promise<void> {
  const dump = only(await findDatabases([dumps]));
  const database = await openDatabase(dump, TAXONOMY_TABLES, undefined, { memory: TAXONOMY_MEMORY });
  const index = await IndexFolder.create(out);
  const taxa = present(await compileTaxonomy(database, index), 'the compiled taxonomy');
  await database.close();
  const ids = await (await index.sortedTable(RELEASE_TABLES.ids)).finish();
  await index.writeRelease({ version: 115, species: [], genomes: [], ids, taxa });
  for (const [table, { size }] of Object.entries({
    taxa: taxa.taxa,
    cards: taxa.cards,
    names: taxa.names.names,
    trigrams: taxa.names.trigrams,
  })) {
    console.log(`  ${table.padEnd(10)} ${(size / 1e6).toFixed(1)} MB`);
  }
}

/** Prints the cost of a search for names and of the whole request, with only the root in memory. */
async function search(files: LocalFolder, pattern: string): Promise<void> {
  const store = new CountingStore(files);
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(64e6)));
  store.reset();
  const began = performance.now();
  let outcome: string;
  try {
    outcome = `${(await release.taxa.like(pattern, NO_LIMITS.work)).howMany} taxa`;
  } catch (error) {
    outcome = error instanceof Error ? error.message : String(error);
  }
  const milliseconds = performance.now() - began;
  const searched =
    `${(store.bytes / 2 ** 20).toFixed(2)} MiB in ${store.reads.length} reads, ${store.waves} waves, ` +
    `${milliseconds.toFixed(0)} ms`;
  const app = createApp({ operations, openRelease: () => release });
  const response = await app.request(`/rest/taxonomy/name/${encodeURIComponent(pattern)}?simple=1`);
  const body = await response.text();
  console.log(
    `${pattern.padEnd(40)} ${outcome.slice(0, 70).padEnd(70)} ${searched}; with the answer (${response.status}, ` +
      `${shown(body)}) ${(store.bytes / 2 ** 20).toFixed(2)} MiB`,
  );
}

function shown(body: string): string {
  const answer: unknown = JSON.parse(body);
  return Array.isArray(answer) ? `${answer.length} taxa, ${body.length} letters` : body;
}

async function timed<T>(label: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`${label} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result;
}
