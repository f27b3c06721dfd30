/** A thread that annotates pieces of a VCF file; see annotate-file.ts. */
import { parentPort } from 'node:worker_threads';
import { ApiError } from '../../src/api-error.ts';
import { type Failed, type Ready, receiveTask } from '../../build-index/thread-pool.ts';
import { present } from '../../src/checked.ts';
import { BadLine } from '../../src/handlers/vep/batch/line-places.ts';
import { VcfAnnotator, type Counts } from '../../src/handlers/vep/batch/vcf-annotator.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { InvalidInput } from '../../src/invalid-input.ts';
import { MemoryBudget } from '../../src/operation/memory-reservation.ts';
import { WorkBudget } from '../../src/work-budget.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { messageOf } from '../operator-error.ts';
import { bgzip } from './bgzip.ts';
import type { Annotated, Refused, ToWorker, WorkerTask } from './messages.ts';

/** Bytes of decoded blocks that a thread keeps. */
const CACHE_BYTES = 96 * 1024 * 1024;

const NOTHING: Counts = { lines: 0, read: 0, unannotated: 0, reason: null, otherReference: 0 };

const port = present(parentPort, 'the parent of this thread');
const { index, species, options, format, compress } = await receiveTask<WorkerTask>(port);
const store = new LocalFolder(index);
const release = await Release.open(store, new CachedBlockReader(store, new ByteCache(CACHE_BYTES)));
const annotator = await VcfAnnotator.open(release, await release.genome(species), options, format, {
  work: new WorkBudget(Infinity),
  memory: new MemoryBudget(Infinity).forRequest(),
});
const decoder = new TextDecoder();
const encoder = new TextEncoder();

port.on('message', ({ number, header, lines }: ToWorker) => {
  void annotate(number, header, lines);
});
port.postMessage({ ready: true } satisfies Ready);

async function annotate(number: number, header: ToWorker['header'], lines: Uint8Array): Promise<void> {
  try {
    const annotated = header
      ? { ...NOTHING, bytes: encoder.encode(annotator.header(header)) }
      : await annotator.annotate(decoder.decode(lines));
    const bytes = compress ? bgzip(annotated.bytes) : annotated.bytes;
    port.postMessage({ ...annotated, number, bytes } satisfies Annotated);
  } catch (error) {
    if (error instanceof BadLine) {
      port.postMessage({ number, badLine: error.index, message: error.message } satisfies Refused);
      return;
    }
    const isExpected = error instanceof ApiError || error instanceof InvalidInput || isStoreError(error);
    const failed = `${isExpected ? '' : 'the variants cannot be annotated: '}${messageOf(error)}`;
    port.postMessage({ number, failed } satisfies Failed);
  }
}

function isStoreError(error: unknown): boolean {
  return error instanceof Error && error.name === 'StoreError';
}
