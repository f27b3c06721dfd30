import { expect, test } from 'vitest';
import { withoutFolders } from '../../../../src/pages/status/build-report.ts';

test.each([
  ['/srv/dumps/homo_sapiens/core/xref.txt line 3: x', 'xref.txt line 3: x'],
  ["cannot read '/home/me/a.vcf.gz' of C:\\data\\b.vcf", "cannot read 'a.vcf.gz' of b.vcf"],
  ["'../../home/me/a.vcf.gz' and ./b.vcf", "'a.vcf.gz' and ./b.vcf"],
  ['homo_sapiens/core', 'homo_sapiens/core'],
  ['1/2 of https://host/path', '1/2 of https://host/path'],
])('%j is shown as %j', (text, shown) => expect(withoutFolders(text)).toBe(shown));
