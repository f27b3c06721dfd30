/** A unit of another compiler version is not reused: the version covers all sources that a unit runs. */
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SOURCES } from '../../../../build-index/units/compiler-version.ts';

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url));
const LOG_LOADED_FILES = `
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
  for (const entry of ['run-unit', 'worker']) await import('./build-index/units/' + entry + '.ts');`;

test('all direct and indirect imports of a unit are among the sources of the compiler version', () => {
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', LOG_LOADED_FILES], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  const files = stdout
    .split('\n')
    .filter((url) => url.startsWith('file:') && !url.includes('/node_modules/'))
    .map((url) => relative(PROJECT, fileURLToPath(url)));
  expect(status).toBe(0);
  expect(files).toEqual(
    expect.arrayContaining([
      'build-index/compile/genome/core-schema.ts',
      'src/index/blocks/object-header.ts',
      'build-index/memoize.ts',
    ]),
  );
  expect(files.filter((file) => !SOURCES.some((source) => file === source || file.startsWith(`${source}/`)))).toEqual(
    [],
  );
});
