/** The genome browser Genoverse, on a page of another origin, draws genes and sequence from the service. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { json } from '../../support/json.ts';
import { chromiumPath, NEEDS_CHROMIUM, openBrowser } from './chromium.ts';
import { servedDemo } from './served-demo.ts';
import { found, present } from '../../../src/checked.ts';

const DIST = join(dirname(createRequire(import.meta.url).resolve('genoverse/package.json')), 'dist');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/** Like the page of the package, except for the species and the base URL. */
const page = (url: string, chromosomeSize: number) => `<!DOCTYPE html><meta charset="utf-8"><title>Genoverse</title>
<link rel="icon" href="data:,"><div id="genoverse"></div>
<script src="/genoverse.js"></script>
<script>
const at = (operation, query) =>
  '${url}/' + operation + '/region/fictomys_demonstrans/__CHR__:__START__-__END__?' + query;
Genoverse.configure();
const { Track } = Genoverse;
const { Model, View } = Track;
window.genoverse = new Genoverse({
  container: '#genoverse', width: 1000, chromosomeSize: ${chromosomeSize}, chr: 1, start: 1, end: 30000, plugins: [],
  tracks: [
    'Scalebar',
    {
      name: 'Sequence', id: 'sequence', controller: 'Sequence', view: 'Sequence', 100000: false,
      model: Model.Sequence.Ensembl.extend({ url: at('sequence', 'content-type=text/plain') }),
    },
    Track.Gene.extend({
      100000: {
        labels: true, view: View.Gene.Ensembl,
        model: Model.Gene.Ensembl.extend({ url: at('overlap', 'feature=gene;content-type=application/json') }),
      },
      1: {
        labels: true, view: View.Transcript.Ensembl,
        model: Model.Transcript.Ensembl.extend({
          url: at('overlap', 'feature=transcript;feature=exon;feature=cds;content-type=application/json'),
        }),
      },
    }),
    ['dbSNP', { url: at('overlap', 'feature=variation;content-type=application/json') }],
  ],
});
</script>`;

async function serveFiles(html: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(present(request.url, 'url'), 'http://localhost').pathname;
    if (path === '/') return response.setHeader('content-type', 'text/html').end(html);
    readFile(join(DIST, basename(path))).then(
      (bytes) => response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}

interface Drawn {
  /** Features that a track has loaded. */
  features: {
    id: string;
    feature_type?: string;
    label?: string | string[];
    sequence?: string;
    start: number;
    parts?: number;
  }[];
  /** Pixels of its images that are not transparent. */
  pixels: number;
}

/** The loaded features and drawn pixels of a track. This runs in the page, so it is text. */
const LOOK = (track: string) => `(() => {
  const { model, controller } = genoverse.tracksById['${track}'];
  let pixels = 0;
  for (const image of controller.imgContainers.find('canvas, img').toArray()) {
    const copy = document.createElement('canvas');
    copy.width = image.naturalWidth || image.width;
    copy.height = image.naturalHeight || image.height;
    if (copy.width === 0 || copy.height === 0) continue;
    const context = copy.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    for (let at = 3; at < data.length; at += 4) if (data[at] > 0) pixels++;
  }
  const features = Object.values(model.featuresById).map(
    ({ id, feature_type, label, sequence, start, subFeatures }) =>
      ({ id, feature_type, label, sequence, start, parts: subFeatures?.length }),
  );
  return { features, pixels };
})()`;

describe.skipIf(!chromiumPath())(`Genoverse${NEEDS_CHROMIUM}`, () => {
  let url: string;
  let browser: Browser;
  let files: Server;
  let shown: Page;
  const failures: string[] = [];

  beforeAll(async () => {
    url = await servedDemo();
    const { length } = await json<{
      length: number;
    }>(fetch(`${url}/info/assembly/fictomys_demonstrans/1`));
    files = await serveFiles(page(url, length));
    browser = await openBrowser();
    shown = await browser.newPage();
    shown.on('pageerror', (error) => failures.push(error.message));
    shown.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
    await shown.goto(`http://127.0.0.1:${(files.address() as AddressInfo).port}/`);
    await shown.waitForFunction('window.genoverse?.tracksById?.dbSNP');
  });
  afterAll(async () => {
    await browser?.close();
    files?.close();
  });

  /** The content of a track for a region of chromosome 1, after it has drawn something. */
  async function drawn(track: string, start: number, end: number): Promise<Drawn> {
    await shown.evaluate(`genoverse.moveTo(1, ${start}, ${end}, true)`);
    return vi.waitFor(
      async () => {
        const look: Drawn = await shown.evaluate(LOOK(track));
        expect(look.features.length).toBeGreaterThan(0);
        expect(look.pixels).toBeGreaterThan(0);
        return look;
      },
      { timeout: 15_000, interval: 100 },
    );
  }

  test('draws transcripts with their exons, and names them', async () => {
    const { features } = await drawn('genes', 1, 30_000);
    const transcript = found(features, ({ id }) => id === 'DEMOAT00000000001');
    expect(transcript.feature_type).toBe('transcript');
    expect(String(transcript.label)).toContain('DEMCHN1');
    // Genoverse adds one part at either end.
    expect(transcript.parts).toBeGreaterThan(2 + 1);
  });

  test('draws only genes in wide regions', async () => {
    const { features } = await drawn('genes', 1, 250_000);
    expect(new Set(features.map(({ feature_type: type }) => type))).toEqual(new Set(['gene']));
    expect(features.length).toBeGreaterThan(5);
  });

  test('draws variants', async () => {
    const { features } = await drawn('dbSNP', 40_000, 60_000);
    expect(features.every(({ feature_type: type }) => type === 'variation')).toBe(true);
  });

  test('draws the bases of the region', async () => {
    const { features } = await drawn('sequence', 2_010, 2_060);
    const bases = await (
      await fetch(`${url}/sequence/region/fictomys_demonstrans/1:2001-3000?content-type=text/plain`)
    ).text();
    expect(found(features, ({ start }) => start === 2_001).sequence).toBe(bases);
  });

  test('lets tnt.rest post JSON from the same page, which needs a preflight', async () => {
    await shown.addScriptTag({ path: createRequire(import.meta.url).resolve('tnt.rest/build/tnt.rest.js') });
    const { status, body } = await shown.evaluate<{ status: number; body: Record<string, { id: string }> }>(
      `tnt.rest().call('${url}/lookup/id', { ids: ['DEMOAG00000000001'] })
        .then(({ status, body }) => ({ status, body }))`,
    );
    expect([status, present(body.DEMOAG00000000001, 'DEMOAG00000000001').id]).toEqual([200, 'DEMOAG00000000001']);
  });

  test('causes no errors', () => {
    expect(failures).toEqual([]);
  });
});
