import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { linePieces } from '../../../../build-index/genome-files/vcf-pieces.ts';
import { testFolder } from '../../../support/test-folder.ts';

const folder = await testFolder();

async function piecesOf(bytes: string | Uint8Array) {
  const path = join(folder, 'lines');
  await writeFile(path, bytes);
  const pieces: { line: number; count: number; text: string }[] = [];
  for await (const { line, count, bytes: some } of linePieces(path))
    pieces.push({ line, count, text: new TextDecoder().decode(some) });
  return pieces;
}

const LINES = Array.from({ length: 50_000 }, (_, index) => `${index}\t${'x'.repeat(index % 90)}`);

test.each([
  ['newlines', '\n'],
  ['line ends of Windows', '\r\n'],
  ['line ends of old Macs', '\r'],
])('pieces have whole lines, with %s', async (_, end) => {
  for (const bytes of [LINES.join(end) + end, gzipSync(LINES.join(end))]) {
    const pieces = await piecesOf(bytes);
    expect(pieces.length).toBeGreaterThan(1);
    expect(
      pieces
        .map(({ text }) => text)
        .join('')
        .trimEnd()
        .split('\n'),
    ).toEqual(LINES);
    let next = 1;
    for (const { line, count, text } of pieces) {
      expect(line).toBe(next);
      expect(text.trimEnd().split('\n')).toHaveLength(count);
      next += count;
    }
  }
});

test('a line may be longer than a piece', async () => {
  const lines = ['a', 'b'.repeat(3_000_000), 'c'];
  expect((await piecesOf(lines.join('\n'))).map(({ text }) => text).join('')).toBe(lines.join('\n'));
});

test('an empty file has no lines', async () => {
  expect(await piecesOf('')).toEqual([]);
});
