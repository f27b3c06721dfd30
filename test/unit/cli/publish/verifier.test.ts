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

/** A store that holds `bytes`, and how often it was read. */
function storing(bytes: Uint8Array) {
  const store = { reads: 0, target: {} as Target };
  store.target = {
    name: 'store',
    provingVersion: () => md5,
    async *read() {
      store.reads++;
      yield bytes;
    },
  } as unknown as Target;
  return store;
}

test.each([
  ['an ETag that is the MD5 proves it unread', md5, content, true, 0],
  ['any other ETag has it read, and its SHA-256 counts', 'an encrypted object', content, true, 1],
  ['other bytes of the same length are not it', 'an encrypted object', content.toReversed(), false, 1],
])('%s', async (_, version, bytes, holds, reads) => {
  const store = storing(bytes);
  const verifier = new Verifier(store.target, false);
  const stored = { size: content.length, version, stored: new Date() };
  expect(await verifier.holds(object, digest, stored)).toBe(holds);
  await verifier.holds(object, digest, stored);
  expect(store.reads, 'one version is read once').toBe(reads);
});

test('an object of another size is not read', async () => {
  const store = storing(content);
  expect(
    await new Verifier(store.target, true).holds(object, digest, { size: 3, version: md5, stored: new Date() }),
  ).toBe(false);
  expect(store.reads).toBe(0);
});

test('what is missing or different after its upload is named', async () => {
  const verifier = new Verifier(storing(content.toReversed()).target, false);
  const require = (size?: number) =>
    verifier.require(object, digest, size === undefined ? undefined : { size, version: 'x', stored: new Date() });
  await expect(require()).rejects.toThrow('r/ids.bin is missing in store after its upload: publish again');
  await expect(require(3)).rejects.toThrow('has 3 bytes instead of 7');
  await expect(require(7)).rejects.toThrow('has other bytes than were sent');
});
