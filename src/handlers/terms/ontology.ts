/** Ontology terms by accession and by name. */
import { at } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import { jsonListOfTexts } from '../../formats/text-stream.ts';
import { foldWhole, shownName } from '../../names/name-text.ts';
import type { Terms } from '../../release/terms.ts';
import type { TermRecord } from '../../terms/term-record.ts';
import { jsonAnswer } from '../../operation/streamed-answer.ts';

interface RelativesParameters {
  simple: boolean;
  relation: readonly string[];
}

/** GET ontology/id/:id: a term with its direct parents and children, unless `simple`. One read. */
export async function termById({
  params,
  release,
}: OperationRequest<RelativesParameters & { id: string }>): Promise<Answer> {
  const { terms } = release;
  const relatives = relativesOf(terms, params);
  return { kind: 'json', text: relatives(await findTerm(terms, params.id)) };
}

/**
 * GET ontology/name/:name: the terms with a name or synonym that matches a LIKE pattern, sorted by accession; of one
 * ontology or of all. Two reads for a name, three for a pattern. Long lists are streamed as JSON.
 */
export async function termsByName({
  params,
  release,
  format,
  work,
}: OperationRequest<RelativesParameters & { name: string; ontology: string | undefined }>): Promise<Answer> {
  const { terms } = release;
  const relatives = relativesOf(terms, params);
  const found = await terms.like(params.name, work);
  const texts = ofOntology(found.each(), terms, params.ontology);
  const first = await texts.next();
  if (first.done) throw new ApiError(`No valid terms found for ontology name ${shownName(params.name)}`);
  const tooLong =
    `${found.howMany} terms match '${shownName(params.name)}', too many for a list in ${format}; please request ` +
    'JSON, or a longer part of the name';
  return jsonAnswer(jsonListOfTexts(shown(first.value, texts, relatives)), !found.isFew, format, tooLong);
}

/** The term of an accession. Throws ApiError (400) if it is unknown. */
export async function findTerm(terms: Terms, id: string): Promise<TermRecord> {
  const term = await terms.term(id);
  if (!term) throw new ApiError(`No ontology term found for '${shownName(id)}'`);
  return term;
}

/** Returns a function that describes a term with all its parents and children, those of some relations, or none. */
function relativesOf(terms: Terms, { simple, relation }: RelativesParameters): (term: TermRecord) => string {
  if (simple) return (term) => term.answer.short();
  const { relationTypes } = terms.entry;
  // Duplicates would allow answers of any size. As in Ensembl, names are compared by case, and no relative has an
  // unknown relation.
  const named = new Set(relation.filter((name) => name !== ''));
  const wanted = [...named].map((name) => relationTypes.indexOf(name));
  if (wanted.length === 0) return (term) => term.answer.whole();
  return (term) => {
    const isWhole = wanted.length === 1 && [...term.parents, ...term.children].every((type) => type === wanted[0]);
    return isWhole ? term.answer.whole() : withRelations(term, wanted);
  };
}

/** The term with its relatives by some relations, sorted in the order of the relations. */
function withRelations(term: TermRecord, wanted: readonly number[]): string {
  const shown = JSON.parse(term.answer.whole()) as { parents: unknown[]; children: unknown[] };
  const pick = (relatives: unknown[], types: readonly number[]) =>
    wanted.flatMap((type) => relatives.filter((_, each) => types[each] === type));
  return JSON.stringify({
    ...shown,
    parents: pick(shown.parents, term.parents),
    children: pick(shown.children, term.children),
  });
}

async function* ofOntology(
  found: AsyncIterable<TermRecord>,
  terms: Terms,
  ontology: string | undefined,
): AsyncGenerator<TermRecord, undefined> {
  const wanted = ontology === undefined ? undefined : foldWhole(ontology);
  for await (const term of found) {
    if (wanted === undefined || foldWhole(at(terms.entry.sources, term.source)[0]) === wanted) yield term;
  }
}

async function* shown(
  first: TermRecord,
  others: AsyncIterable<TermRecord>,
  relatives: (term: TermRecord) => string,
): AsyncGenerator<string> {
  yield relatives(first);
  for await (const term of others) yield relatives(term);
}
