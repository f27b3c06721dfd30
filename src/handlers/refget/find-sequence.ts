/** Finds sequences by digest for refget. */
import { ApiError } from '../../api-error.ts';
import { only } from '../../checked.ts';
import { digestKey, type DigestedSequence } from '../../genome/sequence-digest.ts';
import type { Release } from '../../release/release.ts';

/**
 * The regions with a digest, top-level ones first. One read. Throws ApiError (404) for an unknown digest, and, as the
 * specification wants, for a text that is no digest.
 */
export async function findSequences(
  release: Release,
  digest: string,
): Promise<[DigestedSequence, ...DigestedSequence[]]> {
  const key = digestKey(digest);
  if (key === null)
    throw new ApiError(
      `'${digest}' is not a digest of a sequence: an MD5 (32 hexadecimal digits), a GA4GH identifier ('SQ.' and 32 ` +
        'letters) or a TRUNC512 (48 hexadecimal digits)',
      404,
    );
  const [first, ...more] = only(await release.sequencesByDigest([key]));
  if (!first) throw new ApiError(`This release contains no sequence with the digest '${digest}'`, 404);
  return [first, ...more];
}
