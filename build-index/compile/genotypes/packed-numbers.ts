/**
 * Columns of bytes that hold numbers one after the other in base 128, the greatest digit first, the high bit set on all digits
 * but the last (Perl's `pack 'w'`): the genotypes of variation databases.
 */

/** Null when the bytes end within a number. */
export function packedNumbers(bytes: Uint8Array): number[] | null {
  const numbers: number[] = [];
  let number = 0;
  let open = false;
  for (const byte of bytes) {
    number = number * 128 + (byte & 0x7f);
    open = byte >= 0x80;
    if (open) continue;
    numbers.push(number);
    number = 0;
  }
  return open ? null : numbers;
}

/** Some dumps spell the bytes in hexadecimal digits: the bytes that are meant. */
export function plainBytes(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  return text.length % 2 === 0 && /^[0-9A-Fa-f]*$/.test(text) ? Buffer.from(text, 'hex') : bytes;
}
