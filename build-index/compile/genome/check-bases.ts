import type { Database } from '../../dump/database.ts';
import { DumpError } from '../../dump/dump-error.ts';
import type { DumpDatabase } from '../../dump/find-databases.ts';
import type { RegionSet } from './regions.ts';
import { DNA, type ScratchBases } from './scratch-bases.ts';

/**
 * Bases of a region are as many as it is long. Databases may have no bases of some regions, which read as N (lackOfBases); but where those that lack them are the last ones of the
 * coordinate system that sequence is stored for, and no others, the file was cut short.
 *
 * @throws DumpError with the file and the region
 */
export function checkBases(dump: DumpDatabase, { list }: RegionSet, bases: ScratchBases): void {
  if (bases.isEmpty) return;
  const lacking = list.filter(({ id, length, coordSystem }) => coordSystem.sequenceLevel && length > 0 && !bases.has(id));
  const wrong = list.find(({ id, length }) => bases.has(id) && bases.lengthOf(id) !== length) ?? (lacking.every(({ id }) => id > bases.lastId) ? lacking[0] : undefined);
  if (!wrong) return;
  throw new DumpError(`${dump.tables.get(DNA)}: seq region ${wrong.id} (${wrong.name}) has ${bases.lengthOf(wrong.id)} bases there, and a length of ${wrong.length} in seq_region: one of the two is damaged, or cut short`);
}

/** A notice where species have bases, but not of all regions of the coordinate system that sequence is stored for. */
export async function lackOfBases(database: Database, bases: ScratchBases): Promise<string[]> {
  if (bases.isEmpty) return [];
  const found = new Map<number, { first: string; lacking: number; hasAny: boolean }>();
  const regions = database.rows<{ id: number; name: string; species: number }>(`
    SELECT seq_region_id AS id, name, species FROM seq_region
    JOIN (SELECT coord_system_id, coalesce(species_id, 1) AS species FROM coord_system WHERE contains(attrib, 'sequence_level')) USING (coord_system_id) WHERE length > 0 ORDER BY id`);
  for await (const { id, name, species } of regions) {
    const its = found.get(species) ?? { first: '', lacking: 0, hasAny: false };
    found.set(species, its);
    if (bases.has(id)) its.hasAny = true;
    else if (its.lacking++ === 0) its.first = name;
  }
  const { species, group } = database.dump;
  return [...found.values()].filter(({ lacking, hasAny }) => lacking > 0 && hasAny).map(({ first, lacking }) => (
    `${species} ${group}: the dna table lacks the bases of ${lacking} ${lacking === 1 ? 'region' : 'regions'}, which read as N (${first} …).`));
}
