/**
 * Recorded exchanges with Ensembl's own server, replayed on both runtimes against an index of the same dumps. They are
 * next to the project's folder where it is developed; elsewhere these tests are skipped.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJson } from '../../support/json.ts';
import { serveWithDeno } from '../../../cli/serve/deno-runtime.ts';
import { serveWithWorkerd } from '../../../cli/serve/workerd-runtime.ts';
import type { ServedIndex } from '../../../cli/serve/served-index.ts';
import { buildRelease } from '../../../build-index/units/build-release.ts';
import { ENSEMBL_DUMPS, ensemblIndex } from '../../support/ensembl-index.ts';
import { silentProgress } from '../../support/silent-progress.ts';
import { chromiumPath, NEEDS_CHROMIUM, openBrowser } from '../clients/chromium.ts';
import { seenPage } from '../clients/seen-page.ts';

const SHARED = fileURLToPath(new URL('../../../../shared/', import.meta.url));
const REPLAY = join(SHARED, 'conformance/run.py');
const present = existsSync(REPLAY) && existsSync(ENSEMBL_DUMPS);

/** Recordings of single groups, each over one set of dumps, with what is known to differ and why. */
const FURTHER_RECORDINGS = [
  {
    name: 'beyond/beacon.jsonl',
    dumps: 'ensembl-dumps',
    exchanges: 110,
    known: [],
  },
  {
    name: 'beyond/haplotypes.jsonl',
    dumps: 'ensembl-dumps',
    exchanges: 61,
    known: [],
  },
  {
    name: 'beyond/vep.jsonl',
    dumps: 'ensembl-dumps',
    exchanges: 1132,
    known: [],
  },
  {
    name: 'chr21/vep.jsonl',
    dumps: 'ensembl-dumps-chr21',
    exchanges: 1012,
    // Ensembl repeats some protein domains at random. The replay compares domains as sets in JSON, but not in XML.
    known: ['/vep/homo_sapiens/region/21:25954600-25954600/A?uniprot=1;domains=1;ambiguous_hgvs=1'],
  },
];

/** One page of each kind: longer names and larger trees than the demo has. */
const PAGES: [path: string, contains: string][] = [
  ['/variation/homo_sapiens/rs7698608', 'Frequencies of alleles'],
  ['/ld/homo_sapiens/rs1333047/1000GENOMES:phase_1_ASW', 'Best proxies of'],
  ['/genetree/id/ENSGT00390000003602', 'with a common ancestor in'],
  ['/cafe/genetree/id/ENSGT00390000003602', '69 species in all'],
  ['/homology/id/homo_sapiens/ENSG00000139618?compara=homology', 'Homologues of'],
  ['/alignment/region/taeniopygia_guttata/2:106040000-106041500?method=EPO;species_set_group=birds', 'Block 1'],
];

interface Failure {
  group: string;
  method: string;
  url: string;
  detail: string;
}

/**
 * An intended difference: a body that is not JSON is always rejected with 400. Ensembl's archive/id answers it with
 * status 200 and the text of a Perl error with path and line number.
 */
function isIntended({ url, detail }: Failure): boolean {
  return (
    url === '/archive/id' &&
    detail.startsWith('status: want 200, got 400') &&
    detail.includes('The POST body is not valid JSON')
  );
}

describe.skipIf(!present)(`recorded exchanges${present ? '' : ' (skipped: ../shared is missing)'}`, () => {
  let folder: string;
  /** Index of ensembl-dumps. */
  let ensembl: string;
  /** Number of exchanges per group. */
  const recorded: Record<string, number> = {};

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'genomic-edge-conformance-'));
    ensembl = await ensemblIndex();
    const files = (await readdir(join(SHARED, 'conformance'))).filter((name) => name.endsWith('.jsonl'));
    for (const name of files) {
      for (const line of (await readFile(join(SHARED, 'conformance', name), 'utf8')).trimEnd().split('\n')) {
        const { group } = parseJson<{ group: string }>(line);
        recorded[group] = (recorded[group] ?? 0) + 1;
      }
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    ['Deno', serveWithDeno],
    ['workerd', serveWithWorkerd],
  ])('%s gives every recorded answer', { timeout: 240_000 }, async (_, serve) => {
    const served = await serve({ index: ensembl, port: 0, host: '127.0.0.1' });
    const failures = await replay(served);
    expect(failures.filter((failure) => !isIntended(failure))).toEqual([]);
    // Complete counts per group, so that the comparison cannot become empty unnoticed.
    expect(recorded).toMatchObject({
      archive: 80,
      compara: 430,
      errors: 70,
      info: 146,
      ld: 189,
      lookup: 144,
      mapping: 106,
      negotiation: 178,
      ontology: 515,
      overlap: 313,
      phenotype: 78,
      regulation: 18,
      sequence: 196,
      taxonomy: 536,
      variation: 166,
      xrefs: 265,
    });
  });

  describe.each(FURTHER_RECORDINGS.filter(({ dumps }) => existsSync(join(SHARED, dumps))))(
    'of $name',
    ({ name, dumps, exchanges, known }) => {
      const recording = join(SHARED, 'conformance', name);

      const runtimes: [string, typeof serveWithDeno | typeof serveWithWorkerd][] = [['Deno', serveWithDeno]];
      // VEP computes more than other operations, and Workers are where engines differ most from Deno.
      if (/vep/.test(name)) runtimes.push(['workerd', serveWithWorkerd]);
      test.each(runtimes)('%s gives every recorded answer', { timeout: 240_000 }, async (_, serve) => {
        // The other recordings are over the same index.
        const index = dumps === 'ensembl-dumps' ? ensembl : join(folder, dumps);
        if (!existsSync(index)) await buildRelease([join(SHARED, dumps)], index, silentProgress);
        const served = await serve({ index, port: 0, host: '127.0.0.1' });
        const failures = await replay(served, recording);
        expect(failures.filter(({ url }) => !known.includes(url))).toEqual([]);
        expect((await readFile(recording, 'utf8')).trimEnd().split('\n')).toHaveLength(exchanges);
      });
    },
  );

  test.skipIf(!chromiumPath())(
    `pages of these databases are drawn, fit a phone and follow the rules of axe${NEEDS_CHROMIUM}`,
    { timeout: 120_000 },
    async () => {
      const served = await serveWithDeno({ index: ensembl, port: 0, host: '127.0.0.1' });
      const browser = await openBrowser();
      try {
        for (const [path, contains] of PAGES) {
          const address = `${served.url}${path}${path.includes('?') ? ';' : '?'}content-type=text/html`;
          const { text, drawings, ...seen } = await seenPage(browser, address, 390);
          expect([path, seen]).toEqual([path, { status: 200, fits: true, complaints: [], faults: [] }]);
          expect([path, text]).toEqual([path, expect.stringContaining(contains)]);
          expect([path, drawings > 0]).toEqual([path, true]);
        }
        // The tree is in another compara database than the default one, which its links therefore name.
        const tree = await (await fetch(`${served.url}/genetree/id/ENSGT00390000003602?content-type=text/html`)).text();
        const [, family] = /href="([^"]*\/cafe\/[^"]*)"/.exec(tree) ?? [];
        expect(family).toContain('compara=homology');
      } finally {
        await browser.close();
        await served.stop();
      }
    },
  );

  /** @param file a recording; all recordings of the folder by default */
  async function replay(served: ServedIndex, file?: string): Promise<Failure[]> {
    const report = join(folder, 'failures.json');
    try {
      // Exit status 1 means that an exchange differs; this test judges which ones may.
      await promisify(execFile)(
        'python3',
        [REPLAY, served.url, ...(file === undefined ? [] : [file]), '--show', '0', '--json', report],
        {
          maxBuffer: 1 << 24,
        },
      ).catch((error: { code?: number }) => {
        if (error.code !== 1) throw error;
      });
    } finally {
      await served.stop();
    }
    return parseJson<Failure[]>(await readFile(report, 'utf8'));
  }
});
