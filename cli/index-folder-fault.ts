import { readdir, stat } from 'node:fs/promises';
import { ROOT_KEY } from '../src/release/manifest.ts';
import { commandLine } from './installation.ts';
import { errorCode, messageOf } from './operator-error.ts';

/** Why a folder contains no index, with what to do about it, as a clause. Null for a folder with a current release. */
export async function faultOfIndexFolder(folder: string): Promise<string | null> {
  const build = `${commandLine('build', 'build-index')} --dumps DIR --out ${folder}`;
  try {
    if (!(await stat(folder)).isDirectory())
      return `it is a file; give the index folder, which contains the file '${ROOT_KEY}'`;
    const names = await readdir(folder);
    if (names.includes(ROOT_KEY)) return null;
    if (names.length === 0) return `the folder is empty; compile an index into it: ${build}`;
    if (names.includes('.build')) return `its build is not finished; run the build command again: ${build}`;
    return `the folder contains no index (it has no file '${ROOT_KEY}'); give the folder that a build wrote with --out`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR')
      return `the folder does not exist; check the path, or compile an index there: ${build}`;
    return messageOf(error);
  }
}
