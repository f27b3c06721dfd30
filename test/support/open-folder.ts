import { LocalFolder } from '../../src/store/local-folder.ts';
import { atEndOfFile } from './end-of-file.ts';

/** An index folder to read from, closed after the tests of this file: Node warns about files that it must close. */
export function openFolder(path: string): LocalFolder {
  const folder = new LocalFolder(path);
  atEndOfFile(() => folder.close());
  return folder;
}
