/**
 * Constrained elements of the demo's alignments: runs of columns in which all species of a block have the same base, but for
 * one here and there.
 */
import { basesOf, columnsOf, endOf, startOf, type AlignedStretch } from './aligned-stretch.ts';
import type { ComparaDatabase } from './compara-methods.ts';
import type { AlignmentSets } from './genome-alignments.ts';
import { mergedColumns } from './protein-alignment.ts';

/** Fewer species say too little. */
const FEWEST_SPECIES = 3;
/** What a column in which a base differs or is missing takes from a run, of which each other column is worth 1. */
const PENALTY = 5;
const LEAST_SCORE = 25;

interface Run {
  /** Columns of the alignment, from 0, both within. */
  from: number;
  to: number;
  score: number;
}

/** Writes those of a block: a row for each species, all of one id. */
export function writeConstrainedElements(db: ComparaDatabase, { fragments, constrained }: AlignmentSets, block: readonly AlignedStretch[]): void {
  if (block.length < FEWEST_SPECIES) return;
  const rows = block.map((stretch) => ({ stretch, codons: columnsOf(stretch), bases: basesOf(stretch) }));
  const columns = mergedColumns(rows);
  const places = rows.map(({ codons }) => new Map([...codons].map((column, offset) => [column, offset])));
  const alike = columns.map((column) => {
    const found = rows.map(({ bases }, row) => bases[places[row]!.get(column) ?? -1]);
    return found[0] !== undefined && found.every((base) => base === found[0]);
  });
  for (const { from, to, score } of bestRuns(alike)) {
    // Ids of a set's elements begin with its own, in Ensembl.
    const constrained_element_id = constrained * 1e10 + db.nextId('constrained_element');
    rows.forEach(({ stretch }, row) => {
      const [first, last] = [places[row]!.get(columns[from]!)!, places[row]!.get(columns[to]!)!];
      const { region, strand } = stretch;
      db.insert('constrained_element', {
        constrained_element_id, dnafrag_id: fragments.get(region)!, dnafrag_strand: strand, method_link_species_set_id: constrained, score, p_value: 4 ** -score,
        dnafrag_start: strand === 1 ? startOf(stretch) + first : endOf(stretch) - last,
        dnafrag_end: strand === 1 ? startOf(stretch) + last : endOf(stretch) - first,
      });
    });
  }
}

/** Runs that cannot be made better by going on or ending sooner, and are good enough; none touches another. */
function bestRuns(alike: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  let score = 0;
  alike.forEach((same, column) => {
    score += same ? 1 : -PENALTY;
    if (same && !run) run = { from: column, to: column, score };
    else if (run && score > run.score) run = { ...run, to: column, score };
    // What would follow is better off without what came before.
    if (score > 0) return;
    if (run && run.score >= LEAST_SCORE) runs.push(run);
    [run, score] = [null, 0];
  });
  const last = run as Run | null;
  return last && last.score >= LEAST_SCORE ? [...runs, last] : runs;
}
