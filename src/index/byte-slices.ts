/** Some texts or records side by side in one array: number i is `bytes` from starts[i] to ends[i]. */
export interface ByteSlices {
  bytes: Uint8Array;
  starts: Uint32Array;
  ends: Uint32Array;
}

/** One stretch of some bytes. Who has many of them fills one again and again: a view of each would be more work than what is done with it. */
export interface ByteSlice {
  bytes: Uint8Array;
  start: number;
  end: number;
}
