/** Checks which folders of src import which. A failure names the file, the line and the import. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Files that every layer may import. */
const FOUNDATION = ['caught-error.ts', 'checked.ts', 'invalid-input.ts', 'printed-number.ts'];
const SCIENCE = ['genome', 'variants', 'effects', 'linkage', 'compara', 'terms', 'names'];
const SERVICE = ['http', 'operation', 'handlers', 'release', 'api-error.ts'];

/** The folders and files that a folder of src may import in addition to itself and the foundation. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  store: [],
  index: ['store'],
  formats: [],
  streams: ['index'],
  release: [...SCIENCE, 'index', 'store', 'api-error.ts', 'memory-budget.ts', 'work-budget.ts'],
  operation: [...SCIENCE, 'formats', 'release', 'api-error.ts', 'memory-budget.ts', 'work-budget.ts'],
  ...Object.fromEntries(SCIENCE.map((folder) => [folder, [...SCIENCE, 'index']])),
};

/** Files that run on one runtime only and may use its own APIs. */
const NODE_FILES = ['src/deno-options.ts', 'src/store/local-folder.ts'];

interface Import {
  file: string;
  line: number;
  specifier: string;
  /** Path from the root for a relative import; null for a package. */
  target: string | null;
}

const IMPORT = /(?:^|\s)(?:from\s+|import\s+|import\()'([^']+)'/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return Array.from(text.matchAll(IMPORT), ({ 1: specifier = '', index }) => ({
    file,
    line: text.slice(0, index + 1).split('\n').length,
    specifier,
    target: specifier.startsWith('.') ? posix.normalize(posix.join(dirname(file), specifier)) : null,
  }));
}

const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
const imports = files.flatMap(importsOf);

/** The folder or file directly below src that contains a path; null outside src. */
function partOf(path: string): string | null {
  const [top, part] = path.split('/');
  return top === 'src' ? (part ?? null) : null;
}

function shown({ file, line, specifier }: Import): string {
  return `${file}:${line} imports '${specifier}'`;
}

describe('in src', () => {
  it.each(Object.entries(ALLOWED))('%s imports only its own files, the foundation and %j', (folder, allowed) => {
    const may = new Set([folder, ...FOUNDATION, ...allowed]);
    const stray = imports.filter(({ file, target }) => {
      if (partOf(file) !== folder || target === null) return false;
      const part = partOf(target);
      return part === null || !may.has(part);
    });
    expect(stray.map(shown)).toEqual([]);
  });

  it('only the Worker warms up', () => {
    const users = imports.filter(
      ({ file, target }) => target?.startsWith('src/warm-up/') && partOf(file) !== 'warm-up',
    );
    expect(users.map(({ file }) => file)).toEqual(['src/worker.ts']);
  });

  it('the index imports only the interface of the store', () => {
    const stray = imports.filter(
      ({ file, target }) =>
        partOf(file) === 'index' && target !== null && partOf(target) === 'store' && target !== 'src/store/store.ts',
    );
    expect(stray.map(shown)).toEqual([]);
  });

  it('the scientific folders import nothing from the service', () => {
    const stray = imports.filter(
      ({ file, target }) =>
        target !== null && SCIENCE.includes(partOf(file) ?? '') && SERVICE.includes(partOf(target) ?? ''),
    );
    expect(stray.map(shown)).toEqual([]);
  });

  it('the foundation imports nothing', () => {
    const stray = imports.filter(({ file }) => FOUNDATION.some((name) => file === `src/${name}`));
    expect(stray.map(shown)).toEqual([]);
  });

  it('no file imports a file outside src', () => {
    const stray = imports.filter(({ target }) => target !== null && partOf(target) === null);
    expect(stray.map(shown)).toEqual([]);
  });

  it(`only ${NODE_FILES.join(' and ')} import Node's modules`, () => {
    const stray = imports.filter(({ file, specifier }) => specifier.startsWith('node:') && !NODE_FILES.includes(file));
    expect(stray.map(shown)).toEqual([]);
  });
});
