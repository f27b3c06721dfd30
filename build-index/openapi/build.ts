/** `npm run build-openapi`: writes src/pages/openapi.json anew, after a change of the catalogue. */
import { writeFile } from 'node:fs/promises';
import { operations } from '../../src/catalogue/catalogue.ts';
import { BuildBar } from '../build-bar.ts';
import { ensureDemoIndex } from '../demo-index.ts';
import { openApiOfIndex } from './of-index.ts';

const FILE = new URL('../../src/pages/openapi.json', import.meta.url);

const bar = new BuildBar();
const demo = await ensureDemoIndex(bar).finally(() => bar.stop());
await writeFile(FILE, `${JSON.stringify(await openApiOfIndex(operations, demo), null, 1)}\n`);
