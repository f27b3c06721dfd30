/** Number of the next address. Later runs have larger ones: no run sends a thousand requests in a millisecond. */
let next = Date.now() * 1000;

/** The path with a parameter that no operation has and no request had before, so that its answer is computed. */
export function newAddress(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}bench=${next++}`;
}
