import { expect, test, vi } from 'vitest';
import { littleIndexOf } from '../../build-index/little-index/of-index.ts';
import { operations } from '../../src/catalogue/catalogue.ts';
import { openLittleIndex } from '../../src/warm-up/little-index.ts';
import { warmUp } from '../../src/warm-up/warm-up.ts';
import { demoIndex } from '../runtime/demo-index.ts';
import { tellingOperations, type Told } from '../warm-up/telling-operations.ts';

const chosen = operations.filter(({ path }) => ['/lookup/id/:id', '/sequence/id/:id', '/alignment/region/:species/:region', '/sequence/proteome/:species'].includes(path));

test('what examples read of an index is all that they need', async () => {
  const said = vi.spyOn(console, 'warn');
  const told: Told = {};
  const bytes = await littleIndexOf(await demoIndex(), chosen);
  await warmUp(tellingOperations(told).filter(({ path }) => chosen.some((each) => each.path === path)), () => openLittleIndex(bytes));
  expect(Object.keys(told)).toHaveLength(chosen.length);
  for (const how of Object.values(told)) expect(how).toMatch(/^(value|json|sequences|stream)$/);
  expect(said).not.toHaveBeenCalled();
});

test('an example that is not answered ends it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const [first] = chosen;
  await expect(littleIndexOf(await demoIndex(), [{ ...first!, handler: () => Promise.reject(new Error('broken')) }])).rejects.toThrow(`${first!.method} `);
});
