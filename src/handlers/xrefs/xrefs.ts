/** External references of objects, and objects by external reference: xrefs/id, xrefs/symbol, xrefs/name. */
import { only } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { sameId } from '../../genome/stable-id.ts';
import { sqlLike } from '../../names/sql-like.ts';
import { symbolKey, type SymbolObject } from '../../genome/symbol-record.ts';
import type { RankedXref, TranscriptXrefs, Xref } from '../../genome/xref-record.ts';
import { ApiError } from '../../api-error.ts';
import { isTrue } from '../../operation/parameter.ts';
import { findAny } from '../resolve/other-object.ts';
import type { FoundObject } from '../resolve/stable-id.ts';
import { symbolsLike } from '../resolve/symbol.ts';

export interface XrefsIdParameters {
  id: string;
  all_levels: boolean;
  external_db: string | undefined;
  object_type: string | undefined;
  db_type: string | undefined;
  species: string | undefined;
}

/** GET xrefs/id/:id: the external references of a gene, transcript or translation; two waves of reads. */
export async function xrefsById({ params, release }: OperationRequest<XrefsIdParameters>): Promise<Answer> {
  const { object, other } = await findAny(release, params.id, {
    species: params.species,
    objectType: params.object_type,
    dbType: params.db_type,
  });
  if ((object ?? other).type === 'Exon') {
    throw new ApiError(
      `The object type "Bio::EnsEMBL::Exon" for ID "${params.id}" cannot respond to the given request for Xrefs. ` +
        'Are you sure it has them?',
    );
  }
  // Prediction transcripts have no references, and operons of Ensembl's databases have none.
  if (!object) return { kind: 'value', value: [] };
  const xrefs = await xrefsOf(object, params.all_levels);
  const { external_db: database = '' } = params;
  return { kind: 'value', value: isTrue(database) ? fromDatabase(xrefs, database) : xrefs };
}

/**
 * The references of an object in Ensembl's order; with `allLevels` including those of its transcripts and
 * translations.
 */
async function xrefsOf(object: FoundObject, allLevels: boolean): Promise<Xref[]> {
  if (!object.stableId.xrefs) return [];
  const [gene] = await object.genome.xrefs([object.stableId.xrefs]);
  if (!gene) return [];
  if (object.type === 'Gene') {
    const products = allLevels ? gene.transcripts.flatMap(withTranslation) : [];
    return plain([...gene.xrefs(), ...products]);
  }
  if (object.type === 'Transcript') {
    const transcript = gene.transcripts.find(({ id }) => sameId(id, object.id));
    return transcript ? plain(allLevels ? withTranslation(transcript) : transcript.xrefs()) : [];
  }
  const translations = gene.transcripts.flatMap((transcript) => transcript.translations);
  return plain(translations.find(({ id }) => sameId(id, object.id))?.xrefs() ?? []);
}

/** References of a transcript and its canonical translation, sorted by rank of the database and names. */
function withTranslation(transcript: TranscriptXrefs): RankedXref[] {
  const translation = transcript.translations.find(({ canonical }) => canonical);
  return [...transcript.xrefs(), ...(translation?.xrefs() ?? [])].sort(
    ([rankA, a], [rankB, b]) => rankB - rankA || compare(a.dbname, b.dbname) || compare(a.display_id, b.display_id),
  );
}

/** The name is a LIKE pattern only if it contains `%`; without it, `_` is literal. */
function fromDatabase(xrefs: readonly Xref[], name: string): Xref[] {
  const isWanted = name.includes('%') ? sqlLike(name) : (dbname: string) => symbolKey(dbname) === symbolKey(name);
  return xrefs.filter(({ dbname }) => isWanted(dbname));
}

function plain(ranked: readonly RankedXref[]): Xref[] {
  return ranked.map(([, xref]) => xref);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface XrefsSymbolParameters {
  species: string;
  symbol: string;
  object_type: ObjectType | undefined;
  external_db: string | undefined;
  db_type: string;
}

type ObjectType = SymbolObject['type'];
export const OBJECT_TYPES = ['gene', 'transcript', 'translation'] as const satisfies readonly ObjectType[];

/**
 * GET xrefs/symbol/:species/:symbol: the objects that are linked to a name, which is the primary id, display label or
 * synonym of a reference. A reference of a translation also counts for its transcript and gene, one of a transcript for
 * its gene. If there are none, genes with this display name. `external_db` is the beginning of a database's name, or a
 * pattern.
 */
export async function xrefsBySymbol({ params, release }: OperationRequest<XrefsSymbolParameters>): Promise<Answer> {
  const types = params.object_type ? [params.object_type] : OBJECT_TYPES;
  const genome = await release.genome(params.species, params.db_type || 'core');
  const { exact, matching: named } = await symbolsLike(genome, params.symbol);
  const isWanted = params.external_db === undefined ? () => true : sqlLike(`${params.external_db}%`);
  const linked = named
    .filter(({ xref }) => isWanted(xref.dbname))
    .flatMap(({ objects }) => objects.filter((object) => object.linked));
  const found = types.flatMap((type) => idsOf(linked, type));
  if (found.length > 0 || !(params.object_type === undefined || params.object_type === 'gene'))
    return { kind: 'value', value: found };
  const shown = exact
    .filter(({ as }) => as.includes('display_id'))
    .flatMap(({ objects }) => objects.filter(({ display, type }) => display && type === 'gene'));
  return { kind: 'value', value: idsOf(shown, 'gene') };
}

/** Ids of one type for linked objects, without duplicates, those on the primary assembly first. */
function idsOf(linked: readonly SymbolObject[], type: ObjectType): { id: string; type: ObjectType }[] {
  const primary = new Set<string>();
  const alternative = new Set<string>();
  for (const object of linked) {
    const id = type === 'gene' ? object.geneId : type === 'transcript' ? object.transcriptId : object.translationId;
    if (id) (object.reference ? primary : alternative).add(id);
  }
  return [...new Set([...primary, ...alternative])].map((id) => ({ id, type }));
}

export interface XrefsNameParameters {
  species: string;
  name: string;
  external_db: string | undefined;
  db_type: string;
}

/**
 * GET xrefs/name/:species/:name: the references whose primary id or display label is the name, in any case.
 * `external_db` is the full name of a database, not a pattern. If it is InterPro, and no reference has the name, the
 * entry of the table `interpro` with this accession.
 */
export async function xrefsByName({ params, release }: OperationRequest<XrefsNameParameters>): Promise<Answer> {
  const genome = await release.genome(params.species, params.db_type || 'core');
  const named = only(await genome.symbols([params.name]));
  const dbname = params.external_db === undefined ? null : symbolKey(params.external_db);
  const references = named.filter(
    ({ as, xref }) =>
      (as.includes('primary_id') || as.includes('display_id')) &&
      (dbname === null || symbolKey(xref.dbname) === dbname),
  );
  const found =
    references.length === 0 && dbname === 'interpro' ? named.filter(({ as }) => as.includes('interpro')) : references;
  return { kind: 'value', value: found.map(({ xref }) => xref) };
}
