/** Terms of ontologies by accession and by name. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import { shownName } from '../../names/name-text.ts';
import type { Terms } from '../../release/terms.ts';
import type { TermRecord } from '../../terms/term-record.ts';

export interface RelativesParameters {
  simple: boolean;
  relation: readonly string[];
}

/** GET ontology/id/:id: one term, with its direct parents and children unless `simple`. One read. */
export async function termById({ params, release }: OperationRequest<RelativesParameters & { id: string }>): Promise<Answer> {
  const { terms } = release;
  const relatives = relativesOf(terms, params);
  return { kind: 'json', text: relatives(await findTerm(terms, params.id)) };
}

/**
 * GET ontology/name/:name: the terms with a name or synonym like a LIKE pattern; of one ontology, or of all. Two reads
 * for a name, three for a pattern.
 */
export async function termsByName({ params, release }: OperationRequest<RelativesParameters & { name: string; ontology: string | undefined }>): Promise<Answer> {
  const { terms } = release;
  const relatives = relativesOf(terms, params);
  const wanted = params.ontology?.toLowerCase();
  const found = (await terms.named(params.name)).filter(({ source }) => wanted === undefined || terms.entry.sources[source]![0].toLowerCase() === wanted);
  if (found.length === 0) throw new ApiError(`No valid terms found for ontology name ${shownName(params.name)}`);
  return { kind: 'json', text: `[${found.map(relatives).join(',')}]` };
}

/** The term of an accession; throws ApiError (400) when there is none. */
export async function findTerm(terms: Terms, id: string): Promise<TermRecord> {
  const term = await terms.term(id);
  if (!term) throw new ApiError(`No ontology term found for '${shownName(id)}'`);
  return term;
}

/** How a term is shown: with all its parents and children, with those of some relations, or without any. */
function relativesOf(terms: Terms, { simple, relation }: RelativesParameters): (term: TermRecord) => string {
  if (simple) return (term) => term.answer.short();
  const { relationTypes } = terms.entry;
  const wanted = relation.filter((name) => name !== '').map((name) => {
    const type = relationTypes.indexOf(name.toLowerCase());
    if (type < 0) throw new ApiError(`The relation '${shownName(name)}' is not known; it must be one of ${[...relationTypes].sort().join(', ')}`);
    return type;
  });
  if (wanted.length === 0) return (term) => term.answer.whole();
  return (term) => {
    const isWhole = wanted.length === 1 && [...term.parents, ...term.children].every((type) => type === wanted[0]);
    return isWhole ? term.answer.whole() : withRelations(term, wanted);
  };
}

/** Relatives of one relation after those of another, in the order in which the relations were named. */
function withRelations(term: TermRecord, wanted: readonly number[]): string {
  const shown = JSON.parse(term.answer.whole()) as { parents: unknown[]; children: unknown[] };
  const pick = (relatives: unknown[], types: readonly number[]) => wanted.flatMap((type) => relatives.filter((_, each) => types[each] === type));
  return JSON.stringify({ ...shown, parents: pick(shown.parents, term.parents), children: pick(shown.children, term.children) });
}
