/** A region, notation, pattern or name that cannot be parsed. The HTTP layer returns 400 with its message. */
export class InvalidInput extends Error {
  override name = 'InvalidInput';
}
