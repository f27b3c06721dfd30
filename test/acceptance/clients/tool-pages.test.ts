/** Try it, VEP and the pages of data in a real browser: with and without scripts, by keyboard, on a phone, by axe. */
import { createRequire } from 'node:module';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, NEEDS_CHROMIUM, openBrowser } from './chromium.ts';
import { servedDemo } from './served-demo.ts';
import { at } from '../../../src/checked.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
/** Milliseconds until the largest part of a page is drawn. */
const MAX_LCP = 1000;

let origin: string;
let browser: Browser;
let axe: string;
/** A line with a variant in a gene of the demo, and the species. */
let species: string;
let line: string;

beforeAll(async () => {
  if (!chromiumPath()) return;
  const base = await servedDemo();
  origin = new URL(base).origin;
  browser = await openBrowser();
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const example = await (await fetch(`${base}/documentation/POST/vep/:species/region`)).text();
  species = at(/name="species"[^>]*>|value="(\w+)" placeholder/.exec(example) ?? [], 1);
  line = at(/<textarea[^>]*>([^<]+)</.exec(example) ?? [], 1);
});
afterAll(() => browser?.close());

/** Opens a page; the list gets its errors and warnings. */
async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await browser.newContext({ viewport: DESKTOP, ...options })).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(origin + path);
  return { page, complaints };
}

async function close(page: Page): Promise<void> {
  await page.context().close();
}

async function faults(page: Page): Promise<unknown[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, at(nodes, 0).html]);
}

const LCP = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(() => resolve(0), 3000);
})`;

/** The least of some visits: other tests run at the same time. */
async function quickest(page: Page): Promise<number> {
  let least = await page.evaluate<number>(LCP);
  for (let visit = 0; visit < 4 && least >= MAX_LCP; visit++) {
    await page.reload();
    least = Math.min(least, await page.evaluate<number>(LCP));
  }
  return least;
}

const vepAddress = () => `/rest/tools/vep?${new URLSearchParams({ species, variants: line, hgvs: '1' })}`;

describe.skipIf(!chromiumPath())(`tool pages${NEEDS_CHROMIUM}`, () => {
  const pages: [name: string, path: () => string][] = [
    ['the form of an operation', () => '/rest/documentation/GET/overlap/region/:species/:region'],
    ['a rejected request', () => '/rest/documentation/GET/lookup/id/:id?id=nosuch'],
    ['a POST', () => '/rest/documentation/POST/vep/:species/region'],
    ['VEP', () => '/rest/tools/vep'],
    ['effects', vepAddress],
    ['data', () => '/rest/status'],
    ['a genome', () => `/rest/genome/${species}`],
  ];

  test.each(pages)('%s fits a phone, is quick, and has no fault by axe', async (_, path) => {
    const looks = [
      { viewport: PHONE, colorScheme: 'dark' },
      { viewport: DESKTOP, colorScheme: 'light' },
    ] as const;
    for (const look of looks) {
      const { page, complaints } = await open(path(), look);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.viewport.width);
      expect(await quickest(page)).toBeLessThan(MAX_LCP);
      expect(await faults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close(page);
    }
  });
});

describe.skipIf(!chromiumPath())(`the form of an operation${NEEDS_CHROMIUM}`, () => {
  const PATH = '/rest/documentation/GET/lookup/id/:id';

  test.each([true, false])(
    'answers by keyboard, and keeps the request in the address (scripts: %s)',
    async (scripts) => {
      const { page, complaints } = await open(PATH, { javaScriptEnabled: scripts });
      await page.focus('[name=id]');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('nosuch <b>');
      await page.keyboard.press('Enter');
      await page.locator('.problem').waitFor();
      expect(await page.locator('.problem').textContent()).toBe("400 ID 'nosuch <b>' not found");
      expect(new URL(page.url()).searchParams.get('id')).toBe('nosuch <b>');
      expect(await page.locator('.snippets code').first().textContent()).toContain('/lookup/id/nosuch%20%3Cb%3E');
      await page.goBack();
      await page.locator('.tried-answer pre').first().waitFor();
      expect(await page.locator('.problem').count()).toBe(0);
      expect(complaints).toEqual([]);
      await close(page);
    },
  );
});

describe.skipIf(!chromiumPath())(`the page of VEP${NEEDS_CHROMIUM}`, () => {
  test('shows effects and the transcript without scripts', async () => {
    const { page } = await open('/rest/tools/vep', { javaScriptEnabled: false });
    await page.selectOption('[name=species]', species);
    await page.fill('textarea', line);
    await page.click('button.main');
    expect(await page.locator('table.effects tbody').count()).toBe(1);
    expect(await page.locator('#pictures figure').count()).toBeGreaterThan(0);
    await close(page);
  });

  test.each([true, false])('says what is missing in an empty form (scripts: %s)', async (javaScriptEnabled) => {
    const { page, complaints } = await open('/rest/tools/vep', { javaScriptEnabled });
    if (!javaScriptEnabled) await page.fill('textarea', ' ');
    await page.click('button.main');
    await page.locator('#results .problem').waitFor();
    expect(await page.locator('#results .problem').textContent()).toContain('There is no variant');
    expect(complaints).toEqual([]);
    await close(page);
  });

  test('warns next to wrong reference alleles of a file, also after filtering', async () => {
    const [region = '', position = ''] = line.split(' ');
    const header = '##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n';
    const record = (reference: string) => `${region}\t${position}\tx\t${reference}\tN\t.\t.\t.\n`;
    const { page, complaints } = await open('/rest/tools/vep');
    await page.selectOption('[name=species]', species);
    const buffer = Buffer.from(header + Array.from('ACGT', record).join(''));
    await page.setInputFiles('input[type=file]', { name: 'a.vcf', mimeType: 'text/x-vcf', buffer });
    await page.click('button.main');
    await page.locator('#downloads:not([hidden])').waitFor();
    expect(await page.locator('.notice').count()).toBe(3);
    await page.check('[name=canonical_only]');
    await expect.poll(() => page.locator('.notice').count()).toBe(3);
    expect(await page.locator('.notice').first().textContent()).toMatch(
      /^Reference allele \w does not match the genome/,
    );
    expect(complaints).toEqual([]);
    await close(page);
  });

  test('filters, and shows the picture of a variant, which Escape closes', async () => {
    const { page, complaints } = await open(vepAddress());
    const rows = await page.locator('table.effects tbody tr').count();
    await page.check('[name=canonical_only]');
    await expect.poll(() => page.locator('table.effects tbody tr').count()).toBeLessThan(rows);
    await page.focus('a.picture');
    await page.keyboard.press('Enter');
    await page.locator('dialog[open] svg').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close(page);
  });

  test('annotates a VCF file in pieces, shows 1,000 rows, counts all, and downloads them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vep-page-'));
    const [region = '', position = ''] = line.split(' ');
    const lines = Array.from(
      { length: 1500 },
      (_, which) => `${region}\t${Number(position) + which}\tv${which}\tN\tA\t.\t.\t.`,
    );
    await writeFile(
      join(folder, 'a.vcf'),
      `##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n${lines.join('\n')}\n=bad\n`,
    );
    const { page, complaints } = await open('/rest/tools/vep');
    await page.selectOption('[name=species]', species);
    await page.setInputFiles('input[type=file]', join(folder, 'a.vcf'));
    await page.click('button.main');
    await page.locator('#downloads:not([hidden])').waitFor();
    expect(await page.locator('#counts').textContent()).toMatch(/^1,500 variants, [\d,]+ effects\.$/);
    expect(await page.locator('#refused').textContent()).toContain('No result for 1');
    const rows = await page.locator('table.effects tbody tr').count();
    expect(rows).toBeGreaterThanOrEqual(1000);
    expect(rows).toBeLessThan(1100);
    const files = new Map<string, string>();
    for (const kind of ['vcf', 'tsv', 'json']) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-file=${kind}]`)]);
      files.set(kind, await readFile(await download.path(), 'utf8'));
    }
    expect(files.get('vcf')?.match(/\tCSQ=/g)).toHaveLength(1500);
    expect(files.get('vcf')?.match(/^#CHROM/gm)).toHaveLength(1);
    expect(JSON.parse(files.get('json') ?? '')).toHaveLength(1500);
    expect(files.get('tsv')?.match(/^Input\t/gm)).toHaveLength(1);
    expect(complaints).toEqual([]);
    await close(page);
    await rm(folder, { recursive: true });
  });
});

test.skipIf(!chromiumPath())(
  `the browser rejects text as elements or as scripts, but for what the pages mark up${NEEDS_CHROMIUM}`,
  async () => {
    const { page } = await open(vepAddress());
    const attempts = [
      "document.body.innerHTML = '<b>text</b>'",
      "document.body.insertAdjacentHTML('beforeend', '<b>text</b>')",
      "new DOMParser().parseFromString('<b>text</b>', 'text/html')",
      "document.createElement('script').text = 'alert(1)'",
      "trustedTypes.createPolicy('another', { createHTML: (text) => text })",
      // The name of the pages' policy is taken.
      "trustedTypes.createPolicy('genomic-edge', { createHTML: (text) => text })",
    ];
    for (const attempt of attempts) {
      const outcome = `(() => { try { ${attempt}; return 'done'; } catch (error) { return error.name; } })()`;
      expect([attempt, await page.evaluate(outcome)]).toEqual([attempt, 'TypeError']);
    }
    await close(page);
  },
);

test.skipIf(!chromiumPath())(
  `marks of direction in a name do not turn the text around it${NEEDS_CHROMIUM}`,
  async () => {
    const { page } = await open('/rest/status');
    // A right-to-left override without its end.
    const isAfter = `[...['a', 'code', 'strong', 'span']].map((tag) => {
      const paragraph = document.createElement('p');
      const name = document.createElement(tag);
      name.textContent = '\u202Eabc';
      const after = document.createTextNode(' after');
      paragraph.append('before ', name, after);
      document.querySelector('main').append(paragraph);
      const range = document.createRange();
      range.selectNode(after);
      return range.getBoundingClientRect().left >= name.getBoundingClientRect().right - 1;
    })`;
    expect(await page.evaluate(isAfter)).toEqual([true, true, true, true]);
    await close(page);
  },
);

test.skipIf(!chromiumPath())(`tables of data sort by keyboard${NEEDS_CHROMIUM}`, async () => {
  const { page } = await open('/rest/status');
  const names = () => page.locator('[aria-label="Species"] tbody th').allTextContents();
  const before = await names();
  await page.locator('[aria-label="Species"] thead button').first().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  expect(await names()).toEqual(before.toReversed());
  await close(page);
});
