/** Comparative databases and what they analysed: info/comparas, info/compara. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { sqlLike } from '../../names/sql-like.ts';
import { ApiError } from '../../api-error.ts';
import { sameName } from '../../names/name-text.ts';
import { comparaName, findCompara } from '../../release/compara-names.ts';

/** The comparative databases and their releases. No read beyond the root. */
export function listComparas({ release }: OperationRequest): Answer {
  const comparas = (release.manifest.comparas ?? []).map((entry) => ({ name: comparaName(entry), release: entry.release }));
  return { kind: 'value', value: { comparas } };
}

/** Methods by their class, or those whose class a pattern fits. One read. */
export async function listMethods({ params, release }: OperationRequest<{ compara: string | undefined; class: string | undefined }>): Promise<Answer> {
  const { methods } = await release.comparaMethods(findCompara(release.manifest, params.compara));
  const fits = params.class ? classPattern(params.class) : () => true;
  const classes: Record<string, string[]> = {};
  for (const method of methods) if (fits(method.class)) (classes[method.class] ??= []).push(method.type);
  return { kind: 'value', value: classes };
}

/** The collections of species that a method was used on. One read. */
export async function listSpeciesSets({ params, release }: OperationRequest<{ compara: string | undefined; method: string }>): Promise<Answer> {
  const entry = findCompara(release.manifest, params.compara);
  const { methods, speciesSets } = await release.comparaMethods(entry);
  const method = methods.find(({ type }) => sameName(type, params.method));
  if (!method) throw new ApiError(`The method '${params.method}' is not known to the comparative database '${comparaName(entry)}', whose methods info/compara/methods lists`);
  return { kind: 'value', value: speciesSets[method.type] ?? [] };
}

/**
 * Clients send regular expressions (`Homology`, `^GenomicAlign.*`, `.*tree_node`), which Ensembl runs as they are. Of
 * these `.`, `.*`, the anchors and `|` count here and everything else stands for itself, so that no pattern takes long.
 */
function classPattern(text: string): (name: string) => boolean {
  const alternatives = text.split('|').map(oneClassPattern);
  return (name) => alternatives.some((fits) => fits(name));
}

function oneClassPattern(text: string): (name: string) => boolean {
  const [, start, body, end] = /^(\^?)(.*?)(\$?)$/s.exec(text)!;
  const like = body!.replace(/\.\*|\\\.|[.%_\\]/g, (part) => (part === '.*' ? '%' : part === '\\.' ? '.' : part === '.' ? '_' : `\\${part}`));
  return sqlLike(`${start ? '' : '%'}${like}${end ? '' : '%'}`);
}
