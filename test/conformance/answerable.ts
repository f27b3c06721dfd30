import { operations } from '../../src/catalogue/catalogue.ts';
import { Router } from '../../src/http/router.ts';
import { readTarget } from '../../src/http/request-target.ts';

export interface Recording {
  group: string;
  method: string;
  url: string;
  headers: Record<string, string>;
}

const router = new Router(operations);

/** Overlap features whose databases are not compiled yet: their recorded answers hold data that no index has. */
const FEATURES_TO_COME = /[?;&]feature=(somatic_)?(variation|structural_variation|transcript_variation)\b/;

/** Does the catalogue have the operation that a recording asks for, with the data that it needs? */
export function isAnswerable({ method, url }: Recording): boolean {
  const target = readTarget(`http://127.0.0.1/rest${url}`, '/rest');
  return target !== null && 'operation' in router.match(method, target.segments) && !FEATURES_TO_COME.test(url);
}

/**
 * A difference that is meant: a body that is no JSON is refused (400) wherever it is sent, while Ensembl's archive/id answers it
 * with status 200 and the text of a Perl error, path and line number included.
 */
export function isMeant({ url, detail }: { url: string; detail: string }): boolean {
  return url === '/archive/id' && detail.startsWith('status: want 200, got 400') && detail.includes('The POST body is not valid JSON');
}

export function recordedGroups(recordings: readonly Recording[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { group } of recordings) counts[group] = (counts[group] ?? 0) + 1;
  return counts;
}
