/** History of stable ids: archive/id. */
import { at, present } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import type { ArchivedVersion, ArchiveRecord } from '../../genome/stable-id.ts';
import { ApiError, unwrap, type Outcome } from '../../api-error.ts';
import type { Release } from '../../release/release.ts';
import { inBatches } from '../../operation/streamed-answer.ts';
import { findStableIds, splitVersion, type FoundObject } from '../resolve/stable-id.ts';

/** GET archive/id: a current or retired id, or one version of it. At most two waves of reads. */
export async function archiveId({ params, release }: OperationRequest<{ id: string }>): Promise<Answer> {
  const [described] = await describe(release, [params.id]);
  return { kind: 'value', value: unwrap(present(described, 'the id')) };
}

/** Ids per batch: about 10 MB of blocks from two tables. */
const BATCH = 100;

/** POST archive/id: a list in the order sent, without unknown ids; null instead of an empty list, as in Ensembl. */
export async function archiveIds({ items, release }: OperationRequest): Promise<Answer> {
  const described: object[] = [];
  for await (const batch of inBatches(items, BATCH, (ids) => describe(release, ids)))
    described.push(...batch.filter((each) => !(each instanceof ApiError)));
  return { kind: 'value', value: described.length === 0 ? null : described };
}

/**
 * Describes ids. An id is current if the core database contains it: other databases (otherfeatures …) have no version
 * history. An unknown id, and an id or version without history, is an ApiError (400).
 */
async function describe(release: Release, ids: readonly string[]): Promise<Outcome<object>[]> {
  const split = ids.map(splitVersion);
  const versioned = split.flatMap((each) => each?.id ?? []);
  // In the same wave: the history of old versions and the current ids.
  const [found, records] = await Promise.all([
    findStableIds(release, ids, {}, true),
    release.archive(ids.concat(versioned)),
  ]);
  let next = ids.length;
  return ids.map((requested, which): Outcome<object> => {
    const known = at(found, which);
    const current = known.find(({ genome }) => genome.entry.group === 'core');
    const whole = at(records, which);
    const versionedId = split[which];
    const bare = versionedId ? at(records, next++) : null;
    if (current && (current.version === null || current.version === current.stableId.version))
      return describeCurrent(release, current);
    const [id, version, record] =
      versionedId && (current || !whole) ? [versionedId.id, versionedId.version, bare] : [requested, null, whole];
    if (!record && known.length === 0) return new ApiError(`No object found for ${requested}`);
    const archived = version === null ? record?.latest : record?.versions.find((each) => each.version === version);
    if (!record || !archived) return new ApiError(`No archive found for ${requested}`);
    return describeArchived(id, record, archived, version, current);
  });
}

function describeCurrent(release: Release, { id, version, stableId, genome, type }: FoundObject): object {
  return {
    id,
    // As in Ensembl, a version in the request is returned as text.
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
