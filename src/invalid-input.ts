/** A region, notation, pattern or name that cannot be understood. The HTTP layer answers 400 with its message. */
export class InvalidInput extends Error {
  override name = 'InvalidInput';
}
