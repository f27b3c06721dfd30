/** Plans the downloads of a release before the first one starts. */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eachAtOnce } from '../each-at-once.ts';
import { makeFolder } from '../../build-index/output/work-folder.ts';
import { get } from '../../src/checked.ts';
import { fits, hasChecksum, mostBytes, parseChecksums, type Checksum } from './checksums.ts';
import type { ListedDatabase } from './choose-databases.ts';
import { FetchError } from '../operator-error.ts';
import { PartFile } from './part-file.ts';
import type { Mirror } from './mirror.ts';
import type { Web } from './web.ts';

export interface PlannedFile {
  url: URL;
  /** Local path. */
  path: string;
  /** Null if the mirror lists none. */
  checksum: Checksum | null;
  /** Size, to within 1 KiB if it comes from checksums; 0 if unknown. */
  bytes: number;
  /** The file is on disk and verified. */
  present: boolean;
  /** Bytes that an interrupted run has downloaded. */
  begun: number;
}

export interface PlannedDatabase {
  name: string;
  folder: string;
  files: PlannedFile[];
  /** Name and text of the mirror's list of checksums. */
  checksums: [name: string, text: string] | null;
}

/** File names of lists of checksums. The first that exists is used. */
const CHECKSUM_FILES = ['CHECKSUMS', 'MD5SUM'];

export interface PlanOptions {
  web: Web;
  mirror: Mirror;
  /** Folder of the databases. */
  folder: string;
  atOnce: number;
  signal: AbortSignal;
}

/** Lists the files of databases, and finds those that are on disk with the right checksum. @throws FetchError */
export async function planDatabases(
  databases: readonly ListedDatabase[],
  options: PlanOptions,
): Promise<PlannedDatabase[]> {
  const { atOnce, signal, web } = options;
  const planned = new Map<string, PlannedDatabase>();
  await eachAtOnce(databases, atOnce, signal, async (database, aborted) => {
    planned.set(database.name, await planDatabase(database, { ...options, signal: aborted }));
  });
  const plans = databases.map(({ name }) => get(planned, name));
  await eachAtOnce(
    plans.flatMap(({ files }) => files),
    atOnce,
    signal,
    async (file, aborted) => {
      await findPresent(file, web, aborted);
    },
  );
  return plans;
}

async function planDatabase(
  { name, tables }: ListedDatabase,
  { web, mirror, folder, signal }: PlanOptions,
): Promise<PlannedDatabase> {
  const schema = `${name}.sql.gz`;
  let listed: PlannedDatabase['checksums'] = null;
  for (const list of CHECKSUM_FILES) {
    const page = await web.text(mirror.file(name, list), signal);
    if (!page || !parseChecksums(page.text).has(schema)) continue;
    listed = [list, page.text];
    break;
  }
  const checksums = parseChecksums(listed?.[1] ?? '');
  const names = listed ? [...checksums.keys()] : await mirror.files(name, signal);
  if (!names.includes(schema))
    throw new FetchError(`${mirror.file(name, '')} lacks ${schema}, which describes the tables: try another --mirror`);
  const wanted = names.filter(
    (file) => file === schema || (file.endsWith('.txt.gz') && tables.has(file.slice(0, -'.txt.gz'.length))),
  );
  const files = wanted.map((file): PlannedFile => {
    const checksum = checksums.get(file) ?? null;
    return {
      url: mirror.file(name, file),
      path: join(folder, name, file),
      checksum,
      bytes: checksum?.blocks ? mostBytes(checksum) : 0,
      present: false,
      begun: 0,
    };
  });
  return { name, folder: join(folder, name), files, checksums: listed };
}

async function findPresent(file: PlannedFile, web: Web, signal: AbortSignal): Promise<void> {
  const { checksum, path, url } = file;
  const expected = checksum?.blocks == null ? await web.size(url, signal) : null;
  if (expected === undefined) throw new FetchError(`the mirror lists ${url}, but does not have it`);
  file.bytes ||= expected ?? 0;
  const size = await stat(path).then(
    (stats) => stats.size,
    () => null,
  );
  file.present =
    size !== null &&
    (checksum ? fits(size, checksum) && (await hasChecksum(path, checksum, signal)) : size === expected);
  if (size !== null && file.present) file.bytes = size;
  else file.begun = await new PartFile(path).begun().then(({ bytes }) => bytes);
}

/** Makes the folders, and stores the mirror's checksums next to the files. */
export async function prepareFolders(plans: readonly PlannedDatabase[]): Promise<void> {
  for (const { folder, checksums } of plans) {
    await makeFolder(folder);
    if (checksums) await writeFile(join(folder, checksums[0]), checksums[1]);
  }
}
