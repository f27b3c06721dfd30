/** Known vulnerabilities of the locked packages, if the registry answers audits; mirrors often do not. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseJson } from '../../support/json.ts';
import { present } from '../../../src/checked.ts';

interface Report {
  vulnerabilities?: Record<string, { severity: string; range: string; via: unknown[] }>;
}

/** Null if the registry does not answer. */
const report = await new Promise<Required<Report> | null>((resolve) => {
  const cwd = fileURLToPath(new URL('../../../', import.meta.url));
  execFile(
    'npm',
    ['audit', '--json', '--package-lock-only'],
    { cwd, timeout: 30_000, maxBuffer: 1 << 26 },
    (_, stdout) => {
      try {
        const { vulnerabilities } = parseJson<Report>(stdout);
        resolve(vulnerabilities ? { vulnerabilities } : null);
      } catch {
        resolve(null);
      }
    },
  );
});

test.skipIf(report === null)(
  'npm audit finds nothing in the locked versions (skipped where the registry does not answer audits)',
  () => {
    const found = Object.entries(present(report, 'the report').vulnerabilities).map(
      ([name, { severity, range }]) => `${name} ${range}: ${severity}`,
    );
    expect(found).toEqual([]);
  },
);
