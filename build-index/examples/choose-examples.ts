import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import type { ExampleValues } from '../../src/release/example-values.ts';
import { Release } from '../../src/release/release.ts';
import { encodeRoot } from '../../src/release/root.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import type { IndexFolder } from '../output/index-folder.ts';
import type { ReleaseDraft } from '../output/write-release.ts';
import { DraftService } from './draft-service.ts';
import { comparaExamples } from './compara-examples.ts';
import { geneExamples, genomeExamples } from './genome-examples.ts';
import { refgetExamples } from './refget-examples.ts';
import { regulationExamples } from './regulation-examples.ts';
import { variationExamples } from './variation-examples.ts';
import { termsExamples } from './terms-examples.ts';

/**
 * Chooses example values for a release whose objects are in the folder. The same release always gets the same values.
 */
export async function chooseExamples(
  draft: Omit<ReleaseDraft, 'samples'>,
  folder: IndexFolder,
): Promise<ExampleValues> {
  const written = folder.written();
  try {
    const reader = new CachedBlockReader(written, new ByteCache());
    const service = await DraftService.open(Release.fromRoot(encodeRoot({ id: 'draft', ...draft }), reader), reader);
    const examples: ExampleValues = {};
    for (const choose of [
      geneExamples,
      genomeExamples,
      refgetExamples,
      comparaExamples,
      variationExamples,
      regulationExamples,
      termsExamples,
    ])
      Object.assign(examples, await choose(service));
    return examples;
  } finally {
    await written.close();
  }
}
