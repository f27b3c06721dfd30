import type { DumpDatabase } from '../dump/find-databases.ts';
import { findDatabases } from '../dump/find-databases.ts';
import type { IndexFolder } from '../output/index-folder.ts';
import type { Kind, UnitRecord } from './results.ts';

/** What the compiler of a unit works with. */
export interface UnitContext {
  /** Where objects go. */
  folder: IndexFolder;
  /** The unit's own folder, for what it leaves for others beside its objects. */
  work: string;
  /** Told the bytes of dumps (as stored) that have been read. */
  progress: (bytes: number) => void;
  database(folder: string): Promise<DumpDatabase>;
  /** The folder of another unit, which is finished. */
  folderOf(unit: string): string;
  record<K extends Kind>(unit: string): Promise<UnitRecord<K>>;
  /** Makes the objects of another unit readable through `folder`. */
  borrow(unit: string): Promise<void>;
}

/** The dumped database that a folder is. */
export async function databaseIn(folder: string): Promise<DumpDatabase> {
  const [database] = await findDatabases([folder]);
  return database!;
}
