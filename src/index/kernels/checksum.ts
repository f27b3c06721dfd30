/**
 * CRC-32 of gzip and PNG, for content that is not gzipped. In WebAssembly (checksum.wat), since V8 interprets
 * JavaScript that is new to it, and the first request of a Worker would pay for that (docs/decisions/0022).
 */
import { CHECKSUM_WASM } from './checksum-module.ts';
import { KernelModule } from './kernel-module.ts';

interface Kernel {
  memory: WebAssembly.Memory;
  add(sum: number, at: number, end: number): number;
}

export const CHECKSUM = new KernelModule<Kernel>(CHECKSUM_WASM);

/** The bytes follow the tables. */
const BYTES_AT = 4096;

let kernel: Kernel | undefined;
let room: Uint8Array;

/** Creates the instance; a Worker does so before the first request. */
export function openChecksum(): Kernel {
  if (!kernel) {
    kernel = CHECKSUM.instantiate();
    room = new Uint8Array(kernel.memory.buffer, BYTES_AT);
  }
  return kernel;
}

/** The unsigned CRC-32 of some bytes. */
export function crc32(bytes: Uint8Array): number {
  const { add } = openChecksum();
  let sum = 0;
  for (let start = 0; start < bytes.length; start += room.length) {
    const part = bytes.length <= room.length ? bytes : bytes.subarray(start, start + room.length);
    room.set(part);
    sum = add(sum, BYTES_AT, BYTES_AT + part.length);
  }
  return sum >>> 0;
}
