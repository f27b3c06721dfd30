/** Terms of ontologies by accession and by name. */
import { at } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { ApiError } from '../../api-error.ts';
import { jsonListOfTexts } from '../../formats/text-stream.ts';
import { foldWhole, sameName, shownName } from '../../names/name-text.ts';
import type { Terms } from '../../release/terms.ts';
import type { TermRecord } from '../../terms/term-record.ts';
import { jsonAnswer } from '../../operation/streamed-answer.ts';

interface RelativesParameters {
  simple: boolean;
  relation: readonly string[];
}

/** GET ontology/id/:id: one term, with its direct parents and children unless `simple`. One read. */
export async function termById({
  params,
  release,
}: OperationRequest<RelativesParameters & { id: string }>): Promise<Answer> {
  const { terms } = release;
  const relatives = relativesOf(terms, params);
  return { kind: 'json', text: relatives(await findTerm(terms, params.id)) };
}

/**
 * GET ontology/name/:name: the terms with a name or synonym like a LIKE pattern, in the order of their accessions; of
 * one ontology, or of all. Two reads for a name, three for a pattern; JSON of many is written as they are read.
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
    `${found.howMany} terms have a name like '${shownName(params.name)}', too many to list them as ` +
    `${format}; please ask for JSON, or give more of its letters`;
  return jsonAnswer(jsonListOfTexts(shown(first.value, texts, relatives)), !found.isFew, format, tooLong);
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
  // A relation counts once: named again and again, it would make an answer of any size.
  const wanted = [
    ...new Set(
      relation
        .filter((name) => name !== '')
        .map((name) => {
          const type = relationOf(relationTypes, name);
          if (type < 0)
            throw new ApiError(
              `The relation '${shownName(name)}' is not known; it must be one of ` +
                `${[...relationTypes].sort().join(', ')}`,
            );
          return type;
        }),
    ),
  ];
  if (wanted.length === 0) return (term) => term.answer.whole();
  return (term) => {
    const isWhole = wanted.length === 1 && [...term.parents, ...term.children].every((type) => type === wanted[0]);
    return isWhole ? term.answer.whole() : withRelations(term, wanted);
  };
}

/** Index of a relation's name: in the very letters, else in any case; -1 for none. */
function relationOf(relationTypes: readonly string[], name: string): number {
  const exact = relationTypes.indexOf(name);
  return exact >= 0 ? exact : relationTypes.findIndex((type) => sameName(type, name));
}

/** Relatives of one relation after those of another, in the order in which the relations were named. */
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
