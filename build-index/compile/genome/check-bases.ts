import { DumpError } from '../../dump/dump-error.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import type { DumpRegion, RegionSet } from './regions.ts';
import { DNA, type ScratchBases } from './scratch-bases.ts';

/**
 * Bases of a region are as many as it is long. Databases may have no bases of some regions, which read as N; but where those that lack them are the last ones of the
 * coordinate system that sequence is stored for, and no others, the file was cut short.
 *
 * @returns regions without bases, where others of the species have some
 * @throws DumpError with the file and the region
 */
export function checkBases(dump: DumpDatabase, { list }: RegionSet, bases: ScratchBases): DumpRegion[] {
  if (bases.isEmpty) return [];
  const lacking = list.filter(({ id, length, coordSystem }) => coordSystem.sequenceLevel && length > 0 && !bases.has(id));
  const wrong = list.find(({ id, length }) => bases.has(id) && bases.lengthOf(id) !== length) ?? (lacking.every(({ id }) => id > bases.lastId) ? lacking[0] : undefined);
  if (wrong) throw new DumpError(`${dump.tables.get(DNA)}: seq region ${wrong.id} (${wrong.name}) has ${bases.lengthOf(wrong.id)} bases there, and a length of ${wrong.length} in seq_region: one of the two is damaged, or cut short`);
  return list.some(({ id }) => bases.has(id)) ? lacking : [];
}
