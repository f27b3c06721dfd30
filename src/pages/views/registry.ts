/** Views by operation. Each is imported when its first page is drawn, so that other requests do not pay for it. */
import type { DrawView } from './view.ts';

/** Key: method and path of the operation, as in the catalogue. */
export const VIEWS: ReadonlyMap<string, () => Promise<DrawView>> = new Map<string, () => Promise<DrawView>>([
  ['GET /lookup/id/:id', async () => (await import('./gene.ts')).geneView],
  ['GET /lookup/symbol/:species/:symbol', async () => (await import('./gene.ts')).geneView],
]);
