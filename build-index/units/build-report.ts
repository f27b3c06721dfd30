/** Reports how the dumps of a build depart from sound databases. */
import { basename, dirname, join } from 'node:path';
import { BUILD_REPORT } from '../../src/release/manifest.ts';
import { type Departure, type DepartureKind, type Departures, summedDepartures } from '../dump/departures.ts';
import { replaceValue } from '../output/work-folder.ts';
import type { UnitRecord } from './results.ts';
import type { BuildPlan } from './unit.ts';

export interface ReportedDeparture extends Departure {
  /** Species and group, or the name of a folder that is no database. */
  database: string;
}

/** Departures that the plan, the units and the seal of a build found, by file. */
export function reportedDepartures(
  { databases, departures }: BuildPlan,
  records: readonly UnitRecord[],
  ofSeal: Departures,
): ReportedDeparture[] {
  const found = summedDepartures([...departures, ...ofSeal.parts(), ...records.flatMap((record) => record.departures)]);
  return found.map((departure) => {
    const { file } = departure;
    const its = databases.find(({ folder }) => folder === file || folder === dirname(file));
    return { database: its ? `${its.species}/${its.group}` : file, ...departure };
  });
}

/** Path of the report of a release. It is no part of the release: its id does not depend on it. */
export function reportPath(indexFolder: string, release: string): string {
  return join(indexFolder, release, BUILD_REPORT);
}

/** Writes the report next to the root of a release, whole or not at all. */
export async function writeBuildReport(
  indexFolder: string,
  { id, notices, departures }: { id: string; notices: readonly string[]; departures: readonly ReportedDeparture[] },
): Promise<void> {
  const text = `${JSON.stringify({ release: id, departures, notices }, null, 1)}\n`;
  await replaceValue(indexFolder, join(id, BUILD_REPORT), new TextEncoder().encode(text));
}

/** Departures of a folder or link. Its name alone would not say where it is. */
const PLACES: ReadonlySet<DepartureKind> = new Set([
  'folder without table.sql',
  'folder that is not read',
  'link that leads nowhere',
]);

const LINE = / line (\d+)/;

function nameOf(database: string, file: string, table: string): string {
  if (database === file) return basename(file);
  return table === '' ? database : `${database} ${table}`;
}

/** Lines of a table: table, kind, count, the first lines in the file. */
export function departureTable(departures: readonly ReportedDeparture[]): string[] {
  const rows = [
    ['table', 'kind', 'count', 'first lines'],
    ...departures.map(({ database, table, kind, count, first, file }) => [
      PLACES.has(kind) ? file : nameOf(database, file, table),
      kind,
      String(count),
      first.flatMap((sentence) => LINE.exec(sentence)?.[1] ?? []).join(', '),
    ]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map(([table = '', kind = '', count = '', lines = '']) =>
    [table.padEnd(widths[0] ?? 0), kind.padEnd(widths[1] ?? 0), count.padStart(widths[2] ?? 0), lines]
      .join('  ')
      .trimEnd(),
  );
}
