/** Lists lines over 120 columns, also those that the formatter cannot break: comments, strings, text files. */
import { readFile } from 'node:fs/promises';

const COLUMNS = 120;
const CHECKED = /\.(?:ts|js|json|jsonc|css|html|wat|sh|toml|ya?ml)$/;
/** Written by tools, recorded from Ensembl, or laid out by a package manager. */
const EXEMPT = [/-module\.ts$/, /^src\/pages\/openapi\.json$/, /^test\/.*\.json$/, /^package-lock\.json$/];
/** An address cannot be broken. */
const ADDRESS = /https?:\/\/\S{40}/;

/** `path:line: columns` of each. */
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
