import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { symbolKey } from '../../genome/symbol-record.ts';

export interface XrefsNameParameters {
  species: string;
  name: string;
  external_db: string | undefined;
  db_type: string;
}

/**
 * GET xrefs/name/:species/:name: the references whose primary id or display label is the name (in any case), whatever
 * they are linked to. `external_db` is a whole name of a database, no pattern.
 */
export async function xrefsByName({ params, release }: OperationRequest<XrefsNameParameters>): Promise<Answer> {
  const genome = release.genome(params.species, params.db_type || 'core');
  const [named] = await genome.symbols([params.name]);
  const dbname = params.external_db === undefined ? null : symbolKey(params.external_db);
  const xrefs = named!
    .filter(({ as, xref }) => (as.includes('primary_id') || as.includes('display_id')) && (dbname === null || symbolKey(xref.dbname) === dbname))
    .map(({ xref }) => xref);
  return { kind: 'value', value: xrefs };
}
