/**
 * `npm run generate` writes the generated files that are out of date. With `-- --check` it lists them and exits with 1.
 * With `-- --scripts` it writes only kernels, scripts of pages and the warm-up's release, which takes a second.
 */
import { writeFile } from 'node:fs/promises';
import { PROJECT, staleFiles, type GeneratedFile } from './generated-file.ts';
import { kernelFiles } from './kernels.ts';
import { pageScripts } from './page-scripts.ts';
import { warmUpRelease } from './warm-up-release.ts';

const check = process.argv.includes('--check');
// These first: the other files need the demo index and the service, which import them.
const first = await update([...(await kernelFiles()), ...(await pageScripts()), await warmUpRelease()]);
if (process.argv.includes('--scripts')) process.exit();
const { generatedFiles } = await import('./generated-files.ts');
const stale = first + (await update(await generatedFiles()));
if (stale === 0) console.log('all generated files are up to date');
else if (check) {
  console.log('Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}

/** Writes or lists the files that are out of date. Returns their number. */
async function update(files: readonly GeneratedFile[]): Promise<number> {
  const stale = await staleFiles(files);
  for (const { path, content } of stale) {
    if (!check) await writeFile(new URL(path, PROJECT), content);
    console.log(`${check ? 'out of date' : 'written'}: ${path}`);
  }
  return stale.length;
}
