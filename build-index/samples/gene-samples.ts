import { decodeGene, type GeneRecord } from '../../src/genome/gene-record.ts';
import type { Samples } from '../../src/operation/samples.ts';
import type { Genome } from '../../src/release/genome.ts';
import { part, type AskedService } from './asked-service.ts';

/** Bases to either side of the gene that its region shows, and of a short slice. */
const MARGIN = 10_000;
const SLICE = 100;
/** Genes that are asked about before one with less will do. */
const ASKED = 50;

export interface ChosenGene {
  genome: Genome;
  gene: GeneRecord;
}

/** A species and a gene of it: a coding one with a name, references and domains, if there is any; without some of these, if there is not. */
export async function geneSamples(service: AskedService): Promise<Samples> {
  const chosen = await namedGene(service) ?? await anyGene(service);
  const [first] = service.genomes;
  if (!chosen) return { ...(first ? { species: first.species } : {}), ...await archivedSample(service, null) };
  return { ...await placeSamples(chosen), ...partSamples(chosen.gene), ...await archivedSample(service, chosen.gene.id) };
}

export async function placeSamples({ genome, gene: { region, start, end } }: ChosenGene): Promise<Samples> {
  const [named] = await genome.seqRegions([region.name]);
  const length = named!.find(({ ordinal }) => ordinal === region.ordinal)?.length ?? end;
  // A gene over the origin of a circle is shown from its start.
  const last = Math.min(length, (start <= end ? end : length) + MARGIN);
  return {
    species: genome.species, seq_region: region.name, region: `${region.name}:${Math.max(1, start - MARGIN)}-${last}`, slice: `${region.name}:${start}..${Math.min(length, start + SLICE)}:1`,
  };
}

export function partSamples(gene: GeneRecord): Samples {
  const transcript = codingTranscript(gene) ?? gene.transcripts[0];
  const translation = codingTranscript(gene)?.translation;
  return {
    gene: gene.id, ...(gene.displayName ? { symbol: gene.displayName } : {}), ...(transcript ? { transcript: transcript.id } : {}), ...(translation ? { translation: translation.id } : {}),
  };
}

async function namedGene(service: AskedService): Promise<ChosenGene | null> {
  for (const genome of service.genomes) {
    const named = (await service.genes(genome)).filter(({ biotype, displayName, start, end }) => biotype === 'protein_coding' && displayName && start <= end);
    for (const choosy of [true, false]) {
      for (const { id, displayName } of named.slice(0, ASKED)) {
        const gene = await geneOf(service, genome, id);
        const transcript = gene && codingTranscript(gene);
        if (!transcript || (await service.get(`/lookup/symbol/${genome.species}/${part(displayName!)}`))?.id !== id) continue;
        const wanted = [`/xrefs/id/${id}`, ...['symbol', 'name'].map((by) => `/xrefs/${by}/${genome.species}/${part(displayName!)}`), `/overlap/translation/${transcript.translation!.id}`];
        if (!choosy || await service.hasData(wanted)) return { genome, gene };
      }
    }
  }
  return null;
}

async function anyGene(service: AskedService): Promise<ChosenGene | null> {
  for (const genome of service.genomes) {
    const [head] = await service.genes(genome);
    const gene = head && await geneOf(service, genome, head.id);
    if (gene) return { genome, gene };
  }
  return null;
}

async function geneOf({ release }: AskedService, genome: Genome, id: string): Promise<GeneRecord | null> {
  const [found] = await release.stableIds([id]);
  const stable = found!.find((each) => each.type === 'Gene' && each.genome === genome.index);
  const [record] = stable ? await genome.genes([stable.gene]) : [];
  return record ? decodeGene(record) : null;
}

/** Long enough for the examples' positions. */
function codingTranscript({ transcripts }: GeneRecord) {
  const coding = transcripts.filter(({ translation }) => (translation?.length ?? 0) >= 50);
  return coding.find(({ canonical }) => canonical) ?? coding[0];
}

/** An id that is retired; where the history knows none, that of the gene. */
async function archivedSample(service: AskedService, gene: string | null): Promise<Samples> {
  for (const [key] of await service.entries(service.release.manifest.tables?.archive, 200)) {
    const found = await service.get(`/archive/id/${part(key.toUpperCase())}`);
    if (found && !Number(found.is_current)) return { archived_id: found.id };
  }
  return gene === null ? {} : { archived_id: gene };
}
