/** Tasks of a new user, from the first page on: typing into the search box and clicking. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, NEEDS_CHROMIUM, openBrowser } from './chromium.ts';
import { servedDemo } from './served-demo.ts';

let base: string;
let browser: Browser;

beforeAll(async () => {
  if (!chromiumPath()) return;
  base = await servedDemo();
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A visit from the first page on, which counts clicks. */
class Walk {
  clicks = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Types into the search box and presses Enter. */
  async search(text: string): Promise<void> {
    await this.page.getByRole('combobox').fill(text);
    await this.#leave(() => this.page.keyboard.press('Enter'));
  }

  /** Clicks the first visible link of a name. */
  async click(name: string | RegExp): Promise<void> {
    this.clicks++;
    await this.#leave(() => this.page.locator('main').getByRole('link', { name }).first().click());
  }

  async #leave(act: () => Promise<unknown>): Promise<void> {
    const before = this.page.url();
    await Promise.all([this.page.waitForURL((url) => url.href !== before), act()]);
    await this.page.waitForLoadState('load');
  }

  async text(selector = 'main'): Promise<string> {
    return ((await this.page.locator(selector).first().textContent()) ?? '').trim();
  }
}

async function walk(width: number, go: (walk: Walk) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    await page.goto(`${base}/`);
    await go(new Walk(page));
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

const MOUSE = /Demo mouse/;

// docs/pages.md states these numbers of clicks.
describe.skipIf(!chromiumPath())(`from the first page${NEEDS_CHROMIUM}`, () => {
  describe.each([1280, 390])('at %i px', (width) => {
    test('two clicks after a search lead to the protein sequence of a gene: species, sequence', () =>
      walk(width, async (user) => {
        await user.search('DEMCHN1');
        await user.click(MOUSE);
        await user.click('Protein sequence');
        expect(await user.text()).toMatch(/"molecule": "protein",[\s\S]*"seq": "M[A-Z]{20,}/);
        expect(user.clicks).toBe(2);
      }));

    test('a name of a species in the search saves a click', () =>
      walk(width, async (user) => {
        await user.search('fictomys_demonstrans DEMCHN1');
        expect(await user.text('h1')).toContain('DEMCHN1');
      }));

    test('a search shows the exon that a variant hits', () =>
      walk(width, async (user) => {
        await user.search('demors1');
        expect(await user.text('[aria-label="Effects on transcripts"] tbody tr')).toMatch(
          /synonymous variant\s*exon \d+ of \d+/,
        );
        expect(user.clicks).toBe(0);
      }));

    test('one click after a search leads to the best LD proxy of a variant, which is the first of a table', () =>
      walk(width, async (user) => {
        await user.search('demosnv2');
        await user.click('Linkage in DEMO:meadow');
        expect(await user.text('h2:has-text("Best proxies") ~ * tbody th')).toMatch(/^demo\w+$/);
        expect(user.clicks).toBe(1);
      }));

    test('two clicks after a search lead to the orthologues of a gene, and another to the page of one', () =>
      walk(width, async (user) => {
        await user.search('DEMPRT1');
        await user.click(MOUSE);
        await user.click('Homologues');
        const row = user.page.locator('table.data tbody tr').filter({ hasText: 'Fictornis volans' });
        expect(await row.textContent()).toContain('orthologue');
        await user.click((await row.getByRole('link').first().textContent()) ?? '');
        expect(await user.text('h1')).toContain('DEMPRT1');
        expect(user.clicks).toBe(3);
      }));
  });
});
