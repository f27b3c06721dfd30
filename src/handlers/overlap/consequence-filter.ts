/** The parameter so_term: variants with a consequence, or with one below it in the Sequence Ontology. */
import { consequencesBelow } from '../../variants/consequence-terms.ts';
import { ApiError } from '../../api-error.ts';
import type { Release } from '../../release/release.ts';

/**
 * Whether some SO terms have one that is asked for; all do when none is asked for. The release's own ontology says what is
 * below what, else the Sequence Ontology as it is today. Throws ApiError (400) for an accession that nobody knows.
 */
export async function consequenceFilter(release: Release, wanted: readonly string[]): Promise<(terms: readonly string[]) => boolean> {
  if (wanted.length === 0) return () => true;
  const compiled = await release.consequenceTerms();
  const terms = new Set<string>();
  for (const term of wanted) {
    const below = consequencesBelow(term, compiled);
    if (below) for (const each of below) terms.add(each);
    else if (/^SO:/.test(term) && !(await isTerm(release, term))) throw new ApiError(`The SO accession '${term.slice(0, 200)}' could not be found in our ontology database`);
  }
  return (present) => present.some((term) => terms.has(term));
}

async function isTerm(release: Release, accession: string): Promise<boolean> {
  return release.manifest.terms ? await release.terms.term(accession) !== null : false;
}
