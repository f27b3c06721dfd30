import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { sqlLike } from '../../names/sql-like.ts';
import type { SymbolObject } from '../../genome/symbol-record.ts';
import { symbolsLike } from '../symbols-like.ts';

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
 * GET xrefs/symbol/:species/:symbol: the objects that a name refers to, through a reference's primary id, display label
 * or synonym. A reference of a translation speaks for its transcript and gene too, one of a transcript for its gene.
 * Where nothing is linked to the name, genes that show it as their display name count. `external_db` is the beginning
 * of a database's name, or a pattern.
 */
export async function xrefsBySymbol({ params, release }: OperationRequest<XrefsSymbolParameters>): Promise<Answer> {
  const types = params.object_type ? [params.object_type] : OBJECT_TYPES;
  const genome = release.genome(params.species, params.db_type || 'core');
  const { exact, matching: named } = await symbolsLike(genome, params.symbol);
  const isWanted = params.external_db === undefined ? () => true : sqlLike(`${params.external_db}%`);
  const linked = named.filter(({ xref }) => isWanted(xref.dbname)).flatMap(({ objects }) => objects.filter((object) => object.linked));
  const found = types.flatMap((type) => bearers(linked, type));
  if (found.length > 0 || !(params.object_type === undefined || params.object_type === 'gene')) return { kind: 'value', value: found };
  const shown = exact.filter(({ as }) => as.includes('display_id')).flatMap(({ objects }) => objects.filter(({ display, type }) => display && type === 'gene'));
  return { kind: 'value', value: bearers(shown, 'gene') };
}

/** The objects of one type that linked objects speak for: each once, those on the primary assembly first. */
function bearers(linked: readonly SymbolObject[], type: ObjectType): { id: string; type: ObjectType }[] {
  const primary = new Set<string>();
  const alternative = new Set<string>();
  for (const object of linked) {
    const id = type === 'gene' ? object.geneId : type === 'transcript' ? object.transcriptId : object.translationId;
    if (id) (object.reference ? primary : alternative).add(id);
  }
  return [...new Set([...primary, ...alternative])].map((id) => ({ id, type }));
}
