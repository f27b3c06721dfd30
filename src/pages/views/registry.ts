/** Views by operation. Each is imported when its first page is drawn, so that other requests do not pay for it. */
import type { DrawView } from './view.ts';

/** Key: method and path of the operation, as in the catalogue. */
export const VIEWS: ReadonlyMap<string, () => Promise<DrawView>> = new Map<string, () => Promise<DrawView>>([
  ['GET /lookup/id/:id', async () => (await import('./gene.ts')).geneView],
  ['GET /lookup/symbol/:species/:symbol', async () => (await import('./gene.ts')).geneView],
  ['GET /overlap/region/:species/:region', async () => (await import('./region.ts')).regionView],
  ['GET /sequence/id/:id', async () => (await import('./sequence.ts')).sequenceView],
  ['GET /sequence/region/:species/:region', async () => (await import('./sequence.ts')).sequenceView],
  ['GET /ld/:species/:id/:population_name', async () => (await import('./linkage.ts')).linkageWindowView],
  ['GET /ld/:species/pairwise/:id1/:id2', async () => (await import('./linkage.ts')).linkagePairView],
  ['GET /ld/:species/region/:region/:population_name', async () => (await import('./linkage.ts')).linkageRegionView],
  ['GET /genetree/id/:id', async () => (await import('./gene-tree.ts')).geneTreeView],
  ['GET /genetree/member/id/:species/:id', async () => (await import('./gene-tree.ts')).memberTreeView],
  ['GET /genetree/member/symbol/:species/:symbol', async () => (await import('./gene-tree.ts')).memberTreeView],
  ['GET /cafe/genetree/id/:id', async () => (await import('./cafe.ts')).cafeView],
  ['GET /cafe/genetree/member/id/:species/:id', async () => (await import('./cafe.ts')).memberCafeView],
  ['GET /cafe/genetree/member/symbol/:species/:symbol', async () => (await import('./cafe.ts')).memberCafeView],
  ['GET /alignment/region/:species/:region', async () => (await import('./alignment.ts')).alignmentView],
  ['GET /homology/id/:species/:id', async () => (await import('./homology.ts')).homologyView],
  ['GET /homology/symbol/:species/:symbol', async () => (await import('./homology.ts')).homologyView],
  ['GET /variation/:species/:id', async () => (await import('./variant.ts')).variantView],
]);
