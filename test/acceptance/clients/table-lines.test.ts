/**
 * The lines of the table in docs/clients.md, as a user would paste them into a program. Clients that are not installed
 * are skipped by name; replayed-requests.test.ts sends their requests.
 */
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { at, found } from '../../../src/checked.ts';
import { servedDemo } from './served-demo.ts';

const run = promisify(execFile);
const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

const GENE = 'DEMOAG00000000001';

interface Client {
  /** How its row of the table begins. */
  row: string;
  isInstalled: boolean;
  /** The program around the code of the row. */
  command(code: string): string[];
  prints: RegExp;
}

const python = (row: string, imports: string, program: (code: string) => string[]): Client => ({
  row,
  isInstalled: succeeds('python3', '-c', imports),
  command: (code) => ['python3', '-c', [imports, ...program(code)].join('\n')],
  prints: new RegExp(GENE),
});

const r = (row: string, name: string, value: string, prints: RegExp): Client => ({
  row,
  isInstalled: succeeds('Rscript', '-e', `loadNamespace("${name}")`),
  command: (code) => ['Rscript', '-e', `library(${name}); ${code}; cat(${value})`],
  prints,
});

const curl = (row: string, prints: RegExp): Client => ({
  row,
  isInstalled: succeeds('curl', '--version'),
  command: (code) => ['sh', '-c', code.replace('curl ', 'curl -sf ')],
  prints,
});

const CLIENTS: Client[] = [
  python('[pyEnsemblRest]', 'from pyensemblrest import EnsemblRest', (code) => [
    `print((${code}).getLookupById(id="${GENE}")["id"])`,
  ]),
  python('[ensembl_rest]', 'import ensembl_rest', (code) => [`print((${code}).lookup("${GENE}")["id"])`]),
  python("[muffato's pyEnsemblRest]", 'import ensembl; ensembl.EnsemblRestServer', (code) => [
    code,
    `print(ensembl.EnsemblRestServer.lookupIdentifier("${GENE}").id)`,
  ]),
  python('[bioservices]', 'from bioservices import Ensembl', (code) => [
    code,
    `print(Ensembl().get_lookup_by_id("${GENE}")["id"])`,
  ]),
  {
    row: '[gget]',
    isInstalled: succeeds('gget', 'seq', '--help'),
    command: (code) => ['sh', '-c', code.replace(/ID$/, GENE)],
    prints: new RegExp(`>${GENE} [^\\n]*\\n[ACGT]+`),
  },
  r('[biomartr]', 'biomartr', 'is.genome.available(db = "ensembl", organism = "Fictomys demonstrans")', /TRUE/),
  r('[ensemblr]', 'ensemblr', `get_xrefs_by_ensembl_id("fictomys_demonstrans", "${GENE}")$primary_id`, /\S/),
  curl('Beacon v2', /"exists":true/),
  curl('transcript haplotypes', /"cds_haplotypes":\[\{/),
  curl('VEP', /"most_severe_consequence":"\w+"/),
];

let root: string;
let rows: string[];

beforeAll(async () => {
  root = new URL(await servedDemo()).origin;
  const page = await readFile(fileURLToPath(new URL('../../../docs/clients.md', import.meta.url)), 'utf8');
  rows = page.split('\n').filter((line) => line.startsWith('| '));
});

describe('the line of docs/clients.md', () => {
  test.for(CLIENTS.map((client) => [client.row, client] as const))('for %s', async ([row, client], { skip }) => {
    if (!client.isInstalled) skip(`${row} is not installed`);
    const code = at(/`([^`]*)`/.exec(found(rows, (line) => line.startsWith(`| ${row}`))) ?? [], 1);
    expect(code).toContain('http://127.0.0.1:8787');
    const [program = '', ...args] = client.command(code.replaceAll('http://127.0.0.1:8787', root));
    const { stdout } = await run(program, args, { env: { ...process.env, no_proxy: '' } });
    expect(stdout).toMatch(client.prints);
  });
});
