/** Pages of answers that are streamed and too long for a page. */
import { expect, test } from 'vitest';
import { serialise, type Presentation } from '../../../src/http/serialise.ts';
import type { AnswerPage } from '../../../src/pages/answer-page.ts';
import { html } from '../../../src/pages/html.ts';
import { MemoryBudget } from '../../../src/operation/memory-reservation.ts';

/** A list of 120,000 objects in pieces: about 5 MB, of which a page reads 4. */
function* longList(): Generator<string> {
  yield '[{"number":0}';
  for (let at = 1; at < 120_000; at++) yield `,{"number":${at},"text":"some text of an object"}`;
  yield ']';
}

async function pageOf(chunks: Iterable<string>, draw: AnswerPage['draw']): Promise<string> {
  const presentation: Presentation = {
    format: 'html',
    callback: '',
    page: { base: '/rest', title: 'GET /list', address: '/rest/list', draw },
    memory: new MemoryBudget(Infinity).forRequest(),
    track: (stream) => stream,
  };
  const stream = (async function* () {
    yield* chunks;
  })();
  return new Response(await serialise({ kind: 'stream', chunks: stream }, presentation)).text();
}

test('the start of a long list is drawn, and the page links to all of it', async () => {
  const page = await pageOf(longList(), async (value, isCut) => ({
    body: html`<p>${Array.isArray(value) ? value.length : 0} objects, ${isCut ? 'cut' : 'whole'}</p>`,
  }));
  const [, objects] = /<p>(\d+) objects, cut<\/p>/.exec(page) ?? [];
  expect(Number(objects)).toBeGreaterThan(80_000);
  expect(page.length).toBeLessThan(10_000);
  expect(page).toContain('The answer is too long for this page.');
  expect(page).toContain('href="/rest/list?content-type=application%2Fjson"');
});

test('a long answer that is no list is drawn without it', async () => {
  const page = await pageOf(['{"tree":', ...longList(), '}'], async (value) => ({
    body: html`<p>${String(value)}</p>`,
  }));
  expect(page).toContain('<p>null</p>');
});

test('a long answer without a drawing is rejected', async () => {
  for (const draw of [undefined, async () => null])
    await expect(pageOf(longList(), draw)).rejects.toThrow(
      /too long to be shown as a page.*content-type=application\/json/,
    );
});

test('a shorter answer has at most 64 KiB of JSON below its drawing', async () => {
  const objects = Array.from({ length: 20_000 }, (_, number) => ({ number }));
  const page = await pageOf([JSON.stringify(objects)], async () => ({ body: html`<p>drawn</p>` }));
  expect(page).toContain('<p>drawn</p>');
  expect(page).toContain('All as JSON');
  expect(page.length).toBeLessThan(1_000_000);
});
