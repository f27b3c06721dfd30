/**
 * Packed genotypes become the block that they were packed from, in WebAssembly because of first requests: a window has thousands of records, and
 * JavaScript that has not been optimised yet takes a microsecond for every few bytes. The text is genotype-unpacking.wat.
 *
 * Plain JavaScript unpacks where there is no WebAssembly, and what is too large or not well-formed, which the kernel refuses without saying why.
 */
import { readU32 } from './fixed-width.ts';
import { GENOTYPE_UNPACKING_WASM } from './genotype-unpacking-module.ts';
import { KernelModule } from './kernel-module.ts';
import { align, PAGE } from './kernel-memory.ts';
import { LENGTH_AT, PACKED_HEAD, unpackGenotypesPlainly } from './packed-genotypes.ts';
import { COUNT_AT } from './record-block.ts';
import { Unpacker, type Unpacking } from './unpacker.ts';

export const GENOTYPE_UNPACKING = new KernelModule(GENOTYPE_UNPACKING_WASM);

interface Kernel {
  memory: WebAssembly.Memory;
  unpack(packed: number, end: number, bases: number, block: number, blockEnd: number): number;
}

/** A writer's blocks are an eighth of it; a row of more samples than a million is left to plain JavaScript. */
const MOST_BYTES = 1024 * 1024;
/** What copies may run over the end of the block by. */
const SLACK = 16;

/** Blocks of packed genotypes. */
export const genotypeUnpacker = new Unpacker(kernelGenotypeUnpacking, unpackGenotypesPlainly);

/** With the compiled genotype-unpacking.wat; null where it does not run. */
export function kernelGenotypeUnpacking(): Unpacking | null {
  const { module } = GENOTYPE_UNPACKING;
  if (!module) return null;
  const { memory, unpack } = new WebAssembly.Instance(module).exports as unknown as Kernel;
  return (packed) => {
    if (packed.length < PACKED_HEAD) return null;
    const [count, length] = [readU32(packed, COUNT_AT), readU32(packed, LENGTH_AT)];
    if (count > packed.length || packed.length > MOST_BYTES || length > MOST_BYTES) return null;
    const basesAt = align(packed.length);
    const blockAt = basesAt + align(4 * count);
    const pages = Math.ceil((blockAt + length + SLACK) / PAGE) - memory.buffer.byteLength / PAGE;
    if (pages > 0) memory.grow(pages);
    const bytes = new Uint8Array(memory.buffer);
    bytes.set(packed);
    try {
      return unpack(0, packed.length, basesAt, blockAt, blockAt + length) === 0 ? null : bytes.slice(blockAt, blockAt + length);
    } catch {
      return null;
    }
  };
}
