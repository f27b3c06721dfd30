/** How the memory of kernels is laid out. */

/** Bytes of a page of WebAssembly memory. */
export const PAGE = 65_536;

/** So many bytes, or up to fifteen more: vectors are read sixteen at a time. */
export function align(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}
