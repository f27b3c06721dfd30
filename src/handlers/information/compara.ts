/** Comparative databases and what they analysed: info/comparas, info/compara. */
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { sqlLike } from '../../genome/sql-like.ts';
import { ApiError } from '../../api-error.ts';
import { isTrue } from '../../operation/parameter.ts';
import type { ComparaEntry } from '../../release/manifest.ts';
import type { Release } from '../../release/release.ts';

/** The database over all vertebrates, as clients call it; dumps call it multi. */
const VERTEBRATES = 'vertebrates';
const MULTI = 'multi';

/** The comparative databases and their releases. No read beyond the root. */
export function listComparas({ release }: OperationRequest): Answer {
  const comparas = (release.manifest.comparas ?? []).map(({ name, release: number }) => ({ name: name === MULTI ? VERTEBRATES : name, release: number }));
  return { kind: 'value', value: { comparas } };
}

/** Methods by their class, or those whose class a pattern fits. One read. */
export async function listMethods({ params, release }: OperationRequest<{ compara: string; class: string | undefined }>): Promise<Answer> {
  const { methods } = await release.comparaMethods(findCompara(release, params.compara));
  const fits = params.class ? classPattern(params.class) : () => true;
  const classes: Record<string, string[]> = {};
  for (const method of methods) if (fits(method.class)) (classes[method.class] ??= []).push(method.type);
  return { kind: 'value', value: classes };
}

/** The collections of species that a method was used on. One read. */
export async function listSpeciesSets({ params, release }: OperationRequest<{ compara: string; method: string }>): Promise<Answer> {
  const { methods, speciesSets } = await release.comparaMethods(findCompara(release, params.compara));
  const method = methods.find(({ type }) => type.toLowerCase() === params.method.toLowerCase());
  if (!method) throw new ApiError(`The method '${params.method}' is not known to the comparative database '${params.compara}'`);
  return { kind: 'value', value: speciesSets[method.type] ?? [] };
}

/** A comparative database by name, '' and '0' being no name; throws ApiError (400) for one that the release lacks. */
export function findCompara(release: Release, name: string): ComparaEntry {
  const wanted = !isTrue(name) || name.toLowerCase() === VERTEBRATES ? MULTI : name.toLowerCase();
  const compara = release.manifest.comparas?.find((each) => each.name.toLowerCase() === wanted);
  if (!compara) throw new ApiError(`There is no comparative database '${name}' in this release`);
  return compara;
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
