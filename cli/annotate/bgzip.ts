/** Compression in blocks, as bgzip writes it: plain gzip for readers, and indexable by tabix. */
import { crc32, deflateRawSync } from 'node:zlib';

/** Most plain bytes of a block, as in bgzip. */
const PLAIN_BYTES = 0xff00;
/** Faster than the default, and a tenth larger. */
const LEVEL = 4;
const HEAD_BYTES = 18;
const TAIL_BYTES = 8;

/** The empty block that ends a file. */
export const END_BLOCK = block(Buffer.alloc(0));

export function bgzip(bytes: Uint8Array): Buffer {
  const blocks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += PLAIN_BYTES)
    blocks.push(block(bytes.subarray(from, from + PLAIN_BYTES)));
  return Buffer.concat(blocks);
}

function block(plain: Uint8Array): Buffer {
  const deflated = deflateRawSync(plain, { level: LEVEL });
  const whole = Buffer.alloc(HEAD_BYTES + deflated.length + TAIL_BYTES);
  // Member of gzip with one extra field, 'BC', that has the length of the block minus one.
  whole.set([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 6, 0, 0x42, 0x43, 2, 0]);
  whole.writeUInt16LE(whole.length - 1, 16);
  whole.set(deflated, HEAD_BYTES);
  whole.writeUInt32LE(crc32(plain), HEAD_BYTES + deflated.length);
  whole.writeUInt32LE(plain.length, HEAD_BYTES + deflated.length + 4);
  return whole;
}
