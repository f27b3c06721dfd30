import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { sameId } from '../../genome/stable-id.ts';
import { sqlLike } from '../../names/sql-like.ts';
import { symbolKey } from '../../genome/symbol-record.ts';
import type { RankedXref, TranscriptXrefs, Xref } from '../../genome/xref-record.ts';
import { ApiError } from '../../api-error.ts';
import { isTrue } from '../../operation/parameter.ts';
import { findObject, type FoundObject } from '../stable-id-objects.ts';

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
  const object = await findObject(release, params.id, { species: params.species, objectType: params.object_type, dbType: params.db_type });
  if (object.type === 'Exon') {
    throw new ApiError(`The object type "Bio::EnsEMBL::Exon" for ID "${params.id}" cannot respond to the given request for Xrefs. Are you sure it has them?`);
  }
  const xrefs = await xrefsOf(object, params.all_levels);
  return { kind: 'value', value: isTrue(params.external_db ?? '') ? fromDatabase(xrefs, params.external_db!) : xrefs };
}

/** The references of an object; with `allLevels` those of what it encodes too, as Ensembl lists them. */
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

/** References of a transcript and of its canonical translation: best database first, then by names. */
function withTranslation(transcript: TranscriptXrefs): RankedXref[] {
  const translation = transcript.translations.find(({ canonical }) => canonical);
  return [...transcript.xrefs(), ...(translation?.xrefs() ?? [])].sort(([rankA, a], [rankB, b]) =>
    rankB - rankA || compare(a.dbname, b.dbname) || compare(a.display_id, b.display_id));
}

/** Only with a `%` is the name of a database a pattern; an underscore alone stands for itself. */
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
