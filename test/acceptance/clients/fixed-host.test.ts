/**
 * Programs with the address of Ensembl's own service in their code, unchanged: http:// through the variable http_proxy,
 * https:// through a proxy that has a certificate for the name. The names are resolved to this machine.
 */
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveIndex } from '../../../cli/serve/serve-index.ts';
import type { ServedIndex } from '../../../cli/serve/served-index.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { parseJson } from '../../support/json.ts';
import { testFolder } from '../../support/test-folder.ts';

const run = promisify(execFile);
const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const HAS_CURL = has('curl', '--version');
const HAS_OPENSSL = has('openssl', 'version');
const HAS_REQUESTS = has('python3', '-c', 'import requests');

const LOOKUP = '/lookup/id/DEMOAG00000000001?content-type=application/json';
const isGene = (text: string) => expect(parseJson<{ id: string }>(text).id).toBe('DEMOAG00000000001');

let served: ServedIndex;
let address: URL;

beforeAll(async () => {
  served = await serveIndex({
    index: await demoIndex(),
    port: 0,
    host: '127.0.0.1',
    runtime: 'deno',
    behindProxy: true,
  });
  address = new URL(served.url);
});

afterAll(() => served.stop());

describe('http://rest.ensembl.org', () => {
  const proxied = () => ({ env: { ...process.env, http_proxy: address.origin, no_proxy: '' } });

  test.skipIf(!HAS_CURL)('is this service for curl with http_proxy', async () => {
    isGene((await run('curl', ['-s', `http://rest.ensembl.org${LOOKUP}`], proxied())).stdout);
  });

  test.skipIf(!HAS_REQUESTS)('is this service for a Python program with http_proxy', async () => {
    const program =
      'import requests; r = requests.post("http://rest.ensemblgenomes.org/lookup/id", headers={"Content-Type": ' +
      '"application/json"}, json={"ids": ["DEMOAG00000000001"]}); print(r.json()["DEMOAG00000000001"]["object_type"])';
    expect((await run('python3', ['-c', program], proxied())).stdout.trim()).toBe('Gene');
  });
});

describe.skipIf(!HAS_OPENSSL)('https://rest.ensembl.org behind a proxy with a certificate', () => {
  let proxy: Server;
  let port: number;
  let authority: string;

  beforeAll(async () => {
    const folder = await testFolder();
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate],
      ...['-subj', '/CN=rest.ensembl.org', '-addext', 'subjectAltName=DNS:rest.ensembl.org'],
    ]);
    authority = certificate;
    proxy = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (request, response) => {
      const { hostname, port: upstream } = address;
      const headers = {
        ...request.headers,
        'x-forwarded-for': request.socket.remoteAddress,
        'x-forwarded-proto': 'https',
      };
      const { method, url: path } = request;
      request.pipe(
        httpRequest({ hostname, port: upstream, method, path, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        }),
      );
    });
    await new Promise<void>((settle) => proxy.listen(0, '127.0.0.1', settle));
    ({ port } = proxy.address() as AddressInfo);
  });

  afterAll(() => new Promise((settle) => proxy.close(settle)));

  const curl = async (...args: string[]) =>
    (
      await run('curl', [
        ...['-s', '--noproxy', '*', '--cacert', authority],
        ...['--connect-to', `rest.ensembl.org:443:127.0.0.1:${port}`, ...args],
      ])
    ).stdout;

  test.skipIf(!HAS_CURL)('answers GET and POST of curl', async () => {
    isGene(await curl(`https://rest.ensembl.org${LOOKUP}`));
    const posted = await curl(
      'https://rest.ensembl.org/lookup/id',
      ...['-H', 'Content-Type: application/json', '-d', '{"ids":["DEMOAG00000000001"]}'],
    );
    expect(Object.keys(parseJson<object>(posted))).toEqual(['DEMOAG00000000001']);
  });

  test.skipIf(!HAS_CURL)('shows addresses with https and the name', async () => {
    expect(await curl('https://rest.ensembl.org/')).toContain('<code>https://rest.ensembl.org/rest</code>');
    expect(await curl('https://rest.ensembl.org/openapi.json')).toContain('"url":"https://rest.ensembl.org/rest"');
    expect(await curl('https://rest.ensembl.org/documentation/info/ping', '-w', '%{redirect_url}')).toBe(
      'https://rest.ensembl.org/rest/documentation/GET/info/ping',
    );
  });

  test.skipIf(!HAS_REQUESTS)('answers a Python program that trusts the certificate', async () => {
    const program = `
import socket
resolve = socket.getaddrinfo
socket.getaddrinfo = lambda host, port, *rest, **more: resolve("127.0.0.1", ${port}, *rest, **more)

import requests
r = requests.get("https://rest.ensembl.org/info/ping", headers={"Content-Type": "application/json"})
r.raise_for_status()
print(r.json()["ping"], r.headers["X-RateLimit-Remaining"])`;
    const { stdout } = await run('python3', ['-c', program], {
      env: { ...process.env, REQUESTS_CA_BUNDLE: authority, no_proxy: '*' },
    });
    expect(stdout.trim()).toBe('1 55000');
  });
});
