import { describe, expect, it } from 'vitest';
import type { Format } from '../../../src/operation/operation.ts';
import { keyedAnswer } from '../../../src/operation/streamed-answer.ts';
import { serialise } from '../../../src/http/serialise.ts';
import { client, makeStore, openRelease } from '../handlers/lookup-release.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';

/** Describes each key by its length, except keys that begin with x. Records the batches and the generated keys. */
function lengths() {
  const batches: string[][] = [];
  const generated: string[] = [];
  const describeBatch = async (keys: readonly string[]) => {
    batches.push([...keys]);
    return (function* (): Generator<[string, number]> {
      for (const key of keys) {
        if (key.startsWith('x')) continue;
        generated.push(key);
        yield [key, key.length];
      }
    })();
  };
  return { batches, generated, describeBatch };
}

async function textOf(keys: readonly string[], format: Format): Promise<string> {
  const answer = await keyedAnswer(keys, 2, format, lengths().describeBatch);
  const body = serialise(answer, {
    format,
    callback: 'f',
    page: { base: '/rest', title: 'lengths' },
    memory: NO_LIMITS.memory,
    track: (chunks) => chunks,
  });
  return typeof body === 'string' ? body : new Response(await body).text();
}

describe('an answer with a key per item', () => {
  it.each([[[]], [['a']], [['a', 'bb']], [['a', 'bb', 'a', 'xx', 'ccc', '"', '__proto__']], [['x1', 'x2', 'x3']]])(
    'contains the values of %j in all formats',
    async (keys) => {
      const wanted = Object.fromEntries(keys.filter((key) => !key.startsWith('x')).map((key) => [key, key.length]));
      expect(JSON.parse(await textOf(keys, 'json'))).toEqual(wanted);
      expect(await textOf(keys, 'jsonp')).toContain(JSON.stringify(wanted));
      expect(await textOf(keys, 'yaml')).toBe(await textOf(Object.keys(wanted), 'yaml'));
    },
  );

  it('is generated as the client reads it: batch by batch, and value by value', async () => {
    const { batches, generated, describeBatch } = lengths();
    const answer = await keyedAnswer(['a', 'b', 'c', 'd', 'e'], 2, 'json', describeBatch);
    if (answer.kind !== 'stream') throw new Error('not streamed');
    expect(batches).toEqual([]);
    const chunks = answer.chunks[Symbol.asyncIterator]();
    await chunks.next();
    expect([batches, generated]).toEqual([[['a', 'b']], ['a']]);
    await chunks.next();
    await chunks.next();
    expect([batches, generated]).toEqual([
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      ['a', 'b', 'c'],
    ]);
  });
});

describe('lookup of hundreds', () => {
  const many = Array.from({ length: 300 }, (_, each) => `nosuch${each}`);

  it('of ids answers like lookup of few', async () => {
    const ask = client(await openRelease(await makeStore()));
    const ids = ['FICG1', ...many, 'FICT1', 'COMMON'];
    for (const more of [{}, { expand: 1 }, { phenotypes: 1 }]) {
      const { status, json } = await ask('/lookup/id', { ids, ...more });
      const few = (await ask('/lookup/id', { ids: ['FICG1', 'FICT1', 'COMMON'], ...more })).json;
      expect(status).toBe(200);
      expect(json).toEqual({ ...few, ...Object.fromEntries(many.map((id) => [id, null])) });
    }
  });

  it('of symbols answers like lookup of few', async () => {
    const ask = client(await openRelease(await makeStore()));
    for (const expand of [0, 1]) {
      expect((await ask('/lookup/symbol/human', { symbols: [...many, 'Alpha'], expand })).json).toEqual(
        (await ask('/lookup/symbol/human', { symbols: ['Alpha'], expand })).json,
      );
    }
  });
});
