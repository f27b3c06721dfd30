/**
 * CRC-32 as gzip and PNG have it (polynomial 0xEDB88320), of what gzip does not check for us.
 *
 * In WebAssembly because of first requests: of 1.2 MB of genotypes a process that has just started has the sum after 1 to 2 ms of
 * CPU, in JavaScript that has not been optimised yet after 2 to 8. Afterwards it takes 0.9 ms. The text is checksum.wat.
 * Where it does not run, a plain table does: what is read is checked on every platform.
 */
import { CHECKSUM_WASM } from './checksum-module.ts';
import { KernelModule } from './kernel-module.ts';

export const CHECKSUM = new KernelModule(CHECKSUM_WASM);

interface Kernel {
  memory: WebAssembly.Memory;
  add(sum: number, at: number, length: number): number;
}

/** Behind the kernel's tables. */
const ROOM_AT = 16 * 1024;

/** The sum of some bytes, unsigned. */
export type Checksum = (bytes: Uint8Array) => number;

let fastest: Checksum | undefined;

/** Unsigned. */
export function crc32(bytes: Uint8Array): number {
  return (fastest ??= kernelChecksum() ?? plainChecksum())(bytes);
}

/** With the compiled checksum.wat; null where it does not run. */
export function kernelChecksum(): Checksum | null {
  const { module } = CHECKSUM;
  if (!module) return null;
  const kernel = new WebAssembly.Instance(module).exports as unknown as Kernel;
  const room = new Uint8Array(kernel.memory.buffer, ROOM_AT);
  return (bytes) => {
    let sum = 0;
    for (let from = 0; from < bytes.length; from += room.length) {
      const part = bytes.length <= room.length ? bytes : bytes.subarray(from, from + room.length);
      room.set(part);
      sum = kernel.add(sum, ROOM_AT, part.length);
    }
    return sum >>> 0;
  };
}

const POLYNOMIAL = 0xedb88320;

/** The same in plain JavaScript, a byte a step. */
export function plainChecksum(): Checksum {
  const table = Int32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? POLYNOMIAL : 0);
    return sum;
  });
  return (bytes) => {
    let sum = -1;
    for (let at = 0; at < bytes.length; at++) sum = (sum >>> 8) ^ table[(sum ^ bytes[at]!) & 0xff]!;
    return ~sum >>> 0;
  };
}
