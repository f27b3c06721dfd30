/** What has to be fetched of a release: known before the first file is. */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eachAtOnce } from '../each-at-once.ts';
import { makeFolder } from '../../build-index/output/work-folder.ts';
import { fits, isWhatWasMeant, mostBytes, parseChecksums, type Checksum } from './checksums.ts';
import type { ListedDatabase } from './choose-databases.ts';
import { FetchError } from '../operator-error.ts';
import { PartFile } from './part-file.ts';
import type { Mirror } from './mirror.ts';
import type { Web } from './web.ts';

export interface PlannedFile {
  url: URL;
  /** Where it goes. */
  path: string;
  /** Null where the mirror tells none. */
  checksum: Checksum | null;
  /** To within 1 KiB where checksums tell; 0 where nobody does. */
  bytes: number;
  /** It is there, and what was meant. */
  present: boolean;
  /** Bytes that an interrupted run has brought. */
  begun: number;
}

export interface PlannedDatabase {
  name: string;
  folder: string;
  files: PlannedFile[];
  /** As the mirror has it: name and text. */
  checksums: [name: string, text: string] | null;
}

/** Lists of checksums, by what sites call them; the first that is there counts. */
const CHECKSUM_FILES = ['CHECKSUMS', 'MD5SUM'];

export interface PlanOptions {
  web: Web;
  mirror: Mirror;
  /** Folder of the databases. */
  folder: string;
  atOnce: number;
  signal: AbortSignal;
}

/** Lists the files of databases, and which of them are on the disk with the right checksum. @throws FetchError */
export async function planDatabases(
  databases: readonly ListedDatabase[],
  options: PlanOptions,
): Promise<PlannedDatabase[]> {
  const { atOnce, signal, web } = options;
  const planned = new Map<string, PlannedDatabase>();
  await eachAtOnce(databases, atOnce, signal, async (database, aborted) => {
    planned.set(database.name, await planDatabase(database, { ...options, signal: aborted }));
  });
  const plans = databases.map(({ name }) => planned.get(name)!);
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
    throw new FetchError(`${mirror.file(name, '')} has no ${schema}, which describes the tables`);
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
  if (expected === undefined) throw new FetchError(`${url} is listed, but not there`);
  file.bytes ||= expected ?? 0;
  const size = await stat(path).then(
    (stats) => stats.size,
    () => null,
  );
  file.present =
    size !== null &&
    (checksum ? fits(size, checksum) && (await isWhatWasMeant(path, checksum, signal)) : size === expected);
  if (file.present) file.bytes = size!;
  else file.begun = await new PartFile(path).begun().then(({ bytes }) => bytes);
}

/** Makes the folders, and puts the mirror's checksums beside the files. */
export async function prepareFolders(plans: readonly PlannedDatabase[]): Promise<void> {
  for (const { folder, checksums } of plans) {
    await makeFolder(folder);
    if (checksums) await writeFile(join(folder, checksums[0]), checksums[1]);
  }
}
