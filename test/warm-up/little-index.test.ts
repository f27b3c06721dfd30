import { expect, test } from 'vitest';
import { encodeLittleIndex, openLittleIndex } from '../../src/warm-up/little-index.ts';

const stretches = [
  { range: { object: 'genes', offset: 100, length: 3 }, bytes: Uint8Array.of(1, 2, 3) },
  { range: { object: 'genes', offset: 105, length: 2 }, bytes: Uint8Array.of(4, 5) },
  { range: { object: 'xrefs', offset: 0, length: 1 }, bytes: Uint8Array.of(6) },
];
const index = openLittleIndex(encodeLittleIndex(Uint8Array.of(9, 9), stretches));

test('gives each stretch where it stood, one that goes over several with zeros between', async () => {
  for (const { range, bytes } of stretches) expect(await index.read(range)).toEqual(bytes);
  expect(await index.read({ object: 'genes', offset: 99, length: 9 })).toEqual(Uint8Array.of(0, 1, 2, 3, 0, 0, 4, 5, 0));
});

test('has a root, and no other value', async () => {
  expect(await index.value('current')).toEqual(Uint8Array.of(9, 9));
  expect(await index.value('releases')).toBeNull();
  await expect(index.read({ object: 'ids', offset: 0, length: 1 })).rejects.toThrow('ids is not in the little index');
});
