/**
 * Pages of variants, linkage, trees, homologues and alignments in a real browser: from the demo, and from the index in
 * the folder $ENSEMBL_INDEX, compiled from Ensembl's test databases, which has longer names and larger trees.
 */
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveIndex } from '../../../cli/serve/serve-index.ts';
import type { ServedIndex } from '../../../cli/serve/served-index.ts';
import { at, present } from '../../../src/checked.ts';
import { chromiumPath, NEEDS_CHROMIUM, openBrowser } from './chromium.ts';
import { exampleAddress } from './example-address.ts';
import { servedDemo } from './served-demo.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
/** Milliseconds until the largest part of a page is painted. */
const MAX_PAINT = 1000;
const { ENSEMBL_INDEX } = process.env;

/** Operations whose examples are drawn, with what their page contains. */
const DRAWN: [path: string, contains: string][] = [
  ['/variation/:species/:id', 'Sequence'],
  ['/ld/:species/:id/:population_name', 'Best proxies of'],
  ['/ld/:species/region/:region/:population_name', 'Closest pairs'],
  ['/ld/:species/pairwise/:id1/:id2', 'Linkage of'],
  ['/genetree/id/:id', 'with a common ancestor in'],
  ['/genetree/member/id/:species/:id', 'with a common ancestor in'],
  ['/homology/id/:species/:id', 'Homologues of'],
  ['/cafe/genetree/id/:id', 'Gene family of'],
  ['/alignment/region/:species/:region', 'Block 1'],
];

const ENSEMBL_PAGES = [
  '/variation/homo_sapiens/rs200625439',
  '/variation/homo_sapiens/rs7698608',
  '/variation/homo_sapiens/esv93078',
  '/ld/homo_sapiens/rs1333047/1000GENOMES:phase_1_ASW',
  '/ld/homo_sapiens/region/6:31066528..31071528/1000GENOMES:phase_1_ASW',
  '/ld/homo_sapiens/pairwise/rs1333047/rs4977575',
  '/genetree/member/id/homo_sapiens/ENSG00000139618?compara=homology',
  '/genetree/id/RF01299?compara=homology',
  '/cafe/genetree/id/ENSGT00390000003602?compara=homology',
  '/homology/id/homo_sapiens/ENSG00000139618?compara=homology',
  '/alignment/region/taeniopygia_guttata/2:106040000-106041500?method=EPO;species_set_group=birds',
];

let base: string;
let browser: Browser;
let axe: string;

beforeAll(async () => {
  if (!chromiumPath()) return;
  base = await servedDemo();
  browser = await openBrowser();
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
});
afterAll(() => browser?.close());

const PAINT = `new Promise((settle) => {
  new PerformanceObserver((list) => settle(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(() => settle(Infinity), 3000);
})`;

async function faults(page: Page): Promise<unknown[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    'axe.run({ resultTypes: ["violations"] })',
  );
  return violations.map(({ id, nodes }) => [id, at(nodes, 0).html]);
}

/** Opens a page on a phone in light and on a desktop in dark. @returns its text */
async function inspect(address: string): Promise<string> {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    // The best of three: other tests use the processors too.
    let paint = Infinity;
    for (let attempt = 0; attempt < 3 && paint >= MAX_PAINT; attempt++) {
      await page.goto(address);
      paint = await page.evaluate<number>(PAINT);
    }
    expect(paint).toBeLessThan(MAX_PAINT);
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      // Axe takes seconds for a large page: once for each width and each scheme is enough.
      const colorScheme = viewport === PHONE ? 'light' : 'dark';
      await page.emulateMedia({ colorScheme });
      expect([viewport.width, colorScheme, await faults(page)]).toEqual([viewport.width, colorScheme, []]);
    }
    expect(complaints).toEqual([]);
    return (await page.textContent('main')) ?? '';
  } finally {
    await context.close();
  }
}

describe.skipIf(!chromiumPath())(`pages of the demo${NEEDS_CHROMIUM}`, () => {
  test.each(DRAWN)(
    '%s is drawn, fits a phone, is quick, and follows the rules of axe',
    { timeout: 60_000 },
    async (path, contains) => {
      expect(await inspect(await exampleAddress(base, path))).toContain(contains);
    },
  );

  test('a table sorts by a click on a heading, and is complete without scripts', async () => {
    const address = await exampleAddress(base, '/homology/id/:species/:id');
    const order = async (javaScriptEnabled: boolean): Promise<string[]> => {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(address);
      if (javaScriptEnabled) {
        await page.getByRole('button', { name: 'Species' }).click();
        expect(await page.getAttribute('table.data th', 'aria-sort')).toBe('ascending');
      }
      const names = await page.locator('table.data tbody th').allTextContents();
      await context.close();
      return names;
    };
    const plain = await order(false);
    expect(plain.length).toBeGreaterThan(1);
    expect(await order(true)).toEqual(
      plain.toSorted((one, other) => one.toLowerCase().localeCompare(other.toLowerCase(), 'en', { numeric: true })),
    );
  });

  test('the links of a drawing lead to pages', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(await exampleAddress(base, '/genetree/id/:id'));
    await page.locator('.broad svg.drawing a:visible').first().click();
    expect(page.url()).toContain('/lookup/id/');
    await context.close();
  });
});

const needsIndex = ENSEMBL_INDEX === undefined ? ' (needs $ENSEMBL_INDEX)' : '';

describe.skipIf(!chromiumPath() || needsIndex !== '')(
  `pages of Ensembl's test databases${NEEDS_CHROMIUM}${needsIndex}`,
  () => {
    let served: ServedIndex | undefined;
    beforeAll(async () => {
      served = await serveIndex({
        index: present(ENSEMBL_INDEX, 'the index'),
        port: 0,
        host: '127.0.0.1',
        runtime: 'deno',
      });
    });
    afterAll(() => served?.stop());

    test.each(ENSEMBL_PAGES)(
      '%s fits a phone, is quick, and follows the rules of axe',
      { timeout: 60_000 },
      async (path) => {
        await inspect(
          `${present(served, 'the service').url}${path}${path.includes('?') ? ';' : '?'}content-type=text/html`,
        );
      },
    );
  },
);
