/** The bill of materials that `npm run sbom` prints. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PROJECT } from '../../../cli/installation.ts';
import { lockedPackages } from '../../../tools/licences.ts';
import { parseJson } from '../../support/json.ts';

interface Component {
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
}

test('lists every locked package with its SHA-512, in CycloneDX', {
  timeout: 120_000,
}, async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: PROJECT,
    maxBuffer: 1 << 26,
  });
  const bill = parseJson<{ bomFormat: string; specVersion: string; components: Component[] }>(stdout);
  expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', '1.5']);
  const locked = await lockedPackages();
  expect(locked.length).toBeGreaterThan(50);
  const listed = new Map(bill.components.map((each) => [`${each.name}@${each.version}`, each]));
  // npm leaves out packages for other platforms.
  const missing = locked.filter(({ name, version, optional }) => !optional && !listed.has(`${name}@${version}`));
  expect(missing.map(({ name }) => name)).toEqual([]);
  for (const { name, version, integrity } of locked) {
    const component = listed.get(`${name}@${version}`);
    if (!component) continue;
    // npm locks packages for other platforms without their checksum.
    const sum = integrity && Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    expect(component.hashes, name).toEqual(sum && [{ alg: 'SHA-512', content: sum }]);
    expect(component.purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
  }
});
