/**
 * An account at Cloudflare on loopback. It answers the requests of wrangler and of `publish-index`, and runs the Worker
 * that wrangler uploads with the R2 and KV of Miniflare.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import { get, present } from '../../../src/checked.ts';
import { parseJson } from '../../support/json.ts';
import { R2Gateway } from '../cli/publish/r2-gateway.ts';

/** The id of the namespace that `wrangler kv namespace create` prints. */
export const NAMESPACE = '0123456789abcdef0123456789abcdef';

/** What wrangler sends with the script. */
interface Metadata {
  main_module: string;
  compatibility_date: string;
  compatibility_flags?: string[];
  bindings: { type: string; name: string; bucket_name?: string; namespace_id?: string; text?: string }[];
}

interface Answer {
  status?: number;
  result?: unknown;
  errors?: object[];
}

export class CloudflareAccount {
  readonly #miniflare: Miniflare;
  readonly #stores: Pick<MiniflareOptions, 'r2Persist' | 'kvPersist'>;
  #gateway: R2Gateway | null = null;
  readonly #created: string[] = [];
  readonly #api = createServer((request, response) => {
    this.#answer(request).then(
      ({ status = 200, result = {}, errors = [] }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ success: status === 200, result, errors, messages: [] }));
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });

  /** @param folder for the contents of R2 and KV */
  constructor(folder: string) {
    this.#stores = { r2Persist: `${folder}/r2`, kvPersist: `${folder}/kv` };
    this.#miniflare = new Miniflare({
      modules: true,
      script: 'export default {}',
      r2Buckets: { INDEX: 'genomic-edge-index' },
      kvNamespaces: { RELEASES: NAMESPACE },
      ...this.#stores,
    });
  }

  /** @returns the URLs of Cloudflare's API for wrangler, and of R2 and KV for `publish-index` */
  async start(): Promise<{ api: string; stores: string }> {
    this.#gateway = new R2Gateway(
      await this.#miniflare.getR2Bucket('INDEX'),
      await this.#miniflare.getKVNamespace('RELEASES'),
    );
    await new Promise<void>((listening) => this.#api.listen(0, '127.0.0.1', listening));
    const { port } = this.#api.address() as AddressInfo;
    return { api: `http://127.0.0.1:${port}`, stores: await this.#gateway.start() };
  }

  async stop(): Promise<void> {
    this.#api.closeAllConnections();
    await new Promise((closed) => this.#api.close(closed));
    await this.#gateway?.stop();
    await this.#miniflare.dispose();
  }

  /** The bodies of requests that created something. */
  get created(): readonly string[] {
    return this.#created;
  }

  /** Address of the deployed Worker. */
  async worker(): Promise<string> {
    return (await this.#miniflare.ready).origin;
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const { pathname } = new URL(present(request.url, 'url'), 'http://api');
    const path = pathname.replace(/^\/accounts\/[^/]+/, '');
    const body = await buffer(request);
    if (request.method === 'POST') {
      this.#created.push(body.toString());
      return { result: path.startsWith('/storage/kv/') ? { id: NAMESPACE, title: 'RELEASES' } : {} };
    }
    if (request.method === 'PUT') {
      await this.#deploy(present(request.headers['content-type'], 'content-type'), body);
      return { result: { id: 'genomic-edge', startup_time_ms: 1, metadata: {} } };
    }
    if (path === '/workers/subdomain') return { result: { subdomain: 'lab' } };
    if (path.endsWith('/genomic-edge/subdomain')) return { result: { enabled: true, previews_enabled: true } };
    // The first deployment finds no Worker of this name.
    if (path.startsWith('/workers/')) return { status: 404, errors: [{ code: 10090, message: 'not found' }] };
    return {};
  }

  async #deploy(type: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    const parts = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const [name, part] of form)
      parts.set(
        name,
        typeof part === 'string' ? new TextEncoder().encode(part) : new Uint8Array(await part.arrayBuffer()),
      );
    const text = (name: string) => new TextDecoder().decode(get(parts, name));
    const metadata = parseJson<Metadata>(text('metadata'));
    const of = (kind: string, value: 'bucket_name' | 'namespace_id' | 'text') =>
      Object.fromEntries(
        metadata.bindings
          .filter(({ type: each }) => each === kind)
          .map((each) => [each.name, present(each[value], value)]),
      );
    await this.#miniflare.setOptions({
      compatibilityDate: metadata.compatibility_date,
      compatibilityFlags: metadata.compatibility_flags,
      modules: [
        { type: 'ESModule', path: metadata.main_module, contents: text(metadata.main_module) },
        ...[...parts]
          .filter(([name]) => name.endsWith('.wasm'))
          .map(([path, contents]) => ({ type: 'CompiledWasm' as const, path, contents })),
      ],
      r2Buckets: of('r2_bucket', 'bucket_name'),
      kvNamespaces: of('kv_namespace', 'namespace_id'),
      bindings: of('plain_text', 'text'),
      ...this.#stores,
      // What the Worker logs.
      handleRuntimeStdio: (output: Readable, errors: Readable) => void [output, errors].map((each) => each.resume()),
    });
  }
}
