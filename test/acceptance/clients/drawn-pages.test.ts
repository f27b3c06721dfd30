/** Pages that draw, in a real browser: search, genes and the genome browser. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '../../../src/checked.ts';
import { chromiumPath, NEEDS_CHROMIUM, openBrowser } from './chromium.ts';
import { servedDemo } from './served-demo.ts';

const SPECIES = 'fictomys_demonstrans';
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const PAGES = [
  '/rest/',
  '/rest/search?q=1:1000-2000',
  `/rest/lookup/symbol/${SPECIES}/DEMCHN1`,
  `/rest/overlap/region/${SPECIES}/1:1-100000?feature=gene`,
  `/rest/browse/${SPECIES}/1:1-100000`,
  `/rest/browse/${SPECIES}/1:8000-8200`,
  '/rest/sequence/id/DEMOAP00000000001',
];

let origin: string;
let browser: Browser;
let axe: string;

beforeAll(async () => {
  if (!chromiumPath()) return;
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  origin = new URL(await servedDemo()).origin;
  browser = await openBrowser();
});
afterAll(() => browser?.close());

interface Opened {
  page: Page;
  /** Messages of the console and failed requests. */
  complaints: string[];
}

async function open<T>(path: string, options: BrowserContextOptions, use: (opened: Opened) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on(
    'response',
    (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`),
  );
  try {
    // Without scripts nothing is requested after the page has loaded.
    await page.goto(origin + path, { waitUntil: options.javaScriptEnabled === false ? 'load' : 'networkidle' });
    return await use({ page, complaints });
  } finally {
    await context.close();
  }
}

const WIDTH = 'document.documentElement.scrollWidth';

async function fits({ page, complaints }: Opened): Promise<void> {
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    expect([viewport.width, await page.evaluate(WIDTH)]).toEqual([viewport.width, viewport.width]);
  }
  expect(complaints).toEqual([]);
}

const PAINT = `new Promise((settle) =>
  new PerformanceObserver((list) => settle(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true }))`;

describe.skipIf(!chromiumPath())(`pages that draw${NEEDS_CHROMIUM}`, () => {
  test.each(PAGES)('%s has no errors and fits a phone without scripts', async (path) => {
    await open(path, { javaScriptEnabled: false }, fits);
  });

  test.each(PAGES)(
    '%s has no errors, fits a phone, and follows the rules of axe in light and dark',
    { timeout: 120_000 },
    async (path) => {
      await open(path, {}, async ({ page, complaints }) => {
        await fits({ page, complaints });
        await page.setViewportSize(DESKTOP);
        await page.evaluate(axe);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
            'axe.run({ resultTypes: ["violations"] })',
          );
          expect(violations.map(({ id, nodes }) => [colorScheme, id, at(nodes, 0).html])).toEqual([]);
        }
      });
    },
  );

  test('paint their largest part within a second', async () => {
    for (const path of PAGES) {
      // The best of three: other tests use the processors too.
      const times: number[] = [];
      for (let attempt = 0; attempt < 3 && !times.some((time) => time < 1000); attempt++)
        times.push(await open(path, {}, ({ page }) => page.evaluate<number>(PAINT)));
      expect(Math.min(...times), path).toBeLessThan(1000);
    }
  });
});

describe.skipIf(!chromiumPath())(`the search box${NEEDS_CHROMIUM}`, () => {
  test('suggests genes, which keys choose', async () => {
    await open('/rest/reference', {}, async ({ page, complaints }) => {
      await page.keyboard.press('/');
      await page.keyboard.type('DEMCHN1');
      const box = page.getByRole('combobox');
      await page.waitForSelector('#suggestions li');
      expect(await box.getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('ArrowDown');
      expect(await box.getAttribute('aria-activedescendant')).toBe('suggestion-0');
      await page.keyboard.press('Escape');
      expect(await box.getAttribute('aria-expanded')).toBe('false');
      await page.keyboard.press('ArrowDown');
      await page.waitForSelector('#suggestions li:visible');
      await page.keyboard.press('ArrowDown');
      await Promise.all([page.waitForURL(/\/lookup\/symbol\//), page.keyboard.press('Enter')]);
      expect(complaints).toEqual([]);
    });
  });

  test('works without scripts', async () => {
    await open('/rest/', { javaScriptEnabled: false }, async ({ page }) => {
      await page.getByRole('searchbox').fill('DEMOAG00000000001');
      await Promise.all([page.waitForURL(/\/lookup\/id\//), page.keyboard.press('Enter')]);
      expect(await page.locator('h1').textContent()).toContain('DEMCHN1');
    });
  });
});

describe.skipIf(!chromiumPath())(`the genome browser${NEEDS_CHROMIUM}`, () => {
  const canvas = '#browser canvas';

  test('pans and zooms by keys, buttons and pointer, and the address follows', async () => {
    await open(`/rest/browse/${SPECIES}/1:50001-60000`, {}, async ({ page, complaints }) => {
      await page.waitForSelector(canvas);
      const shown = async (place: string) => {
        await page.waitForURL(new RegExp(`/1:${place}$`));
        const [start = '', end = ''] = place.split('-');
        const text = `1:${Number(start).toLocaleString('en')}-${Number(end).toLocaleString('en')}`;
        expect(await page.locator('#place').textContent()).toBe(text);
      };
      await page.getByRole('link', { name: 'Pan right' }).click();
      await shown('55001-65000');
      await page.getByRole('link', { name: 'Zoom out', exact: true }).click();
      await shown('50001-70000');
      await page.locator(canvas).focus();
      await page.keyboard.press('ArrowLeft');
      await shown('48001-68000');
      await page.keyboard.press('+');
      await shown('53001-63000');
      const box = await page.locator(canvas).boundingBox();
      if (!box) throw new Error('the canvas has no place');
      await page.mouse.move(box.x + 600, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 600 - box.width / 10, box.y + 20);
      await page.waitForTimeout(100);
      await page.mouse.up();
      await shown('54001-64000');
      expect(complaints).toEqual([]);
    });
  });

  test('lists the genes of the view and leads to their pages', async () => {
    await open(`/rest/browse/${SPECIES}/1:1-4000`, {}, async ({ page }) => {
      await page.waitForSelector(canvas);
      await page.getByRole('link', { name: 'Zoom out 10×' }).click();
      await page.waitForSelector('#genes li:nth-child(2)');
      await page.locator('#genes a').first().click();
      await page.waitForURL(/\/lookup\/id\//);
      expect(await page.locator('h1').textContent()).toContain('DEMCHN1');
    });
  });

  test('shows and leads to what is below the pointer', async () => {
    await open(`/rest/browse/${SPECIES}/1:4609-8502`, {}, async ({ page }) => {
      await page.waitForSelector(canvas);
      const box = await page.locator(canvas).boundingBox();
      if (!box) throw new Error('the canvas has no place');
      // The first gene is below the ruler and the heading of its track.
      await page.mouse.move(box.x + 50, box.y + 65);
      expect(await page.locator('.tip').textContent()).toContain('DEMCHN1');
      await page.mouse.click(box.x + 50, box.y + 65);
      expect(await page.locator('#details a').getAttribute('href')).toBe('/rest/lookup/id/DEMOAG00000000001');
    });
  });
});
