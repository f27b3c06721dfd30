/**
 * Cloudflare's interfaces of R2 and KV for the R2 and KV of Miniflare: the S3 interface with conditional writes, MD5
 * and multipart uploads, and the REST interface of KV values. It does not check signatures; s3-server.ts does.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Miniflare } from 'miniflare';
import { found, last, present } from '../../../../src/checked.ts';

type Bucket = Awaited<ReturnType<Miniflare['getR2Bucket']>>;
type Namespace = Awaited<ReturnType<Miniflare['getKVNamespace']>>;
interface Upload {
  key: string;
  id: string;
  multipart: ReturnType<Bucket['resumeMultipartUpload']>;
  /** Miniflare's ETag of a part is not an MD5; that of R2 is. */
  parts: Map<number, { etag: string; md5: string; size: number }>;
}

export const TOKEN = 'token-of-the-test';

export class R2Gateway {
  readonly #bucket: Bucket;
  readonly #values: Namespace;
  readonly #uploads: Upload[] = [];
  readonly #server = createServer(
    (request, response) =>
      void this.#answer(request, response).catch((error: Error) => {
        const mismatch = /10037|MD5|checksum/i.test(error.message);
        fail(response, mismatch ? 400 : 500, mismatch ? 'BadDigest' : 'InternalError', error.message);
      }),
  );

  constructor(bucket: Bucket, values: Namespace) {
    this.#bucket = bucket;
    this.#values = values;
  }

  /** @returns URL of both interfaces */
  async start(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((closed) => this.#server.close(closed));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(present(request.url, 'url'), 'http://gateway');
    // Miniflare rejects subclasses of Uint8Array, such as Buffer.
    const body = new Uint8Array(await buffer(request));
    if (pathname.startsWith('/accounts/'))
      return this.#value(request, response, body, decodeURIComponent(last(pathname.split('/'))));
    const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
    const id = searchParams.get('uploadId');
    if (key === '')
      return searchParams.has('uploads') ? this.#listUploads(response) : this.#list(response, searchParams);
    if (request.method === 'POST') return id === null ? this.#begin(response, key) : this.#complete(response, id);
    if (id !== null)
      return request.method === 'GET'
        ? this.#listParts(response, id)
        : this.#part(request, response, id, Number(searchParams.get('partNumber')), body);
    if (request.method === 'PUT') return this.#put(request, response, key, body);
    if (request.method === 'DELETE') {
      await this.#bucket.delete(key);
      return void response.writeHead(204).end();
    }
    const found = await this.#bucket.get(key);
    if (!found) return fail(response, 404, 'NoSuchKey');
    response.writeHead(200, {
      etag: found.httpEtag,
      'content-length': found.size,
      'last-modified': found.uploaded.toUTCString(),
    });
    response.end(request.method === 'HEAD' ? undefined : Buffer.from(await found.arrayBuffer()));
  }

  async #value(request: IncomingMessage, response: ServerResponse, body: Uint8Array, key: string): Promise<void> {
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return void response
        .writeHead(401)
        .end(JSON.stringify({ success: false, errors: [{ code: 10000, message: 'Authentication error' }] }));
    if (request.method === 'PUT') {
      await this.#values.put(key, body);
      return void response.end(JSON.stringify({ success: true }));
    }
    const value = await this.#values.get(key, 'arrayBuffer');
    if (value) return void response.end(Buffer.from(value));
    response
      .writeHead(404)
      .end(JSON.stringify({ success: false, errors: [{ code: 10009, message: "get: 'key not found'" }] }));
  }

  async #put({ headers }: IncomingMessage, response: ServerResponse, key: string, body: Uint8Array): Promise<void> {
    const match = headers['if-match']?.replaceAll('"', '');
    const onlyIf =
      headers['if-none-match'] === '*' ? { etagDoesNotMatch: '*' } : match ? { etagMatches: match } : undefined;
    const stored = await this.#bucket.put(key, body, { ...(onlyIf ? { onlyIf } : {}), ...md5(headers) });
    if (!stored) return fail(response, 412, 'PreconditionFailed');
    response.writeHead(200, { etag: stored.httpEtag }).end();
  }

  async #list(response: ServerResponse, query: URLSearchParams): Promise<void> {
    const page = await this.#bucket.list({
      prefix: query.get('prefix') ?? '',
      ...(query.has('continuation-token')
        ? { cursor: present(query.get('continuation-token'), 'continuation-token') }
        : {}),
    });
    const contents = page.objects.map(
      ({ key, size, httpEtag, uploaded }) =>
        `<Contents><Key>${key}</Key><Size>${size}</Size><ETag>${httpEtag}</ETag>` +
        `<LastModified>${uploaded.toISOString()}</LastModified></Contents>`,
    );
    const more = page.truncated
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.cursor}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>';
    xml(response, 'ListBucketResult', more + contents.join(''));
  }

  async #begin(response: ServerResponse, key: string): Promise<void> {
    const multipart = await this.#bucket.createMultipartUpload(key);
    this.#uploads.push({ key, id: multipart.uploadId, multipart, parts: new Map() });
    xml(response, 'InitiateMultipartUploadResult', `<UploadId>${multipart.uploadId}</UploadId>`);
  }

  async #part(
    { headers }: IncomingMessage,
    response: ServerResponse,
    id: string,
    number: number,
    body: Uint8Array,
  ): Promise<void> {
    const upload = this.#upload(id);
    const hash = createHash('md5').update(body).digest();
    if (headers['content-md5'] !== hash.toString('base64')) return fail(response, 400, 'BadDigest');
    const { etag } = await upload.multipart.uploadPart(number, body);
    const md5 = hash.toString('hex');
    upload.parts.set(number, { etag, md5, size: body.length });
    response.writeHead(200, { etag: `"${md5}"` }).end();
  }

  #listUploads(response: ServerResponse): void {
    xml(
      response,
      'ListMultipartUploadsResult',
      this.#uploads.map(({ key, id }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`).join(''),
    );
  }

  #listParts(response: ServerResponse, id: string): void {
    const parts = [...this.#upload(id).parts].map(
      ([number, { md5, size }]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`,
    );
    xml(response, 'ListPartsResult', `<IsTruncated>false</IsTruncated>${parts.join('')}`);
  }

  async #complete(response: ServerResponse, id: string): Promise<void> {
    const { multipart, parts, key } = this.#upload(id);
    const stored = await multipart.complete(
      [...parts].sort(([a], [b]) => a - b).map(([partNumber, { etag }]) => ({ partNumber, etag })),
    );
    this.#uploads.splice(
      this.#uploads.findIndex((each) => each.id === id),
      1,
    );
    xml(response, 'CompleteMultipartUploadResult', `<Key>${key}</Key><ETag>${stored.httpEtag}</ETag>`);
  }

  #upload(id: string): Upload {
    return found(this.#uploads, (each) => each.id === id);
  }
}

function md5(headers: IncomingMessage['headers']): { md5?: string } {
  const given = headers['content-md5'];
  return typeof given === 'string' ? { md5: Buffer.from(given, 'base64').toString('hex') } : {};
}

function xml(response: ServerResponse, name: string, content: string): void {
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><${name}>${content}</${name}>`);
}

function fail(response: ServerResponse, status: number, code: string, message = code): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}
