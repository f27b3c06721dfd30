/** One page of each kind in Firefox: drawn, without errors, as wide as its window. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleAddress } from './example-address.ts';
import { Firefox, firefoxPath, NEEDS_FIREFOX } from './firefox.ts';
import { servedDemo } from './served-demo.ts';

const SPECIES = 'fictomys_demonstrans';

/** Addresses, or paths of operations whose example is opened, and what the page must have. */
const PAGES: [page: string, has: string][] = [
  ['/', 'main a'],
  ['/search?q=DEM', 'main a'],
  [`/lookup/symbol/${SPECIES}/DEMCHN1`, 'main svg'],
  [`/browse/${SPECIES}/1:1-100000`, '#browser canvas'],
  ['/documentation/GET/lookup/id/:id', 'form.try'],
  ['/tools/vep', 'form.vep #vep-file'],
  ['/status', 'table.data'],
  [`/genome/${SPECIES}`, 'main svg'],
  ['/variation/:species/:id', 'table.data button'],
  ['/ld/:species/:id/:population_name', 'svg.drawing'],
  ['/ld/:species/region/:region/:population_name', 'svg.drawing'],
  ['/genetree/id/:id', 'svg.drawing'],
  ['/cafe/genetree/id/:id', 'svg.drawing'],
  ['/homology/id/:species/:id', 'table.data button'],
  ['/alignment/region/:species/:region', 'svg.drawing'],
];

describe.skipIf(!firefoxPath())(`pages in Firefox${NEEDS_FIREFOX}`, () => {
  let base: string;
  let firefox: Firefox | undefined;

  beforeAll(async () => {
    base = await servedDemo();
    firefox = await Firefox.open();
  }, 90_000);
  afterAll(() => firefox?.close());

  test('are drawn without errors, and fit a desktop and a phone', async () => {
    if (!firefox) return;
    for (const [at, [page, has]] of PAGES.entries()) {
      const isOperation = page.includes('/:') && !page.startsWith('/documentation');
      const address = isOperation ? await exampleAddress(base, page) : base + page;
      const width = at % 2 === 0 ? 390 : 1280;
      await firefox.visit(address, width);
      // Scripts draw after the page has loaded.
      const drawn = `new Promise((settle) => {
        const look = (left) => {
          const found = document.querySelectorAll('${has}').length > 0;
          if (found || left === 0) settle(found);
          else setTimeout(look, 100, left - 1);
        };
        look(50);
      })`;
      // Scrollbars take a part of the width.
      const fits = '(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.documentElement)';
      const found = { drawn: await firefox.evaluate(drawn), fits: await firefox.evaluate(fits) };
      expect([page, found, firefox.complaints]).toEqual([page, { drawn: true, fits: true }, []]);
    }
  });

  test('answer a form by its script, and Trusted Types do not stop it', async () => {
    if (!firefox) return;
    await firefox.visit(`${base}/documentation/GET/lookup/id/:id`, 1280);
    await firefox.evaluate(`new Promise((done) => {
      const changes = { childList: true, subtree: true };
      new MutationObserver(() => document.querySelector('.problem') && done()).observe(document.body, changes);
      document.querySelector('[name=id]').value = 'nosuch';
      document.querySelector('form.try').requestSubmit();
    })`);
    expect(await firefox.evaluate("document.querySelector('.problem').textContent")).toBe("400 ID 'nosuch' not found");
  });
});
