/** The documents of a release's genomes: whether the root contains them, and the object that does otherwise. */
import { encodeBlock, markBlock } from '../../src/index/blocks/block.ts';
import type { Compress, ObjectSink } from '../../src/index/blocks/object-sink.ts';

/**
 * Maximum bytes of the documents in the root, without the largest. Every process reads the root. A genome in the root
 * saves one read at the first request that uses it, but a request uses few of many.
 */
const OTHER_GENOMES = 64 * 1024;

/** Do so many documents belong into an object of their own? */
export function belongApart(documents: readonly Uint8Array[]): boolean {
  const lengths = documents.map(({ length }) => length);
  return lengths.reduce((sum, length) => sum + length, 0) - Math.max(0, ...lengths) > OTHER_GENOMES;
}

/** Writes the documents of the genomes (encodeGenomes), one block each. Returns the ends of the blocks. */
export async function writeGenomes(
  documents: readonly Uint8Array[],
  sink: ObjectSink,
  compress: Compress,
): Promise<number[]> {
  const ends: number[] = [];
  let end = 0;
  for (const document of documents) {
    const block = markBlock(await encodeBlock(document, compress), sink.number, end);
    await sink.write(block);
    ends.push((end += block.length));
  }
  return ends;
}
