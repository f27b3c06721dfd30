/** Every operation answers its example with data in each of its formats, and rejects bad requests with a 4xx. */
import { XMLParser } from 'fast-xml-parser';
import { parse as parseYaml } from 'yaml';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseJson } from '../../support/json.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import type { ShownOperation } from '../../../src/operation/example.ts';
import type { Format } from '../../../src/operation/operation.ts';
import { MEDIA_TYPES } from '../../../src/formats/media-types.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { CurrentRelease } from '../../../src/release/current-release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { openFolder } from '../../support/open-folder.ts';
import { demoIndex, demoOperations } from '../../support/demo-index.ts';
import { at, present } from '../../../src/checked.ts';

let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  const store = openFolder(await demoIndex());
  const releases = new CurrentRelease(store, new CachedBlockReader(store, new ByteCache()));
  app = createApp({ operations, openRelease: () => releases.get() });
});

interface Answered {
  status: number;
  type: string;
  text: string;
}

async function ask(
  operation: ShownOperation,
  path: string,
  format: Format,
  body = JSON.stringify({ [operation.body?.key ?? '']: operation.body?.example }),
): Promise<Answered> {
  const headers = {
    'Content-Type': operation.body ? 'application/json' : MEDIA_TYPES[format],
    Accept: MEDIA_TYPES[format],
  };
  const callback = format === 'jsonp' ? `${path.includes('?') ? ';' : '?'}callback=genes.show` : '';
  const response = await app.request(`http://localhost/rest${path}${callback}`, {
    method: operation.method,
    headers,
    ...(operation.body ? { body } : {}),
  });
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
}

/** Parses an answer for hasData. Throws for an answer that is not in its format. */
const READ: Readonly<Record<Format, (text: string) => unknown>> = {
  json: (text) => JSON.parse(text),
  jsonp: (text) => JSON.parse(at(present(/^\/\*\*\/genes\.show\((.*)\);\s*$/s.exec(text), 'a match'), 1)),
  yaml: (text) => parseYaml(text),
  xml: (text) => (new XMLParser({ ignoreAttributes: false }).parse(text, true) as { opt: { data: unknown } }).opt.data,
  seqxml: (text) => (new XMLParser().parse(text, true) as { seqXML: unknown }).seqXML,
  phyloxml: (text) => (new XMLParser().parse(text, true) as { phyloxml: unknown }).phyloxml,
  orthoxml: (text) =>
    (new XMLParser({ ignoreAttributes: false }).parse(text, true) as { orthoXML: { groups?: unknown } }).orthoXML
      .groups,
  fasta: (text) =>
    text
      .split(/^>/m)
      .filter(Boolean)
      .map((entry) => present(/^\S+.*\n([A-Za-z*\n-]+)$/.exec(entry), 'a match')[1]),
  text: (text) => text.trim(),
  nh: (text) => present(/^\(.+\).*;\s*$/s.exec(text), 'a match')[0],
  gff3: (text) =>
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => expectColumns(line, 9)),
  bed: (text) =>
    text
      .split('\n')
      .filter((line) => line && !/^(#|track|browser)/.test(line))
      .map((line) => expectColumns(line, 4)),
  vcf: (text) =>
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => expectColumns(line, 8)),
  ndjson: (text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => parseJson(line)),
  html: (text) => text,
};

function expectColumns(line: string, least: number): string {
  if (line.split('\t').length < least) throw new Error(`less than ${least} columns: ${line}`);
  return line;
}

/** Whether a value contains more than empty lists, empty objects, empty texts and null. */
function hasData(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return typeof value === 'object' ? Object.values(value).some(hasData) : true;
}

function exampleOf({ example }: ShownOperation): string {
  return present(example, 'the example');
}

/**
 * A request that must be rejected: the bad example of the entry, else a body that is not JSON, else unknown values of
 * all path parameters, else an unknown format.
 */
function refused(operation: ShownOperation): { path: string; body?: string } {
  if (operation.badExample) return { path: operation.badExample };
  if (operation.body) return { path: exampleOf(operation), body: '{"' };
  if (operation.path.includes('/:')) return { path: operation.path.replace(/:\w+/g, 'no%20such%20thing') };
  return { path: `${at(exampleOf(operation).split('?'), 0)}?content-type=application/no-such-type` };
}

describe.each(
  (await demoOperations()).map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)('%s', (_, operation) => {
  test.each(operation.formats)('answers its example with data as %s', async (format) => {
    const { status, type, text } = await ask(operation, exampleOf(operation), format);
    expect(status, text.slice(0, 500)).toBe(200);
    // Where a media type stands for another format, the answer names it.
    const written = operation.mediaTypes?.[MEDIA_TYPES[format]] ?? format;
    expect(type).toContain(operation.contentTypes?.[written] ?? MEDIA_TYPES[written]);
    expect(hasData(READ[written](text)), text.slice(0, 500)).toBe(true);
  });

  test('answers its example with the same data in JSON, JSONP and YAML', async () => {
    if (!operation.formats.includes('json')) return;
    const wanted = await ask(operation, exampleOf(operation), 'json');
    for (const format of operation.formats.filter((each) => each === 'jsonp' || each === 'yaml')) {
      expect(READ[format]((await ask(operation, exampleOf(operation), format)).text), format).toEqual(
        JSON.parse(wanted.text),
      );
    }
  });

  test('has an example with its own path and parameters', () => {
    const [path = '', query = ''] = exampleOf(operation).split('?');
    const pattern = (each: string) => new RegExp(`^${each.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}$`);
    expect(
      [operation.path, ...(operation.aliases ?? [])].some((each) => pattern(each).test(path)),
      path,
    ).toBe(true);
    expect(Object.keys(operation.parameters)).toEqual(
      expect.arrayContaining([...new URLSearchParams(query.replaceAll(';', '&')).keys()]),
    );
  });

  test('rejects a bad request with an error text', async () => {
    const { path, body } = refused(operation);
    const { status, text } = path.includes('content-type=')
      ? await askPlainly(path)
      : await ask(operation, path, 'json', body);
    expect(status, `${path}: ${text.slice(0, 500)}`).toBeGreaterThanOrEqual(400);
    expect(status, `${path}: ${text.slice(0, 500)}`).toBeLessThan(500);
    expect(parseJson<{ error: string }>(text).error).toMatch(/\w{3}.*\s.*\w{2}/s);
  });
});

async function askPlainly(path: string): Promise<{ status: number; text: string }> {
  const response = await app.request(`http://localhost/rest${path}`);
  return { status: response.status, text: await response.text() };
}

test('each format has a parser in this test', () => {
  expect(Object.keys(READ).sort()).toEqual(Object.keys(MEDIA_TYPES).sort());
});
