import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TABLES } from '../../../src/release/table-registry.ts';
import { objectName, type TableSpec } from '../../../src/release/table-spec.ts';

const specs: [name: string, spec: TableSpec][] = Object.entries(TABLES).flatMap(([owner, tables]) =>
  Object.entries(tables).map(([name, spec]): [string, TableSpec] => [`${owner}: ${name}`, spec]),
);

it.each(specs)('%s has an existing compiler, and records of an exported type or codec', (_, { compiler, record }) => {
  expect(existsSync(`build-index/compile/${compiler}`), compiler).toBe(true);
  for (const codec of record.split('; ')) {
    const [, name, module] = /^(\w+)(?:\[\])? in (src\/[\w/-]+\.ts)$/.exec(codec) ?? [];
    expect(module, codec).toBeDefined();
    const source = existsSync(`${module}`) ? readFileSync(`${module}`, 'utf8') : '';
    expect(source, codec).toMatch(new RegExp(`^export .*\\b${name}\\b`, 'm'));
  }
});

it('each table has a different object', () => {
  expect(new Set(specs.map(([, { path }]) => path)).size).toBe(specs.length);
});

it('the name of an object is its path with the parts filled in', () => {
  expect(objectName({ path: '<species>/<group>/genes' }, { species: 'homo_sapiens', group: 'core' })).toBe(
    'homo_sapiens/core/genes',
  );
  expect(objectName({ path: 'ids' })).toBe('ids');
});
