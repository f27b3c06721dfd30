/** A mix of requests of the whole catalogue that two releases both answer, with the checksums of their answers. */
import { crc32 } from 'node:zlib';
import { json } from '../../support/json.ts';
import { Random } from '../../../data/fictional/random.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { MEDIA_TYPES } from '../../../src/formats/media-types.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import type { Operation } from '../../../src/operation/operation.ts';
import { fillAddress, fillText, type ExampleValues } from '../../../src/release/example-values.ts';
import { Release } from '../../../src/release/release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { at, present } from '../../../src/checked.ts';

export interface LoadRequest {
  method: 'GET' | 'POST';
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** Checksums of the answer by release; null for an answer that changes with time. */
  sums: readonly number[] | null;
}

/** Requests by operation, the most frequent ones first. */
export type LoadMix = readonly (readonly LoadRequest[])[];

/** Addresses to try for each operation; some of them are unknown to the releases. */
const TRIED = 120;

/** Number of requests to try per operation for a run of `count` requests. */
export const triedFor = (count: number): number => (count < 1000 ? 2 : 6);

/**
 * @param indexes folders of the releases
 * @param log receives the operations without an example that all releases answer
 */
export async function loadRequests(
  indexes: readonly string[],
  seed: number,
  tried = TRIED,
  log: (line: string) => void,
): Promise<LoadMix> {
  const services = await Promise.all(indexes.map(openService));
  const random = new Random(seed).fork('load');
  const symbols = await symbolsOf(at(services, 0));
  const mix: LoadRequest[][] = [];
  for (const operation of operations) {
    const found = new Map<string, LoadRequest>();
    for (let each = 0; each < tried; each++) {
      const request = written(
        operation,
        each === 0 ? at(services, 0).values : varied(at(services, 0).values, symbols, random),
        random,
      );
      if (!request || found.has(request.path + request.body + request.headers.accept)) continue;
      const sums = await Promise.all(services.map((service) => service.sumOf(request)));
      const known = sums.filter((sum) => sum !== null);
      if (known.length === sums.length)
        found.set(request.path + request.body + request.headers.accept, {
          ...request,
          sums: operation.uncached ? null : known,
        });
    }
    if (found.size > 0) mix.push([...found.values()]);
    else log(`no request that both releases answer for ${operation.method} ${operation.path}`);
  }
  await Promise.all(services.map(({ close }) => close()));
  return mix;
}

/** Draws an operation evenly, then mostly one of its first requests (Zipf), sometimes any of them. */
export function drawRequest(mix: LoadMix, random: Random): LoadRequest {
  const requests = random.pick(mix);
  if (random.chance(0.2)) return random.pick(requests);
  // Ranks whose logarithms are uniform are distributed as 1 / rank.
  return at(requests, Math.floor((requests.length + 1) ** random.next()) - 1);
}

/** Checksum of an answer. */
export const sumOf = (bytes: Uint8Array): number => crc32(bytes);

interface OpenService {
  values: ExampleValues;
  ask(request: Omit<LoadRequest, 'sums'>): Promise<Response>;
  /** Checksum of the answer; null for an error. */
  sumOf(request: Omit<LoadRequest, 'sums'>): Promise<number | null>;
  close(): Promise<void>;
}

async function openService(index: string): Promise<OpenService> {
  const store = new LocalFolder(index);
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
  const app = createApp({ operations, openRelease: () => release });
  const ask = async ({ method, path, headers, body }: Omit<LoadRequest, 'sums'>) =>
    app.request(`http://127.0.0.1${path}`, { method, headers, body });
  return {
    values: release.manifest.samples ?? {},
    ask,
    close: async () => void (await store.close()),
    async sumOf(request) {
      const response = await ask(request);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return response.status === 200 ? sumOf(bytes) : null;
    },
  };
}

function written(
  { method, example, body, formats }: Operation,
  values: ExampleValues,
  random: Random,
): Omit<LoadRequest, 'sums'> | null {
  const address = fillAddress(example, values);
  const items = (body?.example ?? []).map((item) => fillText(item, values));
  if (address === null || items.includes(null)) return null;
  const offered = formats.filter((format) => format !== 'jsonp');
  const type = MEDIA_TYPES[random.chance(0.7) ? at(formats, 0) : random.chance(0.1) ? 'html' : random.pick(offered)];
  const headers: Record<string, string> =
    method === 'GET' ? { accept: type } : { accept: type, 'content-type': 'application/json' };
  return { method, path: `/rest${address}`, headers, body: body ? JSON.stringify({ [body.key]: items }) : null };
}

/** Values like the example values: ids with other numbers, other gene names, other windows. Many of them exist. */
function varied(values: ExampleValues, symbols: readonly string[], random: Random): ExampleValues {
  const number = 1 + Math.floor(200 ** random.next());
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, another(name, value, number, symbols, random)]),
  );
}

function another(name: string, value: string, number: number, symbols: readonly string[], random: Random): string {
  if (/(^|_)symbol$|^phenotype_gene$/.test(name)) return at(symbols, number % symbols.length);
  const region = /^([^:]+):(\d+)(-|\.\.)(\d+)(.*)$/.exec(value);
  if (region) {
    const start = random.integer(1, 100_000);
    return (
      `${region[1]}:${start}${region[3]}${start + random.integer(0, Number(region[4]) - Number(region[2]))}` +
      `${region[5]}`
    );
  }
  // Versions and assemblies are not numbered like ids.
  const id = /^([A-Za-z][A-Za-z_:]*?)(\d+)$/.exec(value);
  if (!id || /assembly|compara|system|population$/.test(name)) return value;
  return id[1] + String(number).padStart(at(id, 2).length, '0');
}

/** Names of the first genes. */
async function symbolsOf({ values, ask }: OpenService): Promise<string[]> {
  const names: string[] = [];
  for (let number = 1; number <= 100; number++) {
    const path = `/rest/lookup/id/${another('gene', present(values.gene, 'gene'), number, [], new Random(0))}`;
    const response = await ask({ method: 'GET', path, headers: { accept: 'application/json' }, body: null });
    const { display_name: name } = await json<{ display_name?: string }>(response);
    if (name) names.push(name);
  }
  return names;
}
