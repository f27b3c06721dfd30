/** Lists lines over 120 columns, including those that the formatter does not break: comments, strings, text files. */
import { readFile } from 'node:fs/promises';

const COLUMNS = 120;
const CHECKED = /\.(?:ts|js|json|jsonc|css|html|wat|sh|toml|ya?ml)$/;
/** Files that are generated, recorded from Ensembl, or formatted by a package manager. */
const EXEMPT = [/-module\.ts$/, /^test\/.*\.json$/, /^package-lock\.json$/];
/** Long URLs cannot be broken. */
const ADDRESS = /https?:\/\/\S{40}/;

/** One message `path:line: columns` per line. */
export async function longLines(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    if (!CHECKED.test(path) || EXEMPT.some((exempt) => exempt.test(path))) continue;
    const lines = (await readFile(path, 'utf8')).split('\n');
    for (const [index, line] of lines.entries())
      if ([...line].length > COLUMNS && !ADDRESS.test(line))
        found.push(`${path}:${index + 1}: ${[...line].length} columns, at most ${COLUMNS} are allowed`);
  }
  return found;
}
