/** Parameters with a fixed list of values reject other values, or treat them as the catalogue says. */
import { beforeAll, describe, expect, test } from 'vitest';
import { parseJson } from '../../support/json.ts';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
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

const counted = (await demoOperations()).flatMap((operation) =>
  Object.entries(operation.parameters)
    .filter(([, { values }]) => values)
    .map(([name, parameter]) => ({ at: `${operation.method} ${operation.path} ${name}`, name, parameter, operation })),
);
const closed = counted.filter(({ parameter }) => parameter.others === undefined);
const open = counted.filter(({ parameter }) => parameter.others !== undefined);

/** Requests an operation's example with another value of the parameter. */
async function ask(
  { operation, name }: (typeof counted)[number],
  value: string,
): Promise<{ status: number; text: string }> {
  const [path, query = ''] = present(operation.example, 'example').split('?');
  const parts = [
    ...query.split(';').filter((part) => part !== '' && !part.startsWith(`${name}=`)),
    `${name}=${encodeURIComponent(value)}`,
  ];
  const body = operation.body && JSON.stringify({ [operation.body.key]: operation.body.example });
  const response = await app.request(`http://localhost/rest${path}?${parts.join(';')}`, {
    method: operation.method,
    headers: { 'Content-Type': 'application/json' },
    ...(body ? { body } : {}),
  });
  return { status: response.status, text: await response.text() };
}

describe('a value that is not in the list', () => {
  test.each(closed.map((each) => [each.at, each] as const))('of %s is rejected', async (_, each) => {
    const { status, text } = await ask(each, 'Wibble');
    expect(status, text).toBe(400);
    expect(parseJson<{ error: string }>(text).error).toMatch(/\bwibble\b/i);
  });

  test('of db_type and object_type is rejected with the list of values', async () => {
    const texts = await Promise.all(
      closed
        .filter(({ name }) => name === 'db_type' || name === 'object_type')
        .map(async (each) => [each, (await ask(each, 'Wibble')).text] as const),
    );
    expect(texts.length).toBeGreaterThan(10);
    for (const [{ name, parameter }, text] of texts) {
      expect(JSON.parse(text)).toEqual({
        error:
          `The value 'Wibble' of ${name} is not known; it must be one of ` +
          present(parameter.values, 'values').join(', '),
      });
    }
  });

  test('is accepted by a few parameters, as in Ensembl', async () => {
    expect([...new Set(open.map(({ operation, name }) => `${operation.group}: ${name}`))].sort()).toEqual([
      'Comparative Genomics: method',
      'Comparative Genomics: phyloxml_sequence',
      'Comparative Genomics: sequence',
      'Overlap: db_type',
      'Sequence: format',
      'Variation: fields',
    ]);
    for (const each of open.filter(({ name }) => name !== 'method' && name !== 'fields'))
      expect((await ask(each, 'wibble')).status, each.at).toBe(200);
  });

  test('of sequence means cdna in homologies and protein in gene trees', async () => {
    for (const each of open.filter(({ name }) => name === 'sequence')) {
      const meant = each.operation.path.startsWith('/homology') ? 'cdna' : 'protein';
      expect(await ask(each, 'wibble'), each.at).toEqual(await ask(each, meant));
    }
  });

  test('of fields is ignored next to a known one, and rejected alone', async () => {
    for (const each of open.filter(({ name }) => name === 'fields')) {
      expect(await ask(each, 'spdi,wibble'), each.at).toEqual(await ask(each, 'spdi'));
      const { status, text } = await ask(each, 'wibble');
      expect([status, JSON.parse(text)], each.at).toEqual([
        400,
        { error: expect.stringMatching(/'wibble'.*id, hgvsg/) },
      ]);
    }
  });
});

test('"" and "0" mean no value, as in Perl', async () => {
  for (const each of closed.filter(({ parameter }) => parameter.kind !== 'list')) {
    const without = await ask(each, '');
    expect(without.status, `${each.at}: ${without.text.slice(0, 200)}`).toBe(200);
    expect(await ask(each, '0'), each.at).toEqual(without);
  }
});

test('values of db_type and object_type ignore letter case', async () => {
  for (const each of closed.filter(
    ({ name, operation }) => (name === 'db_type' || name === 'object_type') && !operation.body,
  )) {
    const first = at(present(each.parameter.values, 'values'), 0);
    expect((await ask(each, first.toUpperCase())).status, each.at).toBe((await ask(each, first)).status);
  }
});
