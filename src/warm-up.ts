/**
 * Calls, while the script of a Worker loads, what every request calls. An engine compiles a function when it is first called: that was half of what the
 * first request of an isolate took, which has 10 ms of CPU, while a script has a second to load (docs/decisions/0017).
 *
 * The index is made up: one genome with one region, on which there is nothing. At that time a Worker can neither wait for a store, nor set a
 * timer, nor decompress, nor make a response with a body; every answer here ends where it would make its own.
 */
import { createApp } from './app.ts';
import { encodeSeqRegion } from './genome/seq-region.ts';
import { answer } from './http/answer.ts';
import { Observation } from './http/observation.ts';
import { readTarget } from './http/request-target.ts';
import { Router } from './http/router.ts';
import { joinBytes } from './index/block.ts';
import { encodeDocument } from './index/document.ts';
import { IntervalTableWriter } from './index/interval-table.ts';
import type { Compress, DirectoryPlace, ObjectSink } from './index/object-sink.ts';
import { SortedTableWriter } from './index/sorted-table.ts';
import { MemoryRoom } from './operation/memory-room.ts';
import type { Operation } from './operation/operation.ts';
import type { GenomeEntry, ReleaseManifest, TableEntry } from './release/manifest.ts';
import { Releases } from './release/releases.ts';
import { ByteCache } from './store/byte-cache.ts';
import type { Store } from './store/store.ts';

const BASE = '/rest';
const HEADERS = { 'content-type': 'application/json' };
const PATHS = [
  '/info/ping', '/info/software', '/info/species', '/lookup/id/none?expand=1', '/sequence/id/none', '/lookup/symbol/none/none?expand=1', '/xrefs/symbol/none/none',
  '/sequence/region/none/1:1..20:1', '/overlap/region/none/1:1-1000?feature=gene;feature=variation', '/variation/none/none',
];

/** Resolves when all has been called. */
export async function warmUp(operations: readonly Operation[]): Promise<void> {
  const store = await emptyIndex();
  const releases = new Releases(store, new ByteCache());
  const openRelease = (name?: string) => releases.open(name);
  // A preflight is answered without a body.
  await createApp({ operations, openRelease }).fetch(new Request(`https://localhost${BASE}/info/ping`, { method: 'OPTIONS' }));
  const router = new Router(operations);
  for (const path of PATHS) {
    const request = new Request(`https://localhost${BASE}${path}`, { headers: HEADERS });
    const target = readTarget(request.url, BASE)!;
    const match = router.match('GET', target.segments);
    if (!('operation' in match)) continue;
    const answering = {
      request, target, match, openRelease, edition: '', base: BASE, seen: new Observation(), room: new MemoryRoom(Infinity), extra: {}, shared: () => null, ended: undefined,
    };
    // That nothing is found, or that there can be no response here, is no news.
    await answer(answering).catch(() => {});
  }
}

const asItIs: Compress = (bytes) => Promise.resolve(bytes);

async function emptyIndex(): Promise<Store> {
  const objects = new Map<string, Uint8Array>();
  const attachments: Record<string, Uint8Array> = {};
  const table = async (object: string, write: (sink: ObjectSink) => Promise<DirectoryPlace>): Promise<TableEntry> => {
    const parts: Uint8Array[] = [];
    const directory = await write({ write: async (bytes) => void parts.push(bytes) });
    const bytes = joinBytes(parts);
    objects.set(object, bytes);
    attachments[object] = bytes.subarray(directory[0], directory[0] + directory[1]);
    return { object, size: bytes.length, sha256: '', directory, attached: object };
  };
  const sorted = await table('sorted', async (sink) => {
    const writer = new SortedTableWriter(sink, { compress: asItIs });
    await writer.add('-', new Uint8Array(1));
    return writer.finish();
  });
  const intervals = await table('intervals', async (sink) => {
    const writer = new IntervalTableWriter(sink, { compress: asItIs });
    await writer.add(1, 1, 1, new Uint8Array(1));
    return writer.finish();
  });
  const regions = await table('regions', async (sink) => {
    const writer = new SortedTableWriter(sink, { compress: asItIs });
    await writer.add('1', encodeSeqRegion({
      ordinal: 0, name: '1', coordSystem: 'chromosome', version: null, rank: 1, defaultVersion: true, length: 1000, topLevel: true, circular: false, nonReference: false, exception: 'REF',
      karyotypeRank: null, codonTable: 1, synonyms: [], sequence: [], directories: [],
    }));
    return writer.finish();
  });
  const genome: GenomeEntry = {
    species: 'none', group: 'core', speciesId: 1, aliases: ['none'], assembly: null, coordSystems: [{ name: 'chromosome', version: null, rank: 1, default: true, sequenceLevel: true }],
    sequence: sorted, longest: [], info: sorted,
    tables: { 'seq-regions': regions, symbols: sorted, xrefs: sorted, variants: sorted, 'variant-details': sorted, genes: intervals, 'variant-features': intervals },
  };
  const species = {
    name: 'none', release: 0, aliases: [], groups: ['core', 'variation'], division: '', displayName: null, commonName: null, accession: null, assembly: null, taxonId: null, strain: null,
    strainCollection: null,
  };
  const manifest: ReleaseManifest = { id: '0-0', version: 0, species: [species], genomes: [genome], ids: sorted };
  const root = encodeDocument(manifest, attachments);
  return {
    read: async ({ object, offset, length }) => objects.get(object)!.slice(offset, offset + length),
    value: async () => root,
  };
}
