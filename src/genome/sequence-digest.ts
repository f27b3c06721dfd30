/**
 * Digests by which refget finds sequences (GA4GH refget 2.0): the MD5 and the SHA-512 of the bases in upper case,
 * without mask. Of the SHA-512 only the first 24 bytes count: `SQ.` and their base64url text are the GA4GH identifier,
 * their hexadecimal text is the older TRUNC512.
 *
 * One record of the `sequence-digests` table, under the MD5 in hexadecimal and under the GA4GH identifier:
 *   MD5 (16) | first bytes of the SHA-512 (24) | varint number of the genome in the manifest | encodeSeqRegion
 * The region has no projections. Its chunk directories make the bases readable without another record.
 */
import { DamagedRecord } from '../index/blocks/damaged-record.ts';
import { joinBytes } from '../index/blocks/bytes.ts';
import { readVarint, varintLength, writeVarint } from '../index/blocks/integers.ts';
import { decodeSeqRegion, encodeSeqRegion, type SeqRegionRecord } from './seq-region.ts';

/** A sequence with its digests, and the place of its bases. */
export interface DigestedSequence {
  /** 32 hexadecimal digits. */
  md5: string;
  /** `SQ.` and 32 letters. */
  ga4gh: string;
  /** Number of the genome in the manifest. */
  genome: number;
  region: SeqRegionRecord;
}

const [MD5_BYTES, SHA_BYTES] = [16, 24];

const HEXADECIMAL = /^[0-9a-f]+$/i;
const GA4GH = /^SQ\.[A-Za-z0-9_-]{32}$/;
const [MD5_DIGITS, TRUNC512_DIGITS] = [2 * MD5_BYTES, 2 * SHA_BYTES];

/**
 * The key of a digest in the table: an MD5, a GA4GH identifier or a TRUNC512, with or without its namespace (`md5:`,
 * `ga4gh:`, `trunc512:`). Hexadecimal digits and namespaces may have either case. Null for any other text.
 */
export function digestKey(text: string): string | null {
  const [, namespace = '', digest = ''] = /^(?:(md5|ga4gh|trunc512):)?(.*)$/is.exec(text) ?? [];
  const allows = (name: string) => namespace === '' || namespace.toLowerCase() === name;
  if (GA4GH.test(digest)) return allows('ga4gh') ? digest : null;
  if (!HEXADECIMAL.test(digest)) return null;
  if (digest.length === MD5_DIGITS) return allows('md5') ? digest.toLowerCase() : null;
  if (digest.length === TRUNC512_DIGITS) return allows('trunc512') ? ga4ghOf(bytesOfHex(digest)) : null;
  return null;
}

/** The GA4GH identifier of the SHA-512 of a sequence. @param sha512 at least its first 24 bytes */
export function ga4ghOf(sha512: Uint8Array): string {
  return `SQ.${sha512t24u(sha512)}`;
}

/** The base64url text of the first 24 bytes of a SHA-512: the GA4GH digest. */
export function sha512t24u(sha512: Uint8Array): string {
  return btoa(String.fromCharCode(...sha512.subarray(0, SHA_BYTES)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** The TRUNC512 of a GA4GH identifier: 48 hexadecimal digits. */
export function trunc512Of(ga4gh: string): string {
  return hexOfBytes(bytesOfGa4gh(ga4gh));
}

export function encodeDigestedSequence({ md5, ga4gh, genome, region }: DigestedSequence): Uint8Array {
  const number = new Uint8Array(varintLength(genome));
  writeVarint(number, 0, genome);
  const { projection: _, assembledInto: __, ...shown } = region;
  return joinBytes([bytesOfHex(md5), bytesOfGa4gh(ga4gh), number, encodeSeqRegion(shown)]);
}

/** Throws DamagedRecord for a record that is too short. */
export function decodeDigestedSequence(record: Uint8Array): DigestedSequence {
  if (record.length <= MD5_BYTES + SHA_BYTES) throw new DamagedRecord(`${record.length} bytes of a digested sequence`);
  const [genome, from] = readVarint(record, MD5_BYTES + SHA_BYTES);
  return {
    md5: hexOfBytes(record.subarray(0, MD5_BYTES)),
    ga4gh: ga4ghOf(record.subarray(MD5_BYTES)),
    genome,
    region: decodeSeqRegion(record.subarray(from)),
  };
}

function bytesOfGa4gh(ga4gh: string): Uint8Array {
  const text = atob(ga4gh.slice('SQ.'.length).replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function bytesOfHex(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, byte) =>
    Number.parseInt(digits.slice(2 * byte, 2 * byte + 2), 16),
  );
}

function hexOfBytes(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
