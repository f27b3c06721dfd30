import { crc32 as zlibChecksum } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CHECKSUM, kernelChecksum, plainChecksum } from '../../src/index/checksum.ts';
import { CHECKSUM_WASM } from '../../src/index/checksum-module.ts';
import { KernelModule } from '../../src/index/kernel-module.ts';

// More than the kernel takes at once, and every rest of sixteen.
const contents = fc.oneof(fc.uint8Array({ maxLength: 100 }), fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 50 }), fc.integer({ min: 110_000, max: 360_000 }))
  .map(([unit, length]) => Uint8Array.from({ length }, (_, at) => unit[at % unit.length]! + (at >>> 8))));

test.each([['the kernel', kernelChecksum()!], ['plain JavaScript', plainChecksum()]])('%s makes the sum that zlib makes', (_, sum) => {
  fc.assert(fc.property(contents, (bytes) => {
    expect(sum(bytes)).toBe(zlibChecksum(bytes));
  }), { numRuns: 60 });
});

describe('a kernel', () => {
  afterEach(() => void vi.unstubAllGlobals());

  test('is none where there is no WebAssembly, or it is not understood', () => {
    expect(CHECKSUM.module).toBeInstanceOf(WebAssembly.Module);
    expect(new KernelModule(btoa('\0asm?')).module).toBeNull();
    vi.stubGlobal('WebAssembly', undefined);
    expect(new KernelModule(CHECKSUM_WASM).module).toBeNull();
  });
});
