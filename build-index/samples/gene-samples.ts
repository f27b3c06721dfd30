import { decodeGene, type GeneRecord } from '../../src/genome/gene-record.ts';
import type { Samples } from '../../src/operation/samples.ts';
import type { Genome } from '../../src/release/genome.ts';
import { part, type AskedService } from './asked-service.ts';

/** Bases to either side of the gene that its region shows, and of a short slice. */
const MARGIN = 10_000;
const SLICE = 100;
/** Genes that are asked about before one with less will do. */
const ASKED = 50;

/** A species and a coding gene of it with a name: one with references and domains, if there is any. */
export async function geneSamples(service: AskedService): Promise<Samples> {
  for (const genome of service.genomes) {
    const gene = await sampleGene(service, genome, true) ?? await sampleGene(service, genome, false);
    if (!gene) continue;
    const { region } = gene;
    const [named] = await genome.seqRegions([region.name]);
    const length = named!.find(({ ordinal }) => ordinal === region.ordinal)?.length ?? gene.end;
    const [start, end] = [Math.max(1, gene.start - MARGIN), Math.min(length, gene.end + MARGIN)];
    const transcript = codingTranscript(gene)!;
    return {
      species: genome.species, gene: gene.id, symbol: gene.displayName!, transcript: transcript.id, translation: transcript.translation!.id, seq_region: region.name,
      region: `${region.name}:${start}-${end}`, slice: `${region.name}:${gene.start}..${Math.min(length, gene.start + SLICE)}:1`, ...await archivedSample(service, gene.id),
    };
  }
  // Without such a gene, a species at least.
  const [first] = service.genomes;
  return { ...(first ? { species: first.species } : {}), ...await archivedSample(service, null) };
}

async function sampleGene(service: AskedService, genome: Genome, choosy: boolean): Promise<GeneRecord | null> {
  const heads = (await service.genes(genome)).filter(({ biotype, displayName, start, end }) => biotype === 'protein_coding' && displayName && start <= end).slice(0, ASKED);
  for (const { id, displayName } of heads) {
    const stable = (await service.release.stableIds([id]))[0]!.find((each) => each.type === 'Gene' && each.genome === genome.index);
    if (!stable) continue;
    const gene = decodeGene((await genome.genes([stable.gene]))[0]!);
    const transcript = codingTranscript(gene);
    if (!transcript) continue;
    const found = await service.get(`/lookup/symbol/${genome.species}/${part(displayName!)}`);
    if (found?.id !== id) continue;
    const wanted = choosy ? [`/xrefs/id/${id}`, `/xrefs/symbol/${genome.species}/${part(displayName!)}`, `/xrefs/name/${genome.species}/${part(displayName!)}`, `/overlap/translation/${transcript.translation!.id}`] : [];
    if (await service.firstWithData([id], () => wanted)) return gene;
  }
  return null;
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
