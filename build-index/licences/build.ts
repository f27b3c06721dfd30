/** Writes docs/licences.md: `npm run build-licences`. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { licencesPage } from './page.ts';

await writeFile(fileURLToPath(new URL('../../docs/licences.md', import.meta.url)), await licencesPage());
