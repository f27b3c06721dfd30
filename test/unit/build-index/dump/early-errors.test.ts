/** Errors of a file that come before its first read: the read throws them, and the process goes on. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openDumpSource } from '../../../../build-index/dump/dump-source.ts';
import { TextLines } from '../../../../build-index/vcf/vcf-lines.ts';
import { testFolder } from '../../../support/test-folder.ts';

/** Until a stream of a small file has failed. */
const LONG_ENOUGH = 200;
const CUT = gzipSync('1\ta\n2\tb\n').subarray(0, -9);

test('the first read of a truncated dump fails', async () => {
  const path = join(await testFolder(), 'note.txt.gz');
  await writeFile(path, CUT);
  const source = await openDumpSource(path);
  await passed(LONG_ENOUGH);
  await expect(source.read(new Uint8Array(100))).rejects.toThrow('its gzip data ends too early');
  await source.close();
});

test.each([
  ['a truncated VCF file', 'cut.vcf.gz', CUT, 'its gzip data ends too early'],
  ['a missing VCF file', 'none.vcf', null, 'cannot be read: ENOENT'],
])('the first read of %s fails', async (_, name, bytes, reason) => {
  const path = join(await testFolder(), name);
  if (bytes) await writeFile(path, bytes);
  const lines = new TextLines(path);
  await passed(LONG_ENOUGH);
  await expect((async () => lines.advance())()).rejects.toThrow(reason);
  lines.close();
});
