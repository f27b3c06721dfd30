import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { FileDigest } from '../../../../cli/publish/digest.ts';
import type { Target } from '../../../../cli/publish/target.ts';
import { Verifier } from '../../../../cli/publish/publish-release.ts';
import { at } from '../../../../src/checked.ts';

const content = new TextEncoder().encode('a table');
const object = { name: 'r/ids.bin', path: '', size: content.length };
const digest: FileDigest = {
  sha256: createHash('sha256').update(content).digest('hex'),
  parts: [createHash('md5').update(content).digest()],
  partSize: 100,
};
const md5 = at(digest.parts, 0).toString('hex');

/** A target that contains `bytes` and counts how often it is read. */
function storing(bytes: Uint8Array) {
  let reads = 0;
  const target = {
    name: 'store',
    provingVersion: () => md5,
    async *read() {
      reads++;
      yield bytes;
    },
  } as unknown as Target;
  return { target, reads: () => reads };
}

test.each([
  ['accepts an object unread if its ETag is the MD5', md5, content, true, 0],
  ['reads an object with any other ETag and accepts it by its SHA-256', 'an encrypted object', content, true, 1],
  ['rejects other bytes of the same length', 'an encrypted object', content.toReversed(), false, 1],
])('%s', async (_, version, bytes, holds, reads) => {
  const store = storing(bytes);
  const verifier = new Verifier(store.target, false);
  const stored = { size: content.length, version, stored: new Date() };
  expect(await verifier.has(object, digest, stored)).toBe(holds);
  await verifier.has(object, digest, stored);
  expect(store.reads(), 'one version is read once').toBe(reads);
});

test('rejects an object of another size without reading it', async () => {
  const store = storing(content);
  expect(
    await new Verifier(store.target, true).has(object, digest, { size: 3, version: md5, stored: new Date() }),
  ).toBe(false);
  expect(store.reads()).toBe(0);
});

test('names an object that is missing or different after its upload', async () => {
  const verifier = new Verifier(storing(content.toReversed()).target, false);
  const require = (size?: number) =>
    verifier.require(object, digest, size === undefined ? undefined : { size, version: 'x', stored: new Date() });
  await expect(require()).rejects.toThrow('r/ids.bin is missing in store after its upload: publish again');
  await expect(require(3)).rejects.toThrow('has 3 bytes instead of 7');
  await expect(require(7)).rejects.toThrow('has other bytes than were sent');
});
