/** The genes that a text of GFF3 lines makes, on sequences of given lengths. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Departure, Departures } from '../../build-index/dump/departures.ts';
import type { Feature, FeatureBatch } from '../../build-index/genome-files/feature.ts';
import type { ModelGene } from '../../build-index/genome-files/gene-model.ts';
import { type AnnotationOptions, readGff3 } from '../../build-index/genome-files/gff3-reader.ts';
import { readGtf } from '../../build-index/genome-files/gtf-reader.ts';
import { GeneModeller } from '../../build-index/genome-files/model-genes.ts';
import { SequenceNames } from '../../build-index/genome-files/sequence-names.ts';
import { UniqueIds } from '../../build-index/genome-files/stable-ids.ts';
import { StartCodons } from '../../build-index/genome-files/start-codons.ts';

export interface GenesOfText {
  genes: ModelGene[];
  departures: Departure[];
}

export interface TextGenome {
  /** Lengths of the sequences by name. */
  lengths?: Record<string, number>;
  circular?: string[];
  /** Bases of the only sequence; N by default. */
  bases?: string;
  codonTable?: number;
}

export function genesOfGtf(folder: string, lines: readonly string[], genome: TextGenome = {}): Promise<GenesOfText> {
  return genesOf(readGtf, folder, lines, genome);
}

export function genesOfGff3(folder: string, lines: readonly string[], genome: TextGenome = {}): Promise<GenesOfText> {
  return genesOf(readGff3, folder, lines, genome);
}

/**
 * @param lines of GFF3 or GTF, with blanks for tabs between the columns; the ninth column may contain blanks. A line
 *   with a tab is written as it is
 */
async function genesOf(
  read: (path: string, options: AnnotationOptions) => AsyncIterable<FeatureBatch>,
  folder: string,
  lines: readonly string[],
  genome: TextGenome,
): Promise<GenesOfText> {
  const path = join(folder, 'genes.gff3');
  await writeFile(path, lines.map(tabbed).join('\n'));
  const departures = new Departures();
  const notes = { assembly: null, accession: null, lengths: new Map<string, number>() };
  const roots: Feature[] = [];
  for await (const batch of read(path, { departures, notes })) roots.push(...batch.roots);
  const lengths = genome.lengths ?? { chr1: 10_000 };
  const sequences = Object.entries(lengths).map(([name, length], index) => ({
    name,
    length,
    description: '',
    id: index + 1,
  }));
  const bases = genome.bases ?? 'N'.repeat(Math.max(...Object.values(lengths)));
  const modeller = new GeneModeller(path, {
    names: new SequenceNames(sequences),
    circular: new Map((genome.circular ?? []).map((name) => [name, lengths[name] ?? 0])),
    reading: departures.reading(path, ''),
    starts: new StartCodons((_, start, end) => bases.slice(start - 1, end), genome.codonTable ?? 1),
    ids: new UniqueIds(),
    lengths: notes.lengths,
  });
  const genes = [...modeller.genes(roots)];
  return { genes, departures: departures.list() };
}

function tabbed(line: string): string {
  if (line.startsWith('#') || line.includes('\t')) return line;
  const fields = line.split(' ');
  return [...fields.slice(0, 8), fields.slice(8).join(' ')].join('\t');
}
