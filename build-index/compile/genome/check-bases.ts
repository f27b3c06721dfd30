import { DumpError } from '../../dump/dump-error.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import type { RegionSet } from './regions.ts';
import { DNA, type ScratchBases } from './scratch-bases.ts';

/**
 * A dump with bases has those of every region of the coordinate system that sequence is stored for, each as long as the region:
 * where one differs or is missing, the file was cut short.
 *
 * @throws DumpError with the file and the region
 */
export function checkBases(dump: DumpDatabase, { list }: RegionSet, bases: ScratchBases): void {
  if (bases.isEmpty) return;
  const wrong = list.find(({ id, length, coordSystem }) => (coordSystem.sequenceLevel || bases.has(id)) && bases.lengthOf(id) !== length);
  if (!wrong) return;
  throw new DumpError(`${dump.tables.get(DNA)}: seq region ${wrong.id} (${wrong.name}) has ${bases.lengthOf(wrong.id)} bases there, and a length of ${wrong.length} in seq_region: one of the two is damaged, or cut short`);
}
