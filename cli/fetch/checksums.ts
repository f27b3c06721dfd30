/** What a mirror says that its files are, and whether a file is that. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { at } from '../../src/checked.ts';

/** `sum`: the 16-bit checksum of BSD's command of that name, in decimal digits; others are hex. */
type ChecksumKind = 'sum' | 'md5' | 'sha1' | 'sha256';

export interface Checksum {
  kind: ChecksumKind;
  value: string;
  /** Kibibytes of the file, the last one begun; only `sum` tells them. */
  blocks: number | null;
}

const BLOCK_BYTES = 1024;
const SUM_LINE = /^(\d{1,5})\s+(\d+)\s+(\S+)$/;
const HASH_LINE = /^(?<hash>[\da-f]{32,64})\s+\*?(?<name>\S+)$/i;
const TAGGED_LINE = /^(?:MD5|SHA1|SHA256)\s*\((?<name>\S+)\)\s*=\s*(?<hash>[\da-f]{32,64})$/i;
const KINDS: Record<number, ChecksumKind> = { 32: 'md5', 40: 'sha1', 64: 'sha256' };

/**
 * Reads a list of checksums, one line per file: `12345   678 gene.txt.gz` as `sum` prints it (Ensembl's CHECKSUMS), or
 * either form of md5sum, sha1sum and sha256sum. Skips other lines.
 *
 * @returns by name of the file, without folders
 */
export function parseChecksums(text: string): Map<string, Checksum> {
  const checksums = new Map<string, Checksum>();
  for (const line of text.split('\n').map((each) => each.trim())) {
    const sum = SUM_LINE.exec(line);
    if (sum) {
      checksums.set(baseName(at(sum, 3)), { kind: 'sum', value: String(Number(sum[1])), blocks: Number(sum[2]) });
      continue;
    }
    const { hash = '', name = '' } = (HASH_LINE.exec(line) ?? TAGGED_LINE.exec(line))?.groups ?? {};
    const kind = KINDS[hash.length];
    if (kind) checksums.set(baseName(name), { kind, value: hash.toLowerCase(), blocks: null });
  }
  return checksums;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Can a file of this length be meant? */
export function fits(bytes: number, { blocks }: Checksum): boolean {
  return blocks === null || Math.ceil(bytes / BLOCK_BYTES) === blocks;
}

/** Bytes that a file has at most, as far as its checksum tells. */
export function mostBytes({ blocks }: Checksum): number {
  return blocks === null ? Infinity : blocks * BLOCK_BYTES;
}

/** Reads a file through. */
export async function isWhatWasMeant(path: string, checksum: Checksum, signal?: AbortSignal): Promise<boolean> {
  const hash = checksum.kind === 'sum' ? new BsdSum() : createHash(checksum.kind);
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes(checksum)) return false;
  }
  return fits(bytes, checksum) && (hash instanceof BsdSum ? hash.text : hash.digest('hex')) === checksum.value;
}

/** Rotates a 16-bit number right by one and adds the byte, again and again. */
export class BsdSum {
  #sum = 0;

  update(bytes: Uint8Array): this {
    let sum = this.#sum;
    for (let place = 0; place < bytes.length; place++) sum = (((sum >>> 1) | (sum << 15)) + bytes[place]!) & 0xffff;
    this.#sum = sum;
    return this;
  }

  /** In decimal digits. */
  get text(): string {
    return String(this.#sum);
  }
}
