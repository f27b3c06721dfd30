/** The first request of a process to a release of 320 genomes, as large as those of Ensembl's databases. */
import { expect, test, vi } from 'vitest';
import { at, get, present } from '../../../src/checked.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { CurrentRelease } from '../../../src/release/current-release.ts';
import { GENOME_TABLES } from '../../../src/release/genome-tables.ts';
import {
  ROOT_KEY,
  type CompiledGenome,
  type CompiledManifest,
  type SpeciesEntry,
  type TableEntry,
} from '../../../src/release/manifest.ts';
import { decodeRoot } from '../../../src/release/root.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { CountingStore } from '../../support/counting-store.ts';
import { storeApart } from '../../support/many-genomes.ts';
import { MemoryStore } from '../../support/memory-store.ts';

const GENOMES = 320;
/** Bytes of a directory of a few blocks. */
const DIRECTORY = 70;

const objectOf = (name: string) => ({
  object: `${name}-0123456789abcdef.01234567.bin`,
  size: 1_234_567,
  sha256: 'a'.repeat(64),
});
const table = (name: string): TableEntry => {
  const entry = objectOf(name);
  return { ...entry, directory: [1_234_000, DIRECTORY], attached: entry.object };
};
const speciesName = (number: number) => `generatus_exemplaris_${number}`;

function genome(number: number): CompiledGenome {
  const species = speciesName(number);
  const tables = Object.keys(GENOME_TABLES).map((name) => [name, table(`115-0123456789ab/${species}/core/${name}`)]);
  return {
    species,
    group: 'core',
    aliases: [
      species,
      `generatus exemplaris ${number}`,
      `g${number}`,
      String(100_000 + number),
      `GCA_${900_000_000 + number}.1`,
    ],
    speciesId: 1,
    assembly: `ASM${number}v1`,
    coordSystems: [{ name: 'chromosome', version: `ASM${number}v1`, rank: 1, default: true, sequenceLevel: true }],
    sequence: objectOf(`115-0123456789ab/${species}/core/sequence`),
    longest: [{ table: 'gene', rank: 1, length: 2_304_997 }],
    info: objectOf(`115-0123456789ab/${species}/core/info`),
    tables: Object.fromEntries(tables),
  };
}

const speciesEntry = (number: number): SpeciesEntry => ({
  name: speciesName(number),
  release: 115,
  aliases: genome(number).aliases,
  groups: ['core', 'otherfeatures', 'variation', 'funcgen'],
  division: 'EnsemblVertebrates',
  displayName: `Generated example ${number}`,
  commonName: `generated example ${number}`,
  accession: `GCA_${900_000_000 + number}.1`,
  assembly: `ASM${number}v1`,
  taxonId: String(100_000 + number),
  strain: null,
  strainCollection: null,
});

const numbers = Array.from({ length: GENOMES }, (_, number) => number);
const manifest: CompiledManifest = {
  id: '115-0123456789ab',
  version: 115,
  species: numbers.map(speciesEntry),
  genomes: numbers.map(genome),
  ids: table('115-0123456789ab/ids'),
};
const directories = Object.fromEntries(
  [manifest.ids, ...manifest.genomes.flatMap(({ tables }) => Object.values(tables))].map(({ attached }) => [
    present(attached, 'a name'),
    new Uint8Array(DIRECTORY),
  ]),
);
const memory = new MemoryStore();
const genomes = await storeApart({ manifest, directories }, memory);
const root = get(memory.values, ROOT_KEY);

test('parses at most 256 KiB for all genomes, and then only the genome that it needs', () => {
  const { genomeEnds, attachments } = decodeRoot(root);
  expect(root.length).toBeLessThanOrEqual(256 * 1024);
  expect(at(genomeEnds, 0)).toBeLessThan(16 * 1024);
  // Only the genomes grow with the tables.
  expect(Object.keys(attachments)).toEqual(['/shapes', manifest.ids.attached]);
});

test('is opened with one read, and each genome is read and parsed when it is first used', async () => {
  const store = new CountingStore(memory);
  const parse = vi.spyOn(JSON, 'parse');
  // Decompression parses small texts of its own.
  const parsed = () => parse.mock.calls.map(([text]) => text.length).filter((length) => length > 100);
  try {
    const release = await new CurrentRelease(store, new CachedBlockReader(store, new ByteCache())).get();
    expect([store.values, store.reads]).toEqual([[ROOT_KEY], []]);
    expect(parsed()).toHaveLength(1);
    for (let each = 0; each < 2; each++) await release.forRequest().genome(speciesName(7));
    expect(store.reads.map(({ object }) => object)).toEqual([genomes]);
    expect(parsed()).toHaveLength(2);
    expect(at(parsed(), 1)).toBeLessThan(32 * 1024);
  } finally {
    parse.mockRestore();
  }
});
