/** `npm run build-little-index`: writes src/warm-up/little-index.bin anew, after a change of the catalogue or of what an index holds. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { operations } from '../../src/catalogue/catalogue.ts';
import { BuildBar } from '../build-bar.ts';
import { generateDemo } from '../demo/generate.ts';
import type { BlockForm } from '../output/block-form.ts';
import { buildRelease } from '../units/build-release.ts';
import { littleIndexOf } from './of-index.ts';

const FILE = new URL('../../src/warm-up/little-index.bin', import.meta.url);
/** The least at which the demo has variants in linkage disequilibrium. */
const SCALE = 0.2;

// What a Worker reads while it loads cannot be decompressed; and of a small block less is not asked for.
const blockForm: BlockForm = { name: 'little', compress: async (bytes) => bytes, blockBytes: 1024 };
const bar = new BuildBar();
const work = await mkdtemp(join(tmpdir(), 'genomic-edge-little-index-'));
try {
  await generateDemo(join(work, 'dumps'), { scale: SCALE });
  await buildRelease([join(work, 'dumps')], join(work, 'index'), bar, { vcfConfig: join(work, 'dumps/vcf/vcf_config.json'), blockForm });
  const bytes = await littleIndexOf(join(work, 'index'), operations);
  await writeFile(FILE, bytes);
  bar.stop();
  console.log(`${bytes.length} bytes, ${gzipSync(bytes).length} as gzip`);
} finally {
  bar.stop();
  await rm(work, { recursive: true, force: true });
}
