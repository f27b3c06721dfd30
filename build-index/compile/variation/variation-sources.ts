import type { VariationSource } from '../../../src/release/information.ts';
import type { Database } from '../../dump/database.ts';

interface SourceRow {
  name: string;
  version: number | null;
  description: string | null;
  url: string | null;
  type: string | null;
  somatic_status: string | null;
  data_types: string | null;
}

/** Where a variation database has its data from; what a row leaves out, the answer leaves out. */
export async function variationSources(database: Database): Promise<VariationSource[]> {
  const rows = await database.all<SourceRow>('SELECT name, version, description, url, type, somatic_status, data_types FROM source ORDER BY rowid');
  return rows.map(({ name, version, description, url, type, somatic_status, data_types }) => ({
    name,
    ...(version === null ? {} : { version: formattedVersion(String(version)) }),
    description, url,
    ...(type === null ? {} : { type }),
    ...(somatic_status === null ? {} : { somatic_status }),
    ...(data_types ? { data_types: data_types.split(',') } : {}),
  }));
}

/** Versions that are dates are written as such: 201310 is 10/2013, 20160620 is 20/06/2016, and 20174 is 2017.4. */
function formattedVersion(version: string): string {
  const [, year, month = '', day = ''] = /^(20\d\d)(\d\d)?(\d\d?)?$/.exec(version) ?? [];
  if (!year || version.length === 4) return version;
  if (version.length === 5) return `${year}.${version[4]!}`;
  if (version.length === 6) return `${month}/${year}`;
  return version.length === 8 ? `${day}/${month}/${year}` : version;
}
