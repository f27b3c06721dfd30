/** Changes to a file as strangers, broken disks and attackers make them. */
import { gzipSync } from 'node:zlib';
import type { Random } from '../../../data/fictional/random.ts';
import type { FileInput } from './file-inputs.ts';
import { MARKUP, NUMBERS, oddText, PROTOTYPE_NAMES } from './odd-values.ts';

const LONG_LINE = 10 * 1024 * 1024;
const DEEP = 100_000;

/** @param canary an absolute path below which nothing may be written */
export function mutatedFile({ format, changed, files }: FileInput, canary: string, random: Random): Buffer {
  let text = files[changed] ?? '';
  if (random.chance(0.1)) return ofFormat(format, text, canary, random);
  for (let times = 1 + random.skip(0.5); times > 0; times--) text = mutated(text, canary, random);
  return encoded(text, random);
}

function mutated(text: string, canary: string, random: Random): string {
  const from = random.integer(0, text.length);
  const to = Math.min(text.length, from + random.pick([1, 2, 10, 50, 500]));
  const lines = text.split('\n');
  const line = random.integer(0, lines.length - 1);
  switch (random.integer(0, 12)) {
    case 0:
      return text.slice(0, from);
    case 1:
      return text.slice(0, from) + text.slice(to);
    case 2:
      return text.slice(0, to) + text.slice(from);
    case 3:
      return text.slice(0, from) + oddText(random) + text.slice(from);
    case 4:
      return text + text;
    case 5:
      lines.splice(line, 1);
      return lines.join('\n');
    case 6:
      lines.splice(line, 0, ...Array<string>(random.pick([1, 2, 1000])).fill(lines[line] ?? ''));
      return lines.join('\n');
    case 7:
      lines.reverse();
      return lines.join('\n');
    default:
      return withWord(text, canary, random);
  }
}

/** Replaces a word or number by one that is odd, everywhere or once. */
function withWord(text: string, canary: string, random: Random): string {
  const words = [...text.matchAll(/[\w.:+-]+/g)];
  if (words.length === 0) return text;
  const { 0: word, index } = random.pick(words);
  const odd = /^[\d.+-]+$/.test(word) && random.chance(0.6) ? random.pick(NUMBERS) : oddWord(canary, random);
  return random.chance(0.3)
    ? text.replaceAll(word, () => odd)
    : text.slice(0, index) + odd + text.slice(index + word.length);
}

function oddWord(canary: string, random: Random): string {
  const kind = random.next();
  if (kind < 0.3) return random.pick(PROTOTYPE_NAMES);
  if (kind < 0.5) return oddText(random);
  if (kind < 0.6) return random.pick(MARKUP);
  return random.pick([
    '../../escaped',
    `${canary}/escaped`,
    '/etc/passwd',
    'file:///etc/passwd',
    'http://127.0.0.1:9/x',
    'C:\\escaped',
    '.',
    '..',
    '-rf',
    'CON',
    'a\u0000b',
    '\\N',
    '\\',
    "'; DROP TABLE gene; --",
    'x'.repeat(5_000),
    '\u{1f9ec}',
    '\u202egnp',
    '%00',
    '%2e%2e%2f',
  ]);
}

function encoded(text: string, random: Random): Buffer {
  const kind = random.next();
  if (kind < 0.72) return Buffer.from(text);
  if (kind < 0.76) return Buffer.from(text.replaceAll('\n', random.pick(['\r\n', '\r', '\n\r'])));
  if (kind < 0.79) return Buffer.from(text, 'utf16le');
  if (kind < 0.81) return Buffer.from(`\ufeff${text}`);
  const bytes = Buffer.from(text);
  if (kind < 0.9) {
    for (let times = random.pick([1, 3, 30]); times > 0 && bytes.length > 0; times--)
      bytes[random.integer(0, bytes.length - 1)] = random.pick([
        0,
        0x80,
        0xff,
        0x1f,
        0x0a,
        0x09,
        random.integer(0, 255),
      ]);
    return bytes;
  }
  const gzip = gzipSync(bytes);
  if (kind < 0.93) return gzip;
  if (kind < 0.96) return gzip.subarray(0, random.integer(0, gzip.length));
  if (kind < 0.98) return Buffer.concat([gzip, bytes]);
  gzip[random.integer(0, gzip.length - 1)] = random.integer(0, 255);
  return gzip;
}

/** Attacks on a format, and whole files that are none. */
function ofFormat(format: string, text: string, canary: string, random: Random): Buffer {
  const common: (() => string | Buffer)[] = [
    () => '',
    () => '\n',
    () => '\u0000'.repeat(1_000),
    () => '<!DOCTYPE html><title>404</title>',
    () => '{"genomes": []}',
    () => Buffer.from(Array.from({ length: 5_000 }, () => random.integer(0, 255))),
  ];
  const heavy: (() => string | Buffer)[] = [
    () => text + 'A'.repeat(LONG_LINE),
    () => text.replace('\n', `${' x'.repeat(LONG_LINE / 20)}\n`),
    () => gzipSync(Buffer.alloc(4 * LONG_LINE, 'A')),
    () => text.repeat(5_000),
  ];
  const own: Record<string, (() => string)[]> = {
    YAML: [
      () => {
        const names = [...'abcdefghi'];
        const laughs = names.map((name, at) =>
          at === 0 ? `${name}: &${name} [lol]` : `${name}: &${name} [${`*${names[at - 1]},`.repeat(9)}]`,
        );
        return `${laughs.join('\n')}\ngenomes: *i\n`;
      },
      () =>
        `a: &a [${'x,'.repeat(9)}]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\ngenomes: [{ fasta: *c }]\n`,
      () => '['.repeat(DEEP),
      () => `genomes: ${'['.repeat(DEEP)}${']'.repeat(DEEP)}\n`,
      () => `${'a:\n'.repeat(1)}${Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')}`,
      () => 'genomes: &a [*a]\n',
      () => '__proto__: { genomes: [{ fasta: a.fa }] }\n',
      () => 'genomes:\n  - { species: x, fasta: a.fa, __proto__: { gff3: a.gff3 } }\n',
      () => 'genomes:\n  - { <<: { constructor: 1 }, species: x, fasta: a.fa }\n',
      () => 'genomes: !!js/function "function () {}"\n',
      () => 'genomes: [{ species: x, fasta: http://127.0.0.1:9/a.fa }]\n',
      () => 'genomes: [{ species: ../../escaped, fasta: a.fa }]\n',
      () => `genomes: [{ species: ${canary}/escaped, fasta: a.fa }]\n`,
      () => 'genomes: [{ species: x, fasta: . }]\n',
      () => 'genomes: [{ species: x, fasta: /dev/null }]\n',
      () => 'genomes: [{ species: x, fasta: "a\\0.fa" }]\n',
      () => 'genomes: [{ species: x, fasta: a.fa, chain: { ../../escaped: o.chain } }]\n',
      () => `genomes:\n${'  - { species: x, fasta: a.fa }\n'.repeat(1_000)}`,
    ],
    Newick: [
      () => `${'('.repeat(DEEP)}ma${')'.repeat(DEEP)};`,
      () => '('.repeat(DEEP),
      () => `(${'ma,'.repeat(20_000)}ra);`,
      () => '(ma:1e999,ra:-1):NaN;',
    ],
    VCF: [
      () => text.replace(/\tAF=[^\t]*/, `\t${'X=1;'.repeat(100_000)}`),
      () => `${text}chr1\t20\t.\tG\t${'A,'.repeat(50_000)}T\n`,
    ],
    GFF3: [
      () =>
        Array.from({ length: 3_000 }, (_, at) => `chr1\tx\tgene\t1\t9\t.\t+\t.\tID=g${at};Parent=g${at + 1}`).join(
          '\n',
        ),
      () => 'chr1\tx\tgene\t1\t9\t.\t+\t.\tID=a;Parent=a\n',
      () => 'chr1\tx\tgene\t1\t9\t.\t+\t.\tID=a;Parent=b\nchr1\tx\tgene\t1\t9\t.\t+\t.\tID=b;Parent=a\n',
    ],
    OBO: [
      () => `${text}\n[Term]\nid: GO:0000001\nname: again\nis_a: GO:0000002\n`,
      () =>
        `ontology: go\n` +
        `${Array.from({ length: 3_000 }, (_, at) => `[Term]\nid: X:${at}\nname: x\nis_a: X:${at + 1}\n`).join('\n')}`,
    ],
    taxdump: [() => '2\t|\t3\t|\tx\t|\n3\t|\t2\t|\tx\t|\n', () => '1\t|\t1\t|\n'.repeat(10_000)],
    GenBank: [() => text.replace('11..31', `${'join('.repeat(10_000)}1..9${')'.repeat(10_000)}`)],
    EMBL: [() => text.replace('11..31', `${'complement('.repeat(10_000)}1..9`)],
  };
  const kind = random.next();
  const choices = own[format] ?? common;
  const made = random.pick(kind < 0.5 ? choices : kind < 0.8 ? common : heavy)();
  return typeof made === 'string' ? Buffer.from(made) : made;
}
