import type { BlockReader } from '../../src/index/blocks/block-reader.ts';
import type { StoredSlice } from '../../src/index/sequence/chunk-directory.ts';
import { readPacked } from '../../src/index/sequence/packed-sequence.ts';
import type { Mask } from '../../src/index/sequence/sequence-chunk.ts';

/** Reads and unpacks slices of stored sequences. */
export async function unpackedLetters(
  object: string,
  slices: readonly StoredSlice[],
  reader: BlockReader,
  mask?: Mask,
): Promise<Uint8Array[]> {
  const packed = await readPacked(object, slices, reader);
  return slices.map((slice) => packed.unpack(slice, mask));
}
