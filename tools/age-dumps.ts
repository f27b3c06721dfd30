/**
 * Writes dumps in the layout of an older release: `node tools/age-dumps.ts DUMPS OUT RELEASE`. A build of them should
 * answer as one of the originals does, but for the data that docs/releases.md says the release lacks.
 */
import { ageDumps } from './aged-dumps/age-dump.ts';

const [dumps, out, release] = process.argv.slice(2);
if (dumps === undefined || out === undefined || !Number(release)) {
  console.error('usage: node tools/age-dumps.ts DUMPS OUT RELEASE');
  process.exit(1);
}
await ageDumps(dumps, out, Number(release));
