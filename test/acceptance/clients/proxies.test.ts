/**
 * The recipes of docs/clients.md for programs that call https://rest.ensembl.org: Caddy with the Caddyfile of the page,
 * and nginx with deploy/nginx.conf. The programs see a private /etc/hosts with the name, and are otherwise unchanged.
 */
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { get as httpsGet } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveIndex } from '../../../cli/serve/serve-index.ts';
import type { ServedIndex } from '../../../cli/serve/served-index.ts';
import { at, present } from '../../../src/checked.ts';
import { demoIndex } from '../../support/demo-index.ts';
import { parseJson } from '../../support/json.ts';
import { testFolder } from '../../support/test-folder.ts';

const run = promisify(execFile);
const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const read = (path: string) => readFile(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

const GENE = 'DEMOAG00000000001';
const URL_OF_GENE = `https://rest.ensembl.org/lookup/id/${GENE}?content-type=application/json`;
// Loopback addresses of their own, so that port 443 is free.
const [CADDY_HOST, NGINX_HOST, PUBLIC_HOST] = ['127.0.0.77', '127.0.0.78', '127.0.0.76'];

/** A mount namespace gives a program its own /etc/hosts. Users other than root need a user namespace as well. */
const NAMESPACE = process.getuid?.() === 0 ? ['-m'] : ['-r', '-m'];

const mayListenOn443 = await new Promise<boolean>((settle) => {
  const server = createServer();
  server.once('error', () => settle(false));
  server.listen(443, '127.0.0.79', () => server.close(() => settle(true)));
});
const hasNames = succeeds('unshare', ...NAMESPACE, 'mount', '--bind', '/etc/hosts', '/etc/hosts');
const MISSING = [
  ...(mayListenOn443 ? [] : ['may not listen on port 443']),
  ...(hasNames ? [] : ['no mount namespaces']),
];

const HAS_CURL = succeeds('curl', '--version');

interface Program {
  isInstalled: boolean;
  /** The variable with the path of the certificate, as in the table of docs/clients.md; none for httr and httr2. */
  variable: string | null;
  /** The command that prints the gene's id. @param authority path of the certificate */
  command(authority: string): string[];
}

const hasR = (name: string) => succeeds('Rscript', '-e', `loadNamespace("${name}")`);
const rscript = (code: string) => ['Rscript', '-e', code];

const PROGRAMS: Record<string, Program> = {
  curl: {
    isInstalled: HAS_CURL,
    variable: 'CURL_CA_BUNDLE',
    command: () => ['sh', '-c', `curl -sf '${URL_OF_GENE}' | grep -o ${GENE} | head -1`],
  },
  'Python with requests': {
    isInstalled: succeeds('python3', '-c', 'import requests'),
    variable: 'REQUESTS_CA_BUNDLE',
    command: () => ['python3', '-c', `import requests; print(requests.get("${URL_OF_GENE}").json()["id"])`],
  },
  'Python with urllib': {
    isInstalled: succeeds('python3', '--version'),
    variable: 'SSL_CERT_FILE',
    command: () => [
      ...['python3', '-c'],
      `import json, urllib.request; print(json.load(urllib.request.urlopen("${URL_OF_GENE}"))["id"])`,
    ],
  },
  Ruby: {
    isInstalled: succeeds('ruby', '-rnet/http', '-e', '1'),
    variable: 'SSL_CERT_FILE',
    command: () => [
      ...['ruby', '-rnet/http', '-rjson', '-e'],
      `puts JSON.parse(Net::HTTP.get(URI('${URL_OF_GENE}')))['id']`,
    ],
  },
  'Perl with HTTP::Tiny': {
    isInstalled: succeeds('perl', '-MHTTP::Tiny', '-MIO::Socket::SSL', '-MJSON::PP', '-e', '1'),
    variable: 'SSL_CERT_FILE',
    command: () => [
      ...['perl', '-MHTTP::Tiny', '-MJSON::PP', '-e'],
      `print decode_json(HTTP::Tiny->new(verify_SSL => 1)->get('${URL_OF_GENE}')->{content})->{id}`,
    ],
  },
  'Perl with LWP': {
    isInstalled: succeeds('perl', '-MLWP::UserAgent', '-MLWP::Protocol::https', '-MJSON::PP', '-e', '1'),
    variable: 'PERL_LWP_SSL_CA_FILE',
    command: () => [
      ...['perl', '-MLWP::UserAgent', '-MJSON::PP', '-e'],
      `print decode_json(LWP::UserAgent->new->get('${URL_OF_GENE}')->content)->{id}`,
    ],
  },
  Go: { isInstalled: succeeds('go', 'version'), variable: 'SSL_CERT_FILE', command: () => ['go', 'run', 'main.go'] },
  'R with jsonlite': {
    isInstalled: hasR('jsonlite'),
    variable: 'CURL_CA_BUNDLE',
    command: () => rscript(`cat(jsonlite::fromJSON("${URL_OF_GENE}")$id)`),
  },
  'R with httr': {
    isInstalled: hasR('httr'),
    variable: null,
    command: (authority) =>
      rscript(
        `httr::set_config(httr::config(cainfo = '${authority}')); cat(httr::content(httr::GET("${URL_OF_GENE}"))$id)`,
      ),
  },
  'R with httr2': {
    isInstalled: hasR('httr2'),
    variable: null,
    command: (authority) =>
      rscript(
        `library(httr2); r <- request("${URL_OF_GENE}") |> req_options(cainfo = '${authority}') |> req_perform(); ` +
          'cat(resp_body_json(r)$id)',
      ),
  },
  Node: {
    isInstalled: true,
    variable: 'NODE_EXTRA_CA_CERTS',
    command: () => [
      ...[process.execPath, '-e'],
      `fetch('${URL_OF_GENE}').then((response) => response.json()).then(({ id }) => console.log(id))`,
    ],
  },
};

const GO_PROGRAM = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
)

func main() {
	response, err := http.Get("${URL_OF_GENE}")
	if err != nil {
		panic(err)
	}
	var gene struct{ ID string }
	if err := json.NewDecoder(response.Body).Decode(&gene); err != nil {
		panic(err)
	}
	fmt.Println(gene.ID)
}
`;

let served: ServedIndex;
let folder: string;
/** Host and port of the service. */
let upstream: string;

beforeAll(async () => {
  if (MISSING.length > 0) return;
  folder = await testFolder();
  served = await serveIndex({
    index: await demoIndex(),
    port: 0,
    host: '127.0.0.1',
    runtime: 'deno',
    behindProxy: true,
  });
  upstream = new URL(served.url).host;
  await writeFile(join(folder, 'main.go'), GO_PROGRAM);
});

afterAll(() => served?.stop());

/** Waits until the proxy answers with a certificate that the authority signed. @throws Error after 20 seconds */
async function answering(host: string, authority: string, proxy: ChildProcess): Promise<void> {
  const ask = (ca: string) =>
    new Promise<number>((settle, reject) =>
      httpsGet({ host, servername: 'rest.ensembl.org', ca, path: '/info/ping' }, (answer) => {
        answer.resume();
        settle(answer.statusCode ?? 0);
      }).once('error', reject),
    );
  for (let tries = 0; tries < 100 && proxy.exitCode === null; tries++) {
    const ca = await readFile(authority, 'utf8').catch(() => '');
    if (ca && (await ask(ca).catch(() => 0)) === 200) return;
    await pause(200);
  }
  throw new Error(`the proxy does not answer (exit code ${proxy.exitCode})`);
}

/** Starts a proxy for the tests of a block. @returns a function that gives the path of its authority */
function started(host: string, start: () => Promise<{ proxy: ChildProcess; authority: string }>): () => string {
  let proxy: ChildProcess;
  let authority: string;
  beforeAll(async () => {
    ({ proxy, authority } = await start());
    await writeFile(join(folder, `hosts-${host}`), `${host} rest.ensembl.org rest.ensemblgenomes.org\n`);
    await answering(host, authority, proxy);
  });
  afterAll(async () => {
    if (!proxy || proxy.exitCode !== null) return;
    const ended = new Promise((settle) => proxy.once('close', settle));
    proxy.kill();
    await ended;
  });
  return () => authority;
}

/** Runs a command that resolves rest.ensembl.org to the host. @returns its standard output */
async function resolved(host: string, command: readonly string[], env: Record<string, string>): Promise<string> {
  const bind = 'mount --bind "$0" /etc/hosts && exec "$@"';
  const { stdout } = await run('unshare', [...NAMESPACE, 'sh', '-c', bind, join(folder, `hosts-${host}`), ...command], {
    cwd: folder,
    env: { ...process.env, http_proxy: '', https_proxy: '', no_proxy: '*', ...env },
  });
  return stdout;
}

/** What holds for both proxies. */
function serveEveryProgram(host: string, authority: () => string) {
  test.for(Object.entries(PROGRAMS))('%s gets a gene', async ([name, program], { skip }) => {
    if (!program.isInstalled) skip(`${name} is not installed`);
    const { variable, command } = program;
    const env = variable === null ? {} : { [variable]: authority() };
    expect((await resolved(host, command(authority()), env)).trim()).toBe(GENE);
  });

  const curl = (...args: string[]) => resolved(host, ['curl', '-s', ...args], { CURL_CA_BUNDLE: authority() });

  test.skipIf(!HAS_CURL)('forwards bodies, names and formats', async () => {
    const posted = await curl(
      'https://rest.ensemblgenomes.org/lookup/id',
      ...['-H', 'Content-Type: application/json', '-d', `{"ids":["${GENE}"]}`],
    );
    expect(Object.keys(parseJson<object>(posted))).toEqual([GENE]);
    expect(await curl('https://rest.ensembl.org/openapi.json')).toContain('"url":"https://rest.ensembl.org/rest"');
    const path = 'https://rest.ensembl.org/sequence/region/fictomys_demonstrans/1:8212-8300';
    expect(await curl(path, '-H', 'Content-Type: text/x-fasta')).toMatch(/^>chromosome:DEMO1:1:8212:8300:1\n[ACGT]+/);
    expect(await curl(path, '-H', 'Content-Type: text/plain')).toMatch(/^[ACGT]{89}$/);
  });
}

const reasons = (program: string, isInstalled: boolean) => {
  const all = [...(isInstalled ? [] : [`${program} is not installed`]), ...MISSING];
  return all.length === 0 ? '' : ` (skipped: ${all.join(', ')})`;
};

const hasCaddy = succeeds('caddy', 'version');
const noCaddy = reasons('caddy', hasCaddy);

/** Starts Caddy with a configuration, and its data in the folder of the tests. */
async function startCaddy(name: string, config: string) {
  const data = join(folder, name);
  await mkdir(data);
  await writeFile(join(data, 'Caddyfile'), config.replace('127.0.0.1:8787', upstream));
  const proxy = spawn('caddy', ['run', '--config', 'Caddyfile'], {
    cwd: data,
    env: { ...process.env, XDG_DATA_HOME: data, XDG_CONFIG_HOME: data },
    stdio: 'ignore',
  });
  return { proxy, authority: join(data, 'caddy/pki/authorities/local/root.crt') };
}

describe.skipIf(noCaddy !== '')(`Caddy${noCaddy}`, () => {
  const authority = started(CADDY_HOST, async () => {
    const page = await read('docs/clients.md');
    const block = present(/```\n(\s*\{\n\s*\tlocal_certs\n.*?)```/s.exec(page), 'the Caddyfile of docs/clients.md');
    expect(block[0]).toContain('\tskip_install_trust\n');
    return startCaddy(
      'names',
      at(block, 1).replace('default_bind 127.0.0.1', `default_bind ${CADDY_HOST}\n\tadmin off`),
    );
  });
  serveEveryProgram(CADDY_HOST, authority);

  test.skipIf(!HAS_CURL)('answers http:// as well', async () => {
    const answer = await resolved(CADDY_HOST, ['curl', '-s', 'http://rest.ensemblgenomes.org/info/ping'], {});
    expect(parseJson(answer)).toEqual({ ping: 1 });
  });

  test.skipIf(!HAS_CURL)('trusts nothing for other programs', async () => {
    await expect(resolved(CADDY_HOST, ['curl', '-s', URL_OF_GENE], {})).rejects.toThrow();
  });
});

describe.skipIf(noCaddy !== '')(`Caddy with deploy/Caddyfile${noCaddy}`, () => {
  const authority = started(PUBLIC_HOST, async () => {
    const options = `local_certs\n\tskip_install_trust\n\tadmin off\n\tdefault_bind ${PUBLIC_HOST}`;
    const site = (await read('deploy/Caddyfile')).replace('rest.example.org', 'rest.ensembl.org');
    return startCaddy('public', `{\n\t${options}\n}\n${site}`);
  });

  test.skipIf(!HAS_CURL)('answers when the service is ready', async () => {
    const env = { CURL_CA_BUNDLE: authority() };
    const answer = await resolved(PUBLIC_HOST, ['curl', '-s', 'https://rest.ensembl.org/rest/info/ping'], env);
    expect(answer).toContain('ping');
  });
});

const hasNginx = succeeds('nginx', '-v') && succeeds('openssl', 'version');
const noNginx = reasons('nginx or openssl', hasNginx);

describe.skipIf(noNginx !== '')(`nginx${noNginx}`, () => {
  const authority = started(NGINX_HOST, async () => {
    const page = await read('docs/clients.md');
    const openssl = present(/^openssl req [^`]*/m.exec(page), 'the certificate of docs/clients.md');
    await run('sh', ['-c', at(openssl, 0)], { cwd: folder });
    const settings = present(/```\n(listen .*?)```/s.exec(page), 'the settings of docs/clients.md');
    const site = (await read('deploy/nginx.conf'))
      .replace(
        /listen 80;[\s\S]*?server_name .*;/,
        at(settings, 1).replace('127.0.0.1:443', `${NGINX_HOST}:443`).replaceAll('/etc/nginx/', `${folder}/`),
      )
      .replace('/var/cache', folder)
      .replace('127.0.0.1:8787', upstream);
    await writeFile(join(folder, 'site.conf'), site);
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    await writeFile(
      join(folder, 'nginx.conf'),
      `${user}\ndaemon off;\npid nginx.pid;\nerror_log error.log;\nevents {}\n` +
        `http {\n  access_log off;\n  include ${join(folder, 'site.conf')};\n}\n`,
    );
    const proxy = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], { stdio: 'ignore' });
    return { proxy, authority: join(folder, 'root.crt') };
  });
  serveEveryProgram(NGINX_HOST, authority);

  test.skipIf(!HAS_CURL)('answers from its cache, per format', async () => {
    const ask = (type: string) =>
      resolved(NGINX_HOST, ['curl', '-si', 'https://rest.ensembl.org/info/software', '-H', `Content-Type: ${type}`], {
        CURL_CA_BUNDLE: authority(),
      });
    expect(await ask('application/json')).toMatch(/X-Cache: MISS.*\{"release":/s);
    expect(await ask('application/json')).toMatch(/X-Cache: HIT.*\{"release":/s);
    expect(await ask('text/xml')).toMatch(/X-Cache: MISS.*<opt/s);
  });
});

test('docs/clients.md names the variable of each program', async () => {
  const page = await read('docs/clients.md');
  const rows = [...page.matchAll(/^\| (.*) \| `([A-Z_]+)` \|$/gm)].map(([, programs = '', variable]) => ({
    programs: programs.split(', '),
    variable,
  }));
  for (const [name, { variable }] of Object.entries(PROGRAMS)) {
    if (variable !== null) expect(rows.find(({ programs }) => programs.includes(name))?.variable, name).toBe(variable);
  }
});
