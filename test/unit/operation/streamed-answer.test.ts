import { describe, expect, it } from 'vitest';
import type { Format } from '../../../src/operation/operation.ts';
import { keyedAnswer } from '../../../src/operation/streamed-answer.ts';
import { serialise } from '../../../src/http/serialise.ts';
import { client, makeStore, openRelease } from '../handlers/lookup-release.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';

/** Answers with the length of each key but those that begin with x, and notes what it was asked. */
function lengths() {
  const asked: string[][] = [];
  const made: string[] = [];
  const describeBatch = async (keys: readonly string[]) => {
    asked.push([...keys]);
    return (function* (): Generator<[string, number]> {
      for (const key of keys) {
        if (key.startsWith('x')) continue;
        made.push(key);
        yield [key, key.length];
      }
    })();
  };
  return { asked, made, describeBatch };
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

describe('an answer with a key for each thing asked for', () => {
  it.each([[[]], [['a']], [['a', 'bb']], [['a', 'bb', 'a', 'xx', 'ccc', '"', '__proto__']], [['x1', 'x2', 'x3']]])(
    '%j',
    async (keys) => {
      const wanted = Object.fromEntries(keys.filter((key) => !key.startsWith('x')).map((key) => [key, key.length]));
      expect(JSON.parse(await textOf(keys, 'json'))).toEqual(wanted);
      expect(await textOf(keys, 'jsonp')).toContain(JSON.stringify(wanted));
      expect(await textOf(keys, 'yaml')).toBe(await textOf(Object.keys(wanted), 'yaml'));
    },
  );

  it('is made as the client reads, a batch at a time and of that one value at a time', async () => {
    const { asked, made, describeBatch } = lengths();
    const answer = await keyedAnswer(['a', 'b', 'c', 'd', 'e'], 2, 'json', describeBatch);
    if (answer.kind !== 'stream') throw new Error('not streamed');
    expect(asked).toEqual([]);
    const chunks = answer.chunks[Symbol.asyncIterator]();
    await chunks.next();
    expect([asked, made]).toEqual([[['a', 'b']], ['a']]);
    await chunks.next();
    await chunks.next();
    expect([asked, made]).toEqual([
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      ['a', 'b', 'c'],
    ]);
  });
});

describe('lookup of many', () => {
  const many = Array.from({ length: 300 }, (_, each) => `nosuch${each}`);

  it('ids answers as that of few does', async () => {
    const ask = client(await openRelease(await makeStore()));
    const ids = ['FICG1', ...many, 'FICT1', 'COMMON'];
    for (const more of [{}, { expand: 1 }, { phenotypes: 1 }]) {
      const { status, json } = await ask('/lookup/id', { ids, ...more });
      const few = (await ask('/lookup/id', { ids: ['FICG1', 'FICT1', 'COMMON'], ...more })).json;
      expect(status).toBe(200);
      expect(json).toEqual({ ...few, ...Object.fromEntries(many.map((id) => [id, null])) });
    }
  });

  it('symbols answers as that of few does', async () => {
    const ask = client(await openRelease(await makeStore()));
    for (const expand of [0, 1]) {
      expect((await ask('/lookup/symbol/human', { symbols: [...many, 'Alpha'], expand })).json).toEqual(
        (await ask('/lookup/symbol/human', { symbols: ['Alpha'], expand })).json,
      );
    }
  });
});
