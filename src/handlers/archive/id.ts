/** The history of stable ids: archive/id. */
import { at } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { ArchivedVersion, ArchiveRecord } from '../../genome/stable-id.ts';
import { ApiError } from '../../api-error.ts';
import type { Release } from '../../release/release.ts';
import { inBatches } from '../../operation/streamed-answer.ts';
import { findStableIds, splitVersion, type FoundObject } from '../resolve/stable-id.ts';

/** One id, whether it is current or not; with a version, that one. At most two waves of reads. */
export async function archiveId({ params, release }: OperationRequest<{ id: string }>): Promise<Answer> {
  const [described] = await describe(release, [params.id]);
  return { kind: 'value', value: described };
}

/** Ids whose blocks, of two tables, are in memory at once: some 10 MB. */
const BATCH = 100;

/** Several ids, in the order sent; null without any, as in Ensembl's service. */
export async function archiveIds({ items, release }: OperationRequest): Promise<Answer> {
  if (items.length === 0) return { kind: 'value', value: null };
  const described: object[] = [];
  for await (const batch of inBatches(items, BATCH, (ids) => describe(release, ids))) described.push(...batch);
  return { kind: 'value', value: described };
}

/**
 * Current is what the core database has now: an object of another database (otherfeatures …) makes its id known, but
 * has no versions that were mapped from release to release. Throws ApiError (400) for an id that the release has never
 * heard of, and for one, or a version of one, that has no history.
 */
async function describe(release: Release, ids: readonly string[]): Promise<object[]> {
  const split = ids.map(splitVersion);
  const versioned = split.flatMap((each) => each?.id ?? []);
  // Asked for together: where the history stands that an old version needs is read while the current ids are.
  const [found, records] = await Promise.all([
    findStableIds(release, ids, {}, true),
    release.archive(ids.concat(versioned)),
  ]);
  let next = ids.length;
  return ids.map((requested, which) => {
    const known = at(found, which);
    const current = known.find(({ genome }) => genome.entry.group === 'core');
    const whole = at(records, which);
    const reading = split[which];
    const bare = reading ? at(records, next++) : null;
    if (current && (current.version === null || current.version === current.stableId.version))
      return describeCurrent(release, current);
    const [id, version, record] =
      reading && (current || !whole) ? [reading.id, reading.version, bare] : [requested, null, whole];
    if (!record && known.length === 0) throw new ApiError(`No object found for ${requested}`);
    const archived = version === null ? record?.latest : record?.versions.find((each) => each.version === version);
    if (!record || !archived) throw new ApiError(`No archive found for ${requested}`);
    return describeArchived(id, record, archived, version, current);
  });
}

function describeCurrent(release: Release, { id, version, stableId, genome, type }: FoundObject): object {
  return {
    id,
    // What a client writes comes back as it was written: as text.
    version: version === null ? stableId.version : String(version),
    release: String(
      release.manifest.species.find(({ name }) => name === genome.species)?.release ?? release.manifest.version,
    ),
    is_current: '1',
    assembly: genome.entry.assembly,
    type,
    possible_replacement: [],
    latest: `${id}.${stableId.version ?? ''}`,
    peptide: null,
  };
}

function describeArchived(
  id: string,
  { type, latest }: ArchiveRecord,
  archived: ArchivedVersion,
  version: number | null,
  current: FoundObject | undefined,
): object {
  return {
    id,
    version: version === null ? archived.version : String(version),
    release: archived.release,
    is_current: '',
    assembly: archived.assembly,
    type,
    possible_replacement: archived.successors.map((successor) => ({ stable_id: successor.id, score: successor.score })),
    latest: `${id}.${(current ? current.stableId : latest).version ?? ''}`,
    peptide: archived.peptide,
  };
}
