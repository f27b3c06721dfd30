import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { decodeDocument, encodeDocument } from '../../../src/index/document.ts';
import { FORMAT_VERSIONS } from '../../../src/index/blocks/object-header.ts';
import {
  objectsOf,
  ROOT_KEY,
  type CompiledGenome,
  type CompiledManifest,
  type ObjectEntry,
  type TableEntry,
} from '../../../src/release/manifest.ts';
import { listedRoot } from '../../../src/release/release-list.ts';
import { Release } from '../../../src/release/release.ts';
import { Releases } from '../../../src/release/releases.ts';
import {
  decodeRoot,
  encodeRoot,
  foreignFormat,
  genomeOf,
  readWholeRelease,
  ROOT_VERSION,
} from '../../../src/release/root.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { StoreError } from '../../../src/store/store.ts';
import { makeStore } from '../handlers/lookup-release.ts';
import { MemoryStore } from '../../support/memory-store.ts';
import { at, get, present } from '../../../src/checked.ts';

const object = (name: string): ObjectEntry => ({
  object: `115-fict/${name}.bin`,
  size: name.length,
  sha256: 'a'.repeat(64),
});
const table = (name: string): TableEntry => ({ ...object(name), directory: [8, 20], attached: `${name}.bin` });
const SHAPES = {
  variants: [
    ['SNV', null],
    ['indel', 2],
  ],
  terms: ['missense_variant', 'é\u{1f9ec}'],
};

function genome(species: string, group: string): CompiledGenome {
  const own = `${species}/${group}`;
  return {
    species,
    group,
    speciesId: 1,
    aliases: [species, 'fictus'],
    assembly: 'FIC1',
    coordSystems: [],
    sequence: object(`${own}/sequence`),
    longest: [],
    info: object(`${own}/info`),
    tables: {
      genes: table(`${own}/genes`),
      variants: { ...table(`${own}/variants`), shapes: SHAPES },
      'variant-features': { ...table(`${own}/features`), shapes: { features: [[species]] } },
    },
    documents: { annotation: object(`${own}/annotation`) },
    mappings: [{ ranks: [1, 2], table: table(`${own}/mapping`) }],
    genotypes: [
      {
        id: 'panel',
        samples: 2,
        variants: 1,
        matrix: table(`${own}/matrix`),
        populations: object(`${own}/populations`),
      },
    ],
  };
}

const MANIFEST: CompiledManifest = {
  id: '115-fict',
  version: 115,
  species: [],
  genomes: [genome('homo_fictus', 'core'), genome('mus_fictus', 'core'), genome('mus_fictus', 'otherfeatures')],
  ids: table('ids'),
  biotypes: object('biotypes'),
  comparas: [{ name: 'multi', release: 115, methods: object('methods'), tables: { homologies: table('homologies') } }],
  taxa: null,
};
const DIRECTORIES = { 'ids.bin': Uint8Array.of(1, 2, 3), 'homo_fictus/core/genes.bin': Uint8Array.of(4, 5) };

/** A reader of a store without objects. */
const NOTHING = new CachedBlockReader(new MemoryStore(), new ByteCache());

const releaseOf = (root: Uint8Array) => Release.fromRoot(root, NOTHING);

/** A root with one changed byte in an attachment. */
function damaged(root: Uint8Array, name: string, offset: number): Uint8Array {
  const copy = root.slice();
  const attachment = present(decodeDocument(copy, 'it', copy[7]).attachments[name], name);
  attachment[offset] = at(attachment, offset) ^ 0x40;
  return copy;
}

describe('a root', () => {
  const root = encodeRoot(MANIFEST, DIRECTORIES);

  test('decodes to the compiled manifest with every object and the directories', async () => {
    const { manifest, directories } = await readWholeRelease(decodeRoot(root), NOTHING);
    expect(manifest).toEqual(MANIFEST);
    expect([...objectsOf(manifest).keys()]).toEqual([...objectsOf(MANIFEST).keys()]);
    expect(directories).toEqual(DIRECTORIES);
  });

  test('is listed with the size of its directories', () => {
    expect(listedRoot(root)).toEqual({ id: '115-fict', version: 115, rootBytes: root.length, attachedBytes: 5 });
  });

  test('parses no more at first if genomes have more data', () => {
    const parsedAtFirst = (manifest: CompiledManifest) =>
      JSON.stringify(decodeRoot(encodeRoot(manifest)).manifest).length;
    const large = structuredClone(MANIFEST);
    present(at(large.genomes, 0).tables.variants, 'the table').shapes = {
      variants: Array.from({ length: 1000 }, (_, each) => [each, 'a text']),
    };
    at(large.genomes, 1).tables.repeats = table('repeats');
    expect(parsedAtFirst(large)).toBe(parsedAtFirst(MANIFEST));
  });

  test('has its release id in the first 64 bytes, by which readers notice another release', () => {
    expect(new TextDecoder().decode(root.subarray(0, 64))).toContain('"id":"115-fict"');
  });

  test('of an older format version is rejected, also by older readers', () => {
    expect(() => decodeRoot(encodeDocument(MANIFEST, DIRECTORIES))).toThrow(
      `document of format version 2; this software reads version ${ROOT_VERSION}: build the index again`,
    );
    expect(() => decodeDocument(root)).toThrow(
      `is a document of format version ${ROOT_VERSION}; this software reads version 2`,
    );
  });

  test('with objects of other format versions is rejected', () => {
    const { value, attachments } = decodeDocument(root, 'root', ROOT_VERSION);
    const other = (formats: object) => encodeDocument(Object.assign({}, value, { formats }), attachments, ROOT_VERSION);
    expect(decodeRoot(other(FORMAT_VERSIONS)).manifest.id).toBe('115-fict');
    expect(foreignFormat(other(FORMAT_VERSIONS))).toBeNull();
    for (const [shape, version] of Object.entries(FORMAT_VERSIONS)) {
      const clause = `${shape} of version 77; this software reads version ${version}`;
      expect(() => decodeRoot(other({ ...FORMAT_VERSIONS, [shape]: 77 })), shape).toThrow(
        `the release 115-fict has objects of another format: ${clause}`,
      );
      expect(foreignFormat(other({ ...FORMAT_VERSIONS, [shape]: 77 })), shape).toBe(clause);
    }
  });

  test('with a damaged byte in a genome is opened, but not that genome', async () => {
    const { genomeEnds } = decodeRoot(root);
    const directory = present(DIRECTORIES['homo_fictus/core/genes.bin'], 'the directory at the end of the genome');
    for (let offset = 0; offset < at(genomeEnds, 0) - directory.length; offset += 5) {
      const decoded = decodeRoot(damaged(root, '/genomes', offset));
      expect(() => genomeOf(decoded, 0, NOTHING), `byte ${offset}`).toThrow(StoreError);
      await expect(readWholeRelease(decoded, NOTHING)).rejects.toThrow(StoreError);
      const { entry } = await genomeOf(decoded, 1, NOTHING);
      expect([decoded.isDamaged, entry.species]).toEqual([true, 'mus_fictus']);
    }
  });

  test('with a damaged directory is accepted, because the object contains the directory too', async () => {
    const { manifest } = await readWholeRelease(decodeRoot(damaged(root, 'ids.bin', 1)), NOTHING);
    expect(manifest).toEqual(MANIFEST);
  });

  test('with a cut genome is rejected with its name', async () => {
    const decoded = decodeRoot(root);
    decoded.attachments['/genomes'] = present(decoded.attachments['/genomes'], 'genomes').subarray(0, -1);
    await expect(readWholeRelease(decoded, NOTHING)).rejects.toThrow(
      'the genome mus_fictus (otherfeatures) in the root of 115-fict is damaged',
    );
  });
});

describe('requests to a release', () => {
  test('parse a genome and its record layouts once', async () => {
    const release = releaseOf(encodeRoot(MANIFEST, DIRECTORIES));
    const parse = vi.spyOn(JSON, 'parse');
    try {
      const genomes = await Promise.all(
        Array.from({ length: 5 }, () => release.forRequest().genome('mus_fictus', 'otherfeatures')),
      );
      expect(parse).toHaveBeenCalledTimes(1);
      expect(at(genomes, 0).entry.tables.genes).toEqual(table('mus_fictus/otherfeatures/genes'));
      const layouts = genomes.map((each) => each.layouts('variants'));
      expect(parse).toHaveBeenCalledTimes(2);
      expect(layouts[4]).toEqual(SHAPES);
      expect(at(genomes, 0).layouts('genes')).toBeUndefined();
      expect((await release.forRequest().genomeAt(0)).layouts('variants')).not.toBe(layouts[0]);
      expect(parse).toHaveBeenCalledTimes(4);
    } finally {
      parse.mockRestore();
    }
  });

  test('parse no genome to find a species', () => {
    const release = releaseOf(encodeRoot(MANIFEST, DIRECTORIES));
    const parse = vi.spyOn(JSON, 'parse');
    try {
      expect(release.knows('Fictus')).toBe(true);
      expect(release.genomesNamed('mus fictus')).toEqual([1, 2]);
      expect(release.findGenome('mus_fictus', 'rnaseq')).toBeNull();
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  test('for a genome that the release lacks throw a StoreError', () => {
    expect(() => releaseOf(encodeRoot(MANIFEST)).genomeAt(3)).toThrow(
      new StoreError('the index refers to genome 3 of 3'),
    );
  });

  test('get a 503 only while the root is damaged', async () => {
    const store = await makeStore();
    const root = get(store.values, ROOT_KEY);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    let broken = root;
    for (const start of [0, ...decodeRoot(root).genomeEnds.slice(0, -1)])
      broken = damaged(broken, '/genomes', start + 30);
    store.values.set(ROOT_KEY, broken);
    const releases = new Releases(store, new ByteCache());
    const app = createApp({ operations, openRelease: (name) => releases.open(name) });
    const status = async () => (await app.request('/rest/lookup/id/FICG1')).status;
    expect(await status()).toBe(503);
    expect(logged.mock.calls.flat().map(String).join(' ')).toContain(
      'in the root of test is damaged: its checksum differs',
    );
    logged.mockRestore();
    store.values.set(ROOT_KEY, root);
    expect(await status()).toBe(200);
  });
});
