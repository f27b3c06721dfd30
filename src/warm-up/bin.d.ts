/** Wrangler gives a Worker the bytes of such a file. */
declare module '*.bin' {
  const bytes: ArrayBuffer;
  export default bytes;
}
