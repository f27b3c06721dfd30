import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DumpError } from '../dump/dump-error.ts';

/**
 * Makes a folder, and those above it that are not there. One by one: Node.js looks for ever for a folder above which one could be made where
 * none can be, as in /proc.
 *
 * @throws DumpError where a file stands, or no folder can be made
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder);
  const error = await made(path);
  if (error?.code === 'ENOENT' && dirname(path) !== path) {
    await makeFolder(dirname(path));
    // What is missing now is not the folder above.
    const again = await made(path);
    if (again) throw refusal(folder, again);
  } else if (error) {
    throw refusal(folder, error);
  }
}

/** Null where the folder is there now. */
async function made(path: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Recursive, it is no error where a folder stands.
    if (code === 'EEXIST') return mkdir(path, { recursive: true }).then(() => null, (refused: NodeJS.ErrnoException) => refused);
    return error as NodeJS.ErrnoException;
  }
}

function refusal(folder: string, error: NodeJS.ErrnoException): DumpError {
  const why = error.code === 'EEXIST' || error.code === 'ENOTDIR' ? 'a file stands there' : error.message;
  return new DumpError(`the folder ${folder} cannot be made: ${why}`, { cause: error });
}
