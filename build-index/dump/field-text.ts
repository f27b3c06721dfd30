import { isUtf8 } from 'node:buffer';

const BACKSLASH = 0x5c;

// MySQL's escapes (manual, LOAD DATA): any other byte after a backslash stands for itself.
const escapeOf = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, byte] of Object.entries({ '0': 0, b: 8, n: 10, r: 13, t: 9, Z: 26 })) {
  escapeOf[letter.charCodeAt(0)] = byte;
}

/** A copy of `bytes[start, end)` with each backslash and its next byte replaced by what they stand for. */
export function unescapedField(bytes: Buffer, start: number, end: number): Buffer {
  const result = Buffer.allocUnsafe(end - start);
  let to = 0;
  for (let from = start; from < end; ) {
    const byte = bytes[from++]!;
    result[to++] = byte === BACKSLASH ? escapeOf[bytes[from++]!]! : byte;
  }
  return result.subarray(0, to);
}

// Ensembl declares its tables latin1, which in MySQL is Windows-1252; dumps of today are UTF-8 all the same.
const windows1252 = new TextDecoder('windows-1252');

/** UTF-8, or where it is not sound, Windows-1252, in which every byte has a meaning: no letter is lost. */
export function decodedText(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes);
}
