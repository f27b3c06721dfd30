import { expect, test } from 'vitest';
import { type Departure, Departures } from '../../../../build-index/dump/departures.ts';
import { departureTable, reportedDepartures } from '../../../../build-index/units/build-report.ts';
import type { UnitRecord } from '../../../../build-index/units/results.ts';

const core = '/dumps/fictus/core';
const file = `${core}/gene.txt`;
const missing = (part: string, count: number, ...lines: number[]): Departure => ({
  file,
  table: 'gene',
  kind: 'missing reference',
  part,
  count,
  first: lines.map((line) => `${file} line ${line}: a row of gene has the ${part} 7`),
});

function reported(ofPlan: Departure[], ...ofUnits: Departure[][]) {
  const plan = { databases: [{ folder: core, species: 'fictus', group: 'core' }], departures: ofPlan };
  const records = ofUnits.map((departures) => ({ departures }));
  return reportedDepartures(plan as never, records as unknown as UnitRecord[], new Departures());
}

test('adds up what several units count in one file, and counts the same reference once', () => {
  const found = reported(
    [],
    [missing('analysis_id', 4, 2, 5, 8), missing('xref_id', 1, 6)],
    [missing('analysis_id', 3, 2, 5, 9), missing('region_id', 2, 1, 3)],
  );
  expect(found).toEqual([
    {
      database: 'fictus/core',
      file,
      table: 'gene',
      kind: 'missing reference',
      count: 7,
      first: [
        ['region_id', 1],
        ['analysis_id', 2],
        ['region_id', 3],
      ].map(([part, line]) => `${file} line ${line}: a row of gene has the ${part} 7`),
    },
  ]);
});

test('lists folders that are skipped with their path', () => {
  const skipped = (folder: string, kind: Departure['kind']): Departure => ({
    file: folder,
    table: '',
    kind,
    count: 1,
    first: [`${folder} is skipped`],
  });
  const old = skipped(`${core}/old`, 'folder that is not read');
  const stray = skipped('/dumps/stray/inner', 'folder without table.sql');
  expect(departureTable(reported([old, stray])).map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
    ['table', 'kind'],
    [old.file, old.kind],
    [stray.file, stray.kind],
  ]);
});
