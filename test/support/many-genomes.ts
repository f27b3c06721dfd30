/** Makes releases of many genomes from small ones, in memory: copies of the genomes share their objects. */
import { gzipSync } from 'node:zlib';
import { writeGenomes } from '../../build-index/output/genomes-object.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { GENOMES_OBJECT, ROOT_KEY, type CompiledManifest } from '../../src/release/manifest.ts';
import { decodeRoot, encodeGenomes, encodeRoot, readWholeRelease, type WholeRelease } from '../../src/release/root.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import type { ByteRange, Store } from '../../src/store/store.ts';
import { at, present } from '../../src/checked.ts';
import { MemoryStore } from './memory-store.ts';

/** A store whose root and object of genomes are in memory, and all other objects in another store. */
export class ReleaseOverStore extends MemoryStore {
  readonly #objects: Store;

  constructor(objects: Store) {
    super();
    this.#objects = objects;
  }

  override read(range: ByteRange): Promise<Uint8Array> {
    return this.objects.has(range.object) ? super.read(range) : this.#objects.read(range);
  }
}

/** The current release of a store, as a build knows it. */
export async function wholeReleaseOf(store: Store): Promise<WholeRelease> {
  const root = present(await store.value(ROOT_KEY), 'the root');
  return readWholeRelease(decodeRoot(root), new CachedBlockReader(store, new ByteCache()));
}

/** The release with its genomes in an object of their own. Returns the name of the object. */
export async function storeApart({ manifest, directories }: WholeRelease, store: MemoryStore): Promise<string> {
  const object = `${manifest.id}/${GENOMES_OBJECT}-0123456789abcdef.89abcdef.bin`;
  const documents = encodeGenomes(manifest, directories);
  const genomeEnds = await writeGenomes(documents, store.sink(object), async (bytes) => gzipSync(bytes));
  const genomeDocuments = { object, size: present(genomeEnds.at(-1), 'an end'), sha256: 'a'.repeat(64) };
  store.values.set(ROOT_KEY, encodeRoot(manifest, directories, { genomeDocuments, genomeEnds }));
  return object;
}

/** The manifest with copies of its genomes and species under other names, until it has `count` genomes. */
export function repeated(manifest: CompiledManifest, count: number): CompiledManifest {
  const copies = <T>(list: readonly T[], rename: (value: T, copy: number) => T) =>
    Array.from({ length: count }, (_, index) => {
      const value = at(list, index % list.length);
      return index < list.length ? value : rename(value, Math.floor(index / list.length));
    });
  const renamed = (names: readonly string[], copy: number) => names.map((name) => `${name}_${copy}`);
  return {
    ...manifest,
    genomes: copies(manifest.genomes, (genome, copy) => ({
      ...genome,
      species: `${genome.species}_${copy}`,
      aliases: renamed(genome.aliases, copy),
    })),
    species: copies(manifest.species, (species, copy) => ({
      ...species,
      name: `${species.name}_${copy}`,
      aliases: renamed(species.aliases, copy),
    })),
  };
}
