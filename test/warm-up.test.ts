import { expect, test, vi } from 'vitest';
import { operations } from '../src/catalogue/catalogue.ts';
import { warmUp } from '../src/warm-up.ts';

test('what is called while a Worker loads reads the tables that requests begin with, answers, and says nothing', async () => {
  const said = vi.spyOn(console, 'error');
  const told: Record<string, string> = {};
  await warmUp(operations.map((operation) => ({
    ...operation,
    async handler(request) {
      const ended = (how: string) => void (told[operation.path] = how);
      try {
        const result = await operation.handler(request);
        ended(result.kind);
        return result;
      } catch (error) {
        ended((error as Error).message);
        throw error;
      }
    },
  })));
  expect(said).not.toHaveBeenCalled();
  expect(told).toMatchObject({
    '/info/ping': 'value', '/info/software': 'value', '/info/species': 'value', '/lookup/id/:id': expect.stringContaining("'none' not found"),
    '/overlap/region/:species/:region': 'features', '/variation/:species/:id': 'none not found for none',
  });
  expect(Object.keys(told)).toHaveLength(10);
});
