/**
 * Where dumps of older releases have what newer ones keep elsewhere. The compilers know only the newest tables and
 * columns; openDatabase fills them from the older ones. docs/releases.md lists what each release lacks.
 */
import type { DumpDatabase } from '../find-databases.ts';
import type { NeededTables } from '../table-plan.ts';
import type { FormerLayout } from './former-layout.ts';
import { COMPARA_LAYOUTS } from './former-compara.ts';
import { CORE_LAYOUTS } from './former-core.ts';
import { FUNCGEN_LAYOUTS } from './former-funcgen.ts';
import { VARIATION_LAYOUTS } from './former-variation.ts';

/** By group of the database; in the order in which they are filled. */
const LAYOUTS: Readonly<Record<string, readonly FormerLayout[]>> = {
  core: CORE_LAYOUTS,
  otherfeatures: CORE_LAYOUTS,
  cdna: CORE_LAYOUTS,
  rnaseq: CORE_LAYOUTS,
  compara: COMPARA_LAYOUTS,
  funcgen: FUNCGEN_LAYOUTS,
  variation: VARIATION_LAYOUTS,
};

/** The older layouts that a dump has, of tables and columns that a compiler needs. */
export function formerLayouts({ group, schema }: DumpDatabase, needed: NeededTables): FormerLayout[] {
  const hasColumn = (table: string, column: string) =>
    schema.get(table)?.columns.some(({ name }) => name === column) ?? false;
  return (LAYOUTS[group] ?? []).filter(({ table, lacks, from }) => {
    const columns = needed[table];
    if (!columns || (lacks === true && schema.has(table))) return false;
    if (typeof lacks === 'string' && (columns[lacks] === undefined || hasColumn(table, lacks))) return false;
    return Object.entries(from).every(([source, read]) =>
      Object.keys(read).every((column) => hasColumn(source, column)),
    );
  });
}

/** The needed tables and columns, with those from which a dump of an older release fills them. */
export function withFormerTables(dump: DumpDatabase, needed: NeededTables): NeededTables {
  const all: NeededTables = { ...needed };
  for (const { from } of formerLayouts(dump, needed))
    for (const [table, columns] of Object.entries(from)) all[table] = { ...all[table], ...columns };
  return all;
}

/** The older tables of a group, for downloads of older releases. */
export function formerTables(group: string): string[] {
  return (LAYOUTS[group] ?? []).flatMap(({ from }) => Object.keys(from));
}
