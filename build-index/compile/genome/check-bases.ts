import { DumpError } from '../../dump/dump-error.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import type { DumpRegion, RegionSet } from './regions.ts';
import { DNA, type ScratchBases } from './scratch-bases.ts';

/** Regions of a species that a database has no bases of, though it has those of others. */
export interface LackingBases {
  regions: readonly DumpRegion[];
  /** Whether they are all that the species has. */
  areAll: boolean;
  /** Whether they would all stand behind the last row, as in a file that was cut short between two rows. */
  areLast: boolean;
}

/**
 * Bases of a region are as many as it is long. Databases may have none of some regions, which read as N, or of a species.
 *
 * Where those would stand last, the file may have been cut short. It then ends within a row, as rows are hundreds to millions of bytes and newlines one: what is
 * left of the row is shorter than its region, or lacks its newline, and is refused. A file that ends with a whole row is taken as it is: hardly one of a thousand
 * that were cut ends so, and refused, a database that never had these bases could not be compiled at all. The operator is told which bases they are.
 *
 * @returns null where nothing lacks
 * @throws DumpError with the file and the region
 */
export function checkBases(dump: DumpDatabase, { list }: RegionSet, bases: ScratchBases): LackingBases | null {
  if (bases.isEmpty) return null;
  const path = dump.tables.get(DNA);
  const wrong = list.find(({ id, length }) => bases.has(id) && bases.lengthOf(id) !== length);
  if (wrong) throw new DumpError(`${path} line ${bases.lineOf(wrong.id)}: seq region ${wrong.id} (${wrong.name}) has ${bases.lengthOf(wrong.id)} bases here, and a length of ${wrong.length} in seq_region: one of the two is damaged, or cut short`);
  const regions = list.filter(({ id, length, coordSystem }) => coordSystem.sequenceLevel && length > 0 && !bases.has(id));
  const behind = regions.filter(({ id }) => id > bases.lastId);
  const [first] = behind;
  if (first && !bases.endWithNewline) {
    throw new DumpError(`${path}: the file ends without a newline, and has no bases of ${countOf(behind)} behind, such as seq region ${first.id} (${first.name}): it was cut short, or needs a newline at its end`);
  }
  return regions.length > 0 ? { regions, areAll: !list.some(({ id }) => bases.has(id)), areLast: behind.length === regions.length } : null;
}

/** As in "2 regions". */
export function countOf({ length }: readonly DumpRegion[]): string {
  return `${length} ${length === 1 ? 'region' : 'regions'}`;
}
