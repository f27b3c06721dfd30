/** Serves the demo dumps in the layout of Ensembl's FTP site, and simulates faults of networks and servers. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { present } from '../../../../src/checked.ts';
import { BsdSum } from '../../../../cli/fetch/checksums.ts';

/** Bytes by path below /pub, without a leading slash. */
export type SiteFiles = Map<string, Buffer>;

/** A fault of an answer. */
type Fault = { breakAfter: number } | { status: number } | { body: Buffer; length?: number } | 'no ranges';

export interface MirrorServer {
  /** The folder that contains release-115. */
  url: string;
  files: SiteFiles;
  fault: (path: string, request: IncomingMessage) => Fault | null;
  /** Bytes of bodies that have been sent, by path, without pages of folders. */
  sent: Map<string, number>;
  requests: string[];
  stop(): Promise<void>;
}

/** Dump folders by species and group, in the layout of Ensembl's site. */
export async function siteOf(dumps: string, release: number): Promise<SiteFiles> {
  const files: SiteFiles = new Map();
  for (const species of await readdir(dumps)) {
    if (species === 'vcf') continue;
    for (const group of await readdir(join(dumps, species))) {
      const database =
        species !== 'multi'
          ? `${species}_${group}_${release}_1`
          : group === 'taxonomy'
            ? `ncbi_taxonomy_${release}`
            : `ensembl_${group}_${release}`;
      const folder = `release-${release}/mysql/${database}`;
      for (const name of await readdir(join(dumps, species, group))) {
        files.set(
          `${folder}/${name === 'table.sql' ? `${database}.sql` : name}.gz`,
          gzipSync(await readFile(join(dumps, species, group, name))),
        );
      }
      files.set(`${folder}/unread_table.txt.gz`, gzipSync('1\tnobody reads this\n'));
      files.set(`${folder}/CHECKSUMS`, Buffer.from(checksumsOf(files, folder)));
    }
  }
  return files;
}

/** In the format of `sum *`. */
export function checksumsOf(files: SiteFiles, folder: string): string {
  return filesOf(files, folder)
    .map(([name, bytes]) => {
      const blocks = String(Math.ceil(bytes.length / 1024)).padStart(5);
      return `${new BsdSum().update(bytes).text.padStart(5, '0')} ${blocks} ${name}\n`;
    })
    .join('');
}

/** In the format of md5sum. */
export function md5sOf(files: SiteFiles, folder: string): string {
  return filesOf(files, folder)
    .map(([name, bytes]) => `${createHash('md5').update(bytes).digest('hex')}  ./${name}\n`)
    .join('');
}

function filesOf(files: SiteFiles, folder: string): [string, Buffer][] {
  return [...files]
    .filter(([path]) => path.startsWith(`${folder}/`) && path.endsWith('.gz'))
    .map(([path, bytes]) => [path.slice(folder.length + 1), bytes]);
}

export async function startMirror(files: SiteFiles): Promise<MirrorServer> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(present(request.url, 'url'), 'http://x').pathname).replace(/^\/pub\//, '');
    mirror.requests.push(`${request.method} ${path}`);
    const fault = mirror.fault(path, request);
    if (typeof fault === 'object' && fault && 'status' in fault) return void response.writeHead(fault.status).end();
    if (path === '' || path.endsWith('/')) return sendPage(mirror.files, path, response);
    const bytes = mirror.files.get(path);
    if (!bytes) return void response.writeHead(404).end('not here');
    const count = (sent: number) => mirror.sent.set(path, (mirror.sent.get(path) ?? 0) + sent);
    sendFile(bytes, request, response, fault, count);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const mirror: MirrorServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pub`,
    files,
    fault: () => null,
    sent: new Map(),
    requests: [],
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
  return mirror;
}

/** A folder listing like Apache's: links for sorting, the parent folder, then the entries. */
function sendPage(files: SiteFiles, folder: string, response: ServerResponse): void {
  const names = new Set(
    [...files.keys()]
      .filter((path) => path.startsWith(folder))
      .map((path) => path.slice(folder.length).replace(/\/.*/, '/')),
  );
  if (names.size === 0) return void response.writeHead(404).end('not here');
  const rows = [...names]
    .sort()
    .map(
      (name) =>
        `<tr><td><a href="${name}">${name}</a></td><td align="right">2025-08-01 10:00  </td><td> 1.2M</td></tr>`,
    );
  response.writeHead(200, { 'content-type': 'text/html;charset=UTF-8' });
  response.end(
    `<html><body><h1>Index of /pub/${folder}</h1><table><tr><th><a href="?C=N;O=D">Name</a></th></tr>` +
      `<tr><td><a href="/pub/">Parent Directory</a></td></tr>${rows.join('\n')}</table></body></html>`,
  );
}

function sendFile(
  bytes: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Exclude<Fault, { status: number }> | null,
  count: (sent: number) => void,
): void {
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  // Some servers label every .gz file like this.
  const headers: Record<string, string | number> = { etag, 'content-encoding': 'x-gzip' };
  if (typeof fault === 'object' && fault && 'body' in fault) {
    response.writeHead(200, { ...headers, 'content-length': fault.length ?? fault.body.length });
    response.write(fault.body);
    count(fault.body.length);
    return void (fault.length === undefined || fault.length <= fault.body.length
      ? response.end()
      : present(response.socket, 'socket').end());
  }
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const ranged = from !== undefined && fault !== 'no ranges' && request.headers['if-range'] === etag;
  const start = ranged ? Number(from) : 0;
  if (ranged && start >= bytes.length)
    return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
  const part = bytes.subarray(start);
  response.writeHead(ranged ? 206 : 200, {
    ...headers,
    'content-length': part.length,
    ...(ranged ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}),
  });
  if (request.method === 'HEAD') return void response.end();
  if (typeof fault === 'object' && fault && 'breakAfter' in fault && fault.breakAfter < part.length) {
    count(fault.breakAfter);
    // The socket ends after the data was sent, so the client receives all of it.
    response.write(part.subarray(0, fault.breakAfter), () => present(response.socket, 'socket').end());
    return;
  }
  count(part.length);
  response.end(part);
}
