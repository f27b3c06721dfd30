import { readFile } from 'node:fs/promises';
import { BuildBar } from '../cli/build-bar.ts';
import { ensureDemoIndex } from '../cli/demo-index.ts';
import { genomeConfigSchema } from '../build-index/genome-files/genome-config.ts';
import { operations } from '../src/catalogue/catalogue.ts';
import { notOffered } from '../src/catalogue/not-offered.ts';
import { withTables } from './format-tables.ts';
import { type GeneratedFile, jsonModule, PROJECT } from './generated-file.ts';
import { openApiOfIndex } from './openapi/document.ts';
import { operationsPage } from './operations-page.ts';
import { shownOperations } from './shown-operations.ts';

/** All generated files except the kernels, with their content. Examples come from the demo index. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  const bar = new BuildBar();
  const demo = await ensureDemoIndex(bar, console.error).finally(() => bar.stop());
  const openApi = await openApiOfIndex(operations, demo);
  return [
    { path: 'docs/FORMAT.md', content: withTables(await readFile(new URL('docs/FORMAT.md', PROJECT), 'utf8')) },
    { path: 'docs/genomes.schema.json', content: `${JSON.stringify(genomeConfigSchema(), null, 2)}\n` },
    { path: 'docs/operations.md', content: operationsPage(await shownOperations(demo), notOffered) },
    { path: 'src/pages/openapi-module.ts', content: jsonModule('OPENAPI_JSON', openApi, 'tools/openapi') },
  ];
}
