/** Some texts or records side by side in one array: number i is `bytes` from starts[i] to ends[i]. */
export interface ByteSlices {
  bytes: Uint8Array;
  starts: Uint32Array;
  ends: Uint32Array;
}
