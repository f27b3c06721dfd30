import type { DumpText } from './dump-text.ts';

/** A change of the layout, backwards. */
export interface AgeStep {
  /** The last release with the older layout. */
  until: number;
  change(tables: DumpText): void;
}

/** A step that removes tables (`table`) and columns (`table.column`). */
export function without(until: number, ...names: string[]): AgeStep {
  return {
    until,
    change: (tables) => {
      for (const name of names) {
        const [table = '', column] = name.split('.');
        if (column === undefined) tables.delete(table);
        else tables.get(table)?.drop(column);
      }
    },
  };
}

/** A step that gives columns their older names. */
export function renamed(until: number, table: string, names: Readonly<Record<string, string>>): AgeStep {
  return {
    until,
    change: (tables) => {
      for (const [name, older] of Object.entries(names)) tables.get(table)?.rename(name, older);
    },
  };
}
