import { expect, test } from 'vitest';
import { BsdSum, fits, parseChecksums } from '../../../../cli/fetch/checksums.ts';
import { get } from '../../../../src/checked.ts';

test('parses checksums in the formats of sum, md5sum, sha256sum and BSD, and ignores other lines', () => {
  const md5 = 'd41d8cd98f00b204e9800998ecf8427e';
  const list = parseChecksums(
    `00042     3 gene.txt.gz\r\n65535 12345 dna.txt.gz\n${md5}  ./xref.txt.gz\n${md5.toUpperCase()} *exon.txt.gz\n` +
      `MD5 (meta.txt.gz) = ${md5}\n${md5}${md5}  a/b.txt.gz\n# made by hand\n\n`,
  );
  expect([...list]).toEqual([
    ['gene.txt.gz', { kind: 'sum', value: '42', blocks: 3 }],
    ['dna.txt.gz', { kind: 'sum', value: '65535', blocks: 12345 }],
    ['xref.txt.gz', { kind: 'md5', value: md5, blocks: null }],
    ['exon.txt.gz', { kind: 'md5', value: md5, blocks: null }],
    ['meta.txt.gz', { kind: 'md5', value: md5, blocks: null }],
    ['b.txt.gz', { kind: 'sha256', value: md5 + md5, blocks: null }],
  ]);
  expect([2048, 2049, 3072, 3073].map((bytes) => fits(bytes, get(list, 'gene.txt.gz')))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('computes the checksum of the BSD command sum over any number of updates', () => {
  expect(new BsdSum().update(Buffer.from('hello\n')).text).toBe('36979');
  expect(new BsdSum().update(Buffer.alloc(1000, 'x')).update(Buffer.alloc(2000, 'x')).text).toBe('5357');
});
