/**
 * Parameters whose values are counted: what else is sent is refused with a sentence, or taken as the catalogue says.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { operations } from '../../../src/catalogue/catalogue.ts';
import { CachedBlockReader } from '../../../src/index/blocks/block-reader.ts';
import { CurrentRelease } from '../../../src/release/current-release.ts';
import { ByteCache } from '../../../src/store/byte-cache.ts';
import { LocalFolder } from '../../../src/store/local-folder.ts';
import { demoIndex, demoOperations } from '../../support/demo-index.ts';
import { at } from '../../../src/checked.ts';

let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  const store = new LocalFolder(await demoIndex());
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

/** An operation's example with a parameter that it may already have. */
async function ask(
  { operation, name }: (typeof counted)[number],
  value: string,
): Promise<{ status: number; text: string }> {
  const [path, query = ''] = operation.example!.split('?');
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

describe('a value that the operation does not know', () => {
  test.each(closed.map((each) => [each.at, each] as const))('%s: is refused', async (_, each) => {
    const { status, text } = await ask(each, 'Wibble');
    expect(status, text).toBe(400);
    expect((JSON.parse(text) as { error: string }).error).toMatch(/\bwibble\b/i);
  });

  test('is told from those that it knows, where Ensembl has no words of its own', async () => {
    const texts = await Promise.all(
      closed
        .filter(({ name }) => name === 'db_type' || name === 'object_type')
        .map(async (each) => [each, (await ask(each, 'Wibble')).text] as const),
    );
    expect(texts.length).toBeGreaterThan(10);
    for (const [{ name, parameter }, text] of texts) {
      expect(JSON.parse(text)).toEqual({
        error: `The value 'Wibble' of ${name} is not known; it must be one of ${parameter.values!.join(', ')}`,
      });
    }
  });

  test('is taken by few: as Ensembl takes it', async () => {
    expect([...new Set(open.map(({ operation, name }) => `${operation.group}: ${name}`))].sort()).toEqual([
      'Comparative Genomics: method',
      'Comparative Genomics: sequence',
      'Overlap: db_type',
      'Sequence: format',
      'Variation: fields',
    ]);
    for (const each of open.filter(({ name }) => name !== 'method' && name !== 'fields'))
      expect((await ask(each, 'wibble')).status, each.at).toBe(200);
  });

  test('of sequence means cdna to homologies and protein to gene trees', async () => {
    for (const each of open.filter(({ name }) => name === 'sequence')) {
      const meant = each.operation.path.startsWith('/homology') ? 'cdna' : 'protein';
      expect(await ask(each, 'wibble'), each.at).toEqual(await ask(each, meant));
    }
  });

  test('of fields is passed over beside one that is known, and refused alone', async () => {
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

test('"" and "0" choose nothing, as in Perl', async () => {
  for (const each of closed.filter(({ parameter }) => parameter.kind !== 'list')) {
    const without = await ask(each, '');
    expect(without.status, `${each.at}: ${without.text.slice(0, 200)}`).toBe(200);
    expect(await ask(each, '0'), each.at).toEqual(without);
  }
});

test('kinds of databases and of objects are known in letters of either case', async () => {
  for (const each of closed.filter(
    ({ name, operation }) => (name === 'db_type' || name === 'object_type') && !operation.body,
  )) {
    const first = at(each.parameter.values!, 0);
    expect((await ask(each, first.toUpperCase())).status, each.at).toBe((await ask(each, first)).status);
  }
});
