/** The report of the build of a release, as far as a public page shows it: without paths of the operator's machine. */
import type { Release } from '../../release/release.ts';
import { isObject, numberOf, objectsOf, textOf } from '../views/json-fields.ts';

export interface ShownReport {
  departures: { database: string; table: string; kind: string; count: number }[];
  /** Departures that are not shown. */
  others: number;
  notices: string[];
}

/** Most entries of a list that are shown. */
const MAX_SHOWN = 40;
/** A longer report is not read. */
const MAX_BYTES = 1024 * 1024;

/** Null if the store has no report: it is no part of a release, so that copies may lack it. */
export async function readBuildReport(release: Release): Promise<ShownReport | null> {
  const bytes = await release.buildReport();
  if (!bytes || bytes.length > MAX_BYTES) return null;
  let report: unknown;
  try {
    report = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
  if (!isObject(report)) return null;
  const departures = objectsOf(report.departures);
  const notices = Array.isArray(report.notices) ? report.notices.filter((each) => typeof each === 'string') : [];
  return {
    departures: departures.slice(0, MAX_SHOWN).map((each) => ({
      database: withoutFolders(textOf(each, 'database')),
      table: textOf(each, 'table'),
      kind: textOf(each, 'kind'),
      count: numberOf(each, 'count') ?? 0,
    })),
    others: Math.max(0, departures.length - MAX_SHOWN),
    notices: notices.slice(0, MAX_SHOWN).map(withoutFolders),
  };
}

/** Replaces paths by the names of their files, unless they lead down from the folder of the build. */
export function withoutFolders(text: string): string {
  return text.replaceAll(/(^|[\s'"(=])(?:[A-Za-z]:|\.\.?)?(?:[/\\][^\s/\\'")]+)+[/\\]([^\s/\\'")]+)/g, '$1$2');
}
