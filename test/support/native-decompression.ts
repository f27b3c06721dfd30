import { afterAll, beforeAll, vi } from 'vitest';
import { NativeDecompression } from './counting-store.ts';

/** The tests of a file decompress as the platform does, although counting-store.ts replaces it for tests of reads. */
export function useNativeDecompression(): void {
  beforeAll(() => void vi.stubGlobal('DecompressionStream', NativeDecompression));
  afterAll(() => void vi.unstubAllGlobals());
}
