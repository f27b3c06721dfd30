/** Where the pages stand that Ensembl has at /documentation/info/NAME: addresses that are in papers, in code and in bookmarks. */
import type { Operation } from '../operation/operation.ts';
import { documentationPath } from './overview.ts';

/**
 * The page of the operation that Ensembl's name speaks of, else the overview. A name is made of words of the operation's path (`overlap_region`,
 * `symbol_lookup`, `compara_methods`), the first of which it never lacks, and of the method where there are two. Of several the first is meant:
 * `lookup` is that of identifiers.
 */
export function pageOfEnsembl(base: string, operations: readonly Operation[], name: string): string {
  const words = name.toLowerCase().split('_');
  const method = words.includes('post') ? 'POST' : 'GET';
  const said = words.filter((word) => word !== 'get' && word !== 'post');
  const meant = operations.find((operation) => operation.method === method && isNamed(operation.path, said));
  return meant ? documentationPath(base, meant) : `${base}/`;
}

function isNamed(path: string, said: readonly string[]): boolean {
  const segments = path.slice(1).split('/').map((segment) => segment.replace(':', '').split('_'));
  const subject = segments[segments[0]![0] === 'info' ? 1 : 0] ?? [];
  const words = segments.flat();
  return subject.some((word) => said.some((each) => isWord(each, word))) && said.every((each) => words.some((word) => isWord(each, word)));
}

/** `xref_id` is a name in /xrefs/id. */
function isWord(said: string, word: string): boolean {
  return said === word || `${said}s` === word;
}
