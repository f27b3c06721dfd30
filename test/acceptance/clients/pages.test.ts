/** The pages in a real browser: on a phone, without JavaScript, in light and dark, and by axe's accessibility rules. */
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { documentationPath } from '../../../src/pages/overview.ts';
import { chromiumPath, NEEDS_CHROMIUM, openBrowser } from './chromium.ts';
import { servedDemo } from './served-demo.ts';
import { at, present } from '../../../src/checked.ts';

const SCHEMES = ['light', 'dark'] as const;
const PHONE = { width: 390, height: 844 };
const ANSWER = '/rest/info/species';

let origin: string;
let browser: Browser;

beforeAll(async () => {
  if (!chromiumPath()) return;
  origin = new URL(await servedDemo()).origin;
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Errors and warnings of a page in the browser. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && found.push(message.text()));
  page.on('pageerror', (error) => found.push(error.message));
  // The next page cancels what the last one still loads, such as its icon.
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') found.push(`${request.url()} failed: ${reason}`);
  });
  return found;
}

/** Measures of a page as shown. */
interface Look {
  ground: string;
  width: number;
  /** Links to this server. */
  links: string[];
}

const LOOK = `({
  ground: getComputedStyle(document.body).backgroundColor,
  width: document.documentElement.scrollWidth,
  links: [...document.links].map((link) => link.href).filter((href) => new URL(href).origin === location.origin),
})`;

describe.skipIf(!chromiumPath())(`pages on a phone, without JavaScript${NEEDS_CHROMIUM}`, () => {
  let page: Page;
  let found: string[];

  beforeAll(async () => {
    page = await (await browser.newContext({ viewport: PHONE, javaScriptEnabled: false })).newPage();
    found = complaints(page);
  });
  afterAll(() => page?.context().close());

  /** The beginning of the example's address by page, for pages with an example. */
  const examples = new Map(
    operations
      .filter(({ method }) => method === 'GET')
      .map((operation) => [documentationPath('/rest', operation), `/rest${operation.path.split('/:')[0]}`]),
  );
  const paths = [
    '/rest',
    '/rest/reference',
    ANSWER,
    '/rest/lookup/id/nosuch',
    ...operations.map((operation) => documentationPath('/rest', operation)),
  ];

  test('open without errors, fit the width in light and dark, and have working links', async () => {
    const links = new Set<string>();
    for (const path of paths) {
      const response = present(await page.goto(origin + path), 'the response');
      expect(response.headers()['content-type'], path).toBe('text/html; charset=utf-8');
      expect([path, response.status()]).toEqual([path, path.endsWith('nosuch') ? 400 : 200]);
      const grounds: string[] = [];
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const look: Look = await page.evaluate(LOOK);
        expect([path, colorScheme, look.width]).toEqual([path, colorScheme, PHONE.width]);
        grounds.push(look.ground);
        for (const link of look.links) links.add(at(link.split('#'), 0));
        const example = examples.get(path);
        if (example !== undefined)
          expect(
            look.links.some((link) => link.startsWith(origin + example)),
            `${path} has an example`,
          ).toBe(true);
      }
      expect(new Set(grounds).size, path).toBe(2);
    }
    expect(found.filter((complaint) => !/status of 400/.test(complaint))).toEqual([]);

    // These include formats of examples and of answers.
    const answers = await pLimit(4).map(links, async (link) => {
      const { status, body } = await fetch(link, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
      await body?.cancel();
      return `${status} ${link}`;
    });
    expect(answers.filter((answer) => !answer.startsWith('200 '))).toEqual([]);
  }, 120_000);
});

describe.skipIf(!chromiumPath())(`pages by the rules of axe${NEEDS_CHROMIUM}`, () => {
  const documented = (method: 'GET' | 'POST', path: string) => documentationPath('/rest', { method, path });
  const pages = [
    '/rest',
    '/rest/reference',
    documented('GET', '/overlap/region/:species/:region'),
    documented('POST', '/lookup/id'),
    documented('GET', '/info/ping'),
    ANSWER,
  ];
  let axe: string;
  /** The reference has about a hundred similar sections; a dozen are enough. */
  const SHORTEN = 'for (const section of [...document.querySelectorAll("section")].slice(12)) section.remove()';

  beforeAll(async () => {
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  });

  test.each(pages)(
    '%s has no serious faults',
    async (path) => {
      const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
      const page = await context.newPage();
      await page.goto(origin + path);
      await page.evaluate(SHORTEN);
      await page.evaluate(axe);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await page.evaluate<{
          violations: { id: string; impact: string; nodes: { html: string }[] }[];
        }>('axe.run({ resultTypes: ["violations"] })');
        const faults = violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => [id, at(nodes, 0).html]);
        expect(faults, colorScheme).toEqual([]);
      }
      await context.close();
    },
    120_000,
  );
});
