/** Bodies for operations that read a file while it is sent: VCF that is right, wrong, cut, compressed or endless. */
import { gzipSync } from 'node:zlib';
import type { Random } from '../../../data/fictional/random.ts';
import { MARKUP, NUMBERS, oddText, PROTOTYPE_NAMES } from './odd-values.ts';
import type { Draft } from './request.ts';
import type { ValidRequests } from './valid-requests.ts';

const HEAD = '##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n';
const TYPES = ['text/x-vcf', 'application/gzip', 'application/json', 'application/x-ndjson', 'text/plain'];
/** Longer than the longest line of a file (src/handlers/vep/batch/vcf-body.ts). */
const LONG = 1024 * 1024 + 1;

export function setUpload(draft: Draft, record: string, valid: ValidRequests, random: Random): void {
  const lines = Array.from({ length: random.pick([1, 1, 2, 5, 30]) }, () => changedLine(record, valid, random));
  const file = Buffer.from(changedFile(HEAD + lines.join(random.pick(['\n', '\n', '\n', '\r\n', '\r'])), random));
  const bytes = packed(file, random);
  draft.body = { bytes };
  const type = bytes[0] === 0x1f ? 'application/gzip' : 'text/x-vcf';
  draft.headers.push(['content-type', random.chance(0.8) ? type : random.pick(TYPES)]);
  if (random.chance(0.5))
    draft.headers.push(['accept', random.pick(['text/x-vcf', 'application/x-ndjson', 'application/json'])]);
}

/** A line with a column that is changed, removed or doubled. */
function changedLine(record: string, valid: ValidRequests, random: Random): string {
  const columns = record.split(/\s+/);
  for (let times = random.skip(0.6); times > 0; times--) {
    const at = random.integer(0, Math.max(0, columns.length - 1));
    const kind = random.next();
    if (kind < 0.6) columns[at] = value(at, valid, random).replaceAll('\n', ' ');
    else if (kind < 0.75) columns.splice(at, 1);
    else if (kind < 0.9) columns.splice(at, 0, columns[at] ?? '');
    else columns.push(value(at, valid, random));
  }
  return columns.join('\t');
}

function value(column: number, valid: ValidRequests, random: Random): string {
  if (random.chance(0.3)) return random.chance(0.5) ? oddText(random) : random.pick(valid.values);
  switch (column) {
    case 1:
      return random.pick(NUMBERS);
    case 3:
    case 4:
      return random.pick([
        'A',
        'a',
        'N',
        '.',
        '*',
        'A,C,G,T',
        'ACGT'.repeat(random.pick([1, 100, 5_000])),
        '<DEL>',
        '<DUP:TANDEM>',
        '<CN0>,<CN2>',
        '<INS:ME:ALU>',
        'G]17:198982]',
        ']1:5]A',
        'A[<x>:1[',
        Array(500).fill('AC').join(),
      ]);
    case 7:
      return random.pick([
        'END=5;SVTYPE=DEL',
        'END=-1',
        'END=99999999999999',
        'SVLEN=-10000000;SVTYPE=DUP',
        'CSQ=x|y;CSQ=',
        `${random.pick(PROTOTYPE_NAMES)}=1`,
        ';;;===',
        `X=${random.pick(MARKUP)}`,
        'A=1;'.repeat(2_000),
      ]);
    default:
      return random.chance(0.5) ? random.pick(PROTOTYPE_NAMES) : random.pick(NUMBERS);
  }
}

function changedFile(text: string, random: Random): string {
  const kind = random.next();
  if (kind < 0.6) return `${text}\n`;
  if (kind < 0.7) return text.slice(0, random.integer(0, text.length));
  if (kind < 0.75) return text.slice(random.integer(0, text.length));
  if (kind < 0.8) return `\ufeff${text}\n`;
  if (kind < 0.85) return `${text}\n${HEAD}${text}\n`;
  if (kind < 0.9) return text.replaceAll('\t', random.pick([' ', ',', '\t\t', '\u0000']));
  if (kind < 0.93) return `##x=${'y'.repeat(100_000)}\n${text}\n`;
  if (kind < 0.98 || random.chance(0.8))
    return random.pick(['', '\n', '\n\n\n', '#\n', '##\n', '#CHROM\n', oddText(random)]);
  return `${text}\t${random.pick(['A', '\t', ';'])}`.padEnd(LONG, 'A');
}

function packed(file: Buffer, random: Random): Buffer {
  const kind = random.next();
  if (kind < 0.6) return file;
  const gzip = gzipSync(file);
  if (kind < 0.75) return gzip;
  if (kind < 0.83) return gzip.subarray(0, random.integer(0, gzip.length));
  if (kind < 0.88) return Buffer.concat([gzip, gzip]);
  if (kind < 0.92) return Buffer.concat([gzip, Buffer.from('trailing')]);
  if (kind < 0.96) {
    gzip[random.integer(0, gzip.length - 1)] = random.integer(0, 255);
    return gzip;
  }
  if (kind < 0.98) return Buffer.from(file.toString(), 'utf16le');
  // A small bomb: 4 MB of one line, or of empty lines, in some kilobytes.
  return random.chance(0.3) ? gzipSync(Buffer.alloc(4 * 1024 * 1024, random.pick(['A', '\n', '#']))) : gzip;
}
