/** Round trips are what an answer costs on object storage: how many there are on a compiled index is a promise. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CountedService, Cost } from '../../../bench/operations/counted-service.ts';
import { demoOperations } from '../../support/demo-index.ts';
import { measuredDemo } from './measured-demo.ts';
import { PROMISED, readsTable } from './promised-reads.ts';

/** The limits that no row may exceed: dependent reads beside the root, and with it. */
const LIMITS: [operation: RegExp, root: number, cold: number][] = [
  [/^lookup\/id(, expanded)?$/, 2, 3],
  [/^sequence\/region/, 2, 3],
  [/^xrefs\/id/, 2, 3],
  [/^overlap\/region/, 3, 4],
  [/^alignment\/region/, 2, 3],
];
/** Whatever else the catalogue holds and can be asked of the demo data, the root in memory. Streams go on reading. */
const ANY_OPERATION = 4;
const STREAMS = ['/sequence/proteome/:species'];

let service: CountedService | undefined;
beforeAll(async () => {
  service = await measuredDemo(1);
});

const examples = (await demoOperations()).filter(({ example, path }) => example && !STREAMS.includes(path));

describe('waves of dependent reads', () => {
  it.each(PROMISED)(
    '$operation: $cold cold, $root beside the root, $directories beside the directories',
    async ({ path, body, cold, root, directories, reads, kib, operation }) => {
      const request = { path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const costs = {
        cold: await service!.cost(request, 'nothing'),
        root: await service!.cost(request, 'root'),
        directories: await service!.cost(request, 'directories'),
      };
      expect(mapCosts(costs, ({ waves }) => waves)).toEqual({ cold, root, directories });
      expect(costs.root.reads).toBe(reads);
      expect(costs.root.bytes).toBeLessThanOrEqual(kib * 1024);
      const status = operation.includes('unknown') ? 400 : 200;
      expect(mapCosts(costs, (cost) => cost.status)).toEqual({ cold: status, root: status, directories: status });
      expect(costs.directories.text).toBe(costs.cold.text);
    },
  );

  it.each(LIMITS)('what is promised of %s keeps within %i beside the root and %i cold', (operation, root, cold) => {
    const promised = PROMISED.filter((each) => operation.test(each.operation));
    expect(promised.length).toBeGreaterThan(0);
    for (const each of promised) expect([each.root <= root, each.cold <= cold], each.operation).toEqual([true, true]);
  });

  it.each(examples)('$method $path: few', async ({ example, body }) => {
    const { waves } = await service!.cost(
      { path: example!, ...(body ? { body: JSON.stringify({ [body.key]: body.example }) } : {}) },
      'root',
    );
    expect(waves).toBeLessThanOrEqual(ANY_OPERATION);
  });
});

it('the documentation shows these numbers', async () => {
  const page = await readFile(new URL('../../../docs/performance.md', import.meta.url), 'utf8');
  const made = page.replace(/\| operation \| just started(?:.*\n)+?(?=\n)/, () => `${readsTable()}\n`);
  expect(made).toContain(readsTable());
  await expect(made).toMatchFileSnapshot('../../../docs/performance.md');
});

function mapCosts<T>(costs: Record<string, Cost>, value: (cost: Cost) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(costs).map(([memory, cost]) => [memory, value(cost)]));
}
