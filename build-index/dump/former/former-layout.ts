import type { NeededTables } from '../table-plan.ts';

/** A table or column of the newest dumps that older ones keep elsewhere. */
export interface FormerLayout {
  /** The table that the compilers read. */
  table: string;
  /** Applies to dumps that lack the table (true) or this column of it; false: to all dumps that have `from`. */
  lacks: string | boolean;
  /** Older tables and columns with the values. The layout applies only to dumps that have all of them. */
  from: NeededTables;
  /** SQL that fills the table. It is loaded, or empty if the dump lacks it. */
  fill: string;
}
