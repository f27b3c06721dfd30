import { CachedBlockReader } from '../../src/index/block-reader.ts';
import type { Samples } from '../../src/operation/samples.ts';
import { Release } from '../../src/release/release.ts';
import { encodeRoot } from '../../src/release/root.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import type { IndexFolder } from '../output/index-folder.ts';
import type { ReleaseDraft } from '../output/publish.ts';
import { alignmentSamples } from './alignment-samples.ts';
import { AskedService } from './asked-service.ts';
import { familySamples } from './family-samples.ts';
import { geneSamples } from './gene-samples.ts';
import { genomeSamples } from './genome-samples.ts';
import { linkageSamples } from './linkage-samples.ts';
import { phenotypeSamples } from './phenotype-samples.ts';
import { regulationSamples } from './regulation-samples.ts';
import { variationSamples } from './variation-samples.ts';
import { vocabularySamples } from './vocabulary-samples.ts';

/** Samples of a release whose objects have been written to the folder; of the same release always the same. */
export async function chooseSamples(draft: Omit<ReleaseDraft, 'samples'>, folder: IndexFolder): Promise<Samples> {
  const written = folder.written();
  try {
    const reader = new CachedBlockReader(written, new ByteCache());
    const service = new AskedService(Release.fromRoot(encodeRoot({ id: 'draft', ...draft }), reader), reader);
    const samples: Samples = {};
    for (const choose of [
      geneSamples, genomeSamples, familySamples, alignmentSamples, variationSamples, linkageSamples, phenotypeSamples, regulationSamples, vocabularySamples,
    ]) Object.assign(samples, await choose(service));
    return samples;
  } finally {
    await written.close();
  }
}
