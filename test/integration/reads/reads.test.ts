/** Waves of reads determine the latency on object storage. These tests assert their numbers on a compiled index. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CountedService, Cost } from '../../../bench/operations/counted-service.ts';
import { demoOperations } from '../../support/demo-index.ts';
import { measuredDemo } from './measured-demo.ts';
import { PROMISED, readsTable } from './promised-reads.ts';

import { present } from '../../../src/checked.ts';
/** The limits for each row: dependent reads after the root, and with the root. */
const LIMITS: [operation: RegExp, root: number, cold: number][] = [
  [/^lookup\/id(, expanded)?$/, 2, 3],
  [/^sequence\/region/, 2, 3],
  [/^xrefs\/id/, 2, 3],
  [/^overlap\/region/, 3, 4],
  [/^alignment\/region/, 2, 3],
  [/^vep/, 3, 4],
];
/** The limit for all other operations on the demo data, with the root in memory. A stream of a genome reads more. */
const ANY_OPERATION = 4;
const STREAM = '/sequence/proteome/:species';

let service: CountedService;
beforeAll(async () => {
  service = await measuredDemo(1);
});

const examples = (await demoOperations()).filter(({ example, path }) => example && path !== STREAM);

describe('waves of dependent reads', () => {
  it.each(PROMISED)(
    'of $operation: $cold cold, $root after the root, $directories with directories in memory',
    async ({ path, body, cold, root, directories, reads, kib, operation }) => {
      const request = { path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const costs = {
        cold: await service.cost(request, 'nothing'),
        root: await service.cost(request, 'root'),
        directories: await service.cost(request, 'directories'),
      };
      expect(mapCosts(costs, ({ waves }) => waves)).toEqual({ cold, root, directories });
      expect(costs.root.reads).toBe(reads);
      expect(costs.root.bytes).toBeLessThanOrEqual(kib * 1024);
      const status = operation.includes('unknown') ? 400 : 200;
      expect(mapCosts(costs, (cost) => cost.status)).toEqual({ cold: status, root: status, directories: status });
      expect(costs.directories.text).toBe(costs.cold.text);
    },
  );

  it.each(LIMITS)('that are promised for %s are at most %i after the root and %i cold', (operation, root, cold) => {
    const promised = PROMISED.filter((each) => operation.test(each.operation));
    expect(promised.length).toBeGreaterThan(0);
    for (const each of promised) expect([each.root <= root, each.cold <= cold], each.operation).toEqual([true, true]);
  });

  it.each(examples)('of $method $path are few', async ({ example, body }) => {
    const { waves } = await service.cost(
      {
        path: present(example, 'the example'),
        ...(body ? { body: JSON.stringify({ [body.key]: body.example }) } : {}),
      },
      'root',
    );
    expect(waves).toBeLessThanOrEqual(ANY_OPERATION);
  });
});

it('the documentation contains these numbers', async () => {
  const page = await readFile(new URL('../../../docs/performance.md', import.meta.url), 'utf8');
  const made = page.replace(/\| operation \| just started(?:.*\n)+?(?=\n)/, () => `${readsTable()}\n`);
  expect(made).toContain(readsTable());
  await expect(made).toMatchFileSnapshot('../../../docs/performance.md');
});

function mapCosts<T>(costs: Record<string, Cost>, value: (cost: Cost) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(costs).map(([memory, cost]) => [memory, value(cost)]));
}
