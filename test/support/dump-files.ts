import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the dumps of one test file, removed after its tests. */
export function dumpFolder(): { path: string; write: (name: string, content: string | Uint8Array) => string } {
  const path = mkdtempSync(join(tmpdir(), 'dump-test-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  const write = (name: string, content: string | Uint8Array): string => {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  return { path, write };
}

/** A field in the format of MySQL's SELECT … INTO OUTFILE: NUL, tab, newline and backslash escaped, NULL as `\N`. */
function mysqlField(text: string | null): string {
  if (text === null) return '\\N';
  return text.replace(/[\\\t\n]/g, (character) => `\\${character}`).replaceAll('\0', '\\0');
}

export function mysqlRows(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map(mysqlField).join('\t')}\n`).join('');
}
