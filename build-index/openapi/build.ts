/** `npm run build-openapi`: writes src/pages/openapi.json anew, after a change of the catalogue. */
import { writeFile } from 'node:fs/promises';
import { operations } from '../../src/catalogue/catalogue.ts';
import { openApiDocument } from './document.ts';

const FILE = new URL('../../src/pages/openapi.json', import.meta.url);

await writeFile(FILE, `${JSON.stringify(openApiDocument(operations), null, 1)}\n`);
