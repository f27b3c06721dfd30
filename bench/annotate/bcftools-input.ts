/** The bases and transcripts of an index as files that bcftools csq reads. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { get } from '../../src/checked.ts';
import { modelOf } from '../../src/effects/transcript-model.ts';
import { decodeGene } from '../../src/genome/gene-record.ts';
import { forwardSlice, type SeqRegionRecord } from '../../src/genome/seq-region.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import type { Genome } from '../../src/release/genome.ts';
import { Release } from '../../src/release/release.ts';
import { readBases } from '../../src/release/sequence-reader.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';

export interface OpenGenome {
  genome: Genome;
  /** Lengths of the regions that have genes, by name. */
  regions: Map<string, number>;
  records: SeqRegionRecord[];
  close(): Promise<void>;
}

export async function openGenome(index: string, species: string): Promise<OpenGenome> {
  const store = new LocalFolder(index);
  const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
  const genome = await release.genome(species);
  const names = new Set<string>();
  for await (const record of genome.allGenes()) names.add(decodeGene(record).region.name);
  const records = (await Array.fromAsync(genome.allSeqRegions())).filter(({ name }) => names.has(name));
  return {
    genome,
    records,
    regions: new Map(records.map(({ name, length }) => [name, length])),
    close: () => store.close(),
  };
}

/** A multiple of the length of lines. */
const PIECE = 960_000;

export async function writeFasta({ genome, records }: OpenGenome, path: string): Promise<void> {
  const out = createWriteStream(path);
  for (const region of records) {
    out.write(`>${region.name}\n`);
    for (let start = 1; start <= region.length; start += PIECE) {
      const end = Math.min(region.length, start + PIECE - 1);
      const [bases] = await readBases(genome, [forwardSlice(region, { start, end })]);
      const lines = Buffer.from(bases ?? [])
        .toString('latin1')
        .replaceAll(/.{1,60}/g, '$&\n');
      if (!out.write(lines)) await once(out, 'drain');
    }
  }
  out.end();
  await once(out, 'close');
}

/**
 * Genes, transcripts, exons and coding parts, with the attributes that bcftools csq reads. Without genes across the
 * origin of a circular region, which the readers of GFF3 do not agree on.
 */
export async function writeGff3({ genome, records }: OpenGenome, path: string): Promise<void> {
  const out = createWriteStream(path);
  out.write('##gff-version 3\n');
  const regions = new Map(records.map((region) => [region.name, region]));
  for await (const record of genome.allGenes()) {
    const gene = decodeGene(record);
    if (gene.end < gene.start) continue;
    const { codonTable } = get(regions, gene.region.name);
    const line = (type: string, start: number, end: number, phase: number | '.', attributes: string) =>
      out.write(
        [gene.region.name, 'index', type, start, end, '.', gene.strand === -1 ? '-' : '+', phase, attributes].join(
          '\t',
        ) + '\n',
      );
    line(
      'gene',
      gene.start,
      gene.end,
      '.',
      `ID=gene:${gene.id};biotype=${gene.biotype};Name=${gene.displayName ?? gene.id}`,
    );
    for (const transcript of gene.transcripts) {
      const model = modelOf(gene, transcript, codonTable);
      const parent = `Parent=transcript:${transcript.id}`;
      line(
        'mRNA',
        model.start,
        model.end,
        '.',
        `ID=transcript:${transcript.id};Parent=gene:${gene.id};biotype=${transcript.biotype}`,
      );
      let coded = -model.padding;
      for (const { start, end } of model.exons) {
        line('exon', start, end, '.', parent);
        if (!model.coding) continue;
        const [from, to] = [Math.max(start, model.coding.genome.start), Math.min(end, model.coding.genome.end)];
        if (from > to) continue;
        // Bases before the next whole codon. The missing bases of the first codon count as coded.
        const phase = coded < 0 ? (3 + coded) % 3 : (3 - (coded % 3)) % 3;
        line('CDS', from, to, phase, `ID=CDS:${transcript.id};${parent}`);
        if (coded < 0) coded = model.padding;
        coded += to - from + 1;
      }
    }
  }
  out.end();
  await once(out, 'close');
}
