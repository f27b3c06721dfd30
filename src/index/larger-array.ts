/** An array that is at least twice as long and begins with the same values: however little is added at a time, each is copied once or twice in all. @param least how many it has to hold */
export function largerArray<T extends Uint8Array | Int32Array | Uint32Array>(array: T, least = 0): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(least, 2 * array.length));
  larger.set(array);
  return larger;
}
