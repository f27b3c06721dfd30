/** A made-up chromosome, as FASTA with samtools' index beside it and as an index of this project. */
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { IndexFolder } from '../../build-index/output/index-folder.ts';
import { PackedSequenceWriter } from '../../src/index/packed-sequence.ts';
import { chromosome, publishMinimal, SPECIES } from '../minimal-release.ts';

export const CHROMOSOME = '1';

const LINE = 60;
/** A gap of the assembly stands every so many bases. */
const GAP_EVERY = 500_000;
const GAP = 1000;

/** Bases in equal shares, in gaps N. */
export function makeBases(length: number): Uint8Array {
  const letters = new Uint8Array(256).map((_, byte) => 'ACGT'.charCodeAt(byte & 3));
  const bases = new Uint8Array(randomBytes(length)).map((byte) => letters[byte]!);
  for (let at = GAP_EVERY; at < length; at += GAP_EVERY) bases.fill('N'.charCodeAt(0), at, at + GAP);
  return bases;
}

export async function writeFasta(path: string, bases: Uint8Array): Promise<void> {
  const head = `>${CHROMOSOME}\n`;
  const lines = new Uint8Array(bases.length + Math.ceil(bases.length / LINE)).fill(10);
  for (let at = 0, to = 0; at < bases.length; at += LINE, to += LINE + 1) lines.set(bases.subarray(at, at + LINE), to);
  const file = await open(path, 'w');
  await file.writeFile(head);
  await file.writeFile(lines);
  await file.close();
}

export async function writeIndex(folder: string, bases: Uint8Array): Promise<void> {
  const index = await IndexFolder.create(folder);
  const file = await index.createObject(`${SPECIES}/core/sequence`);
  const writer = new PackedSequenceWriter(file);
  writer.begin([]);
  await writer.append(bases);
  const directory = await writer.end();
  const stored = { sequence: [{ start: 1, end: bases.length, from: 1, strand: 1 as const }], directories: [directory] };
  await publishMinimal(index, [chromosome(0, CHROMOSOME, bases.length, stored)], { sequence: await file.finish() });
}
