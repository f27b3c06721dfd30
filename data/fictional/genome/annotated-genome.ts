/** A species' genome with coordinates: regions, patches, pseudo-autosomal region, contigs and annotated genes. */
import {
  type Chromosome,
  type Element,
  type Genome,
  moveOriginInto,
  type PlacedRegion,
  placeRegion,
  regionName,
} from './placement.ts';
import type { AnnotatedGene } from '../genes/annotation.ts';
import type { DemoSpecies } from '../species.ts';
import type { Workshop } from '../workshop.ts';
import { Annotator } from '../genes/annotation.ts';
import { evolveElements } from './evolution.ts';
import { REFERENCE } from '../species.ts';

/** Bases start..end of `region` stand for bases targetStart..targetEnd of `target` (assembly_exception). */
interface AssemblyException {
  type: 'PAR' | 'HAP' | 'PATCH_FIX';
  region: PlacedRegion;
  start: number;
  end: number;
  target: PlacedRegion;
  targetStart: number;
  targetEnd: number;
}

export interface AnnotatedGenome {
  species: DemoSpecies;
  regions: PlacedRegion[];
  exceptions: AssemblyException[];
  genes: AnnotatedGene[];
}

/** Genomes at every node of the species tree, by its name, and those of today with coordinates. */
export interface EvolvedGenomes {
  genomes: ReadonlyMap<string, Genome>;
  species: AnnotatedGenome[];
}

// Both arms of the reference's sex chromosomes begin with telomeres of unknown sequence, of different length.
const SEX_LEAD = 1000;
const DEGENERATE_LEAD = 400;
const PSEUDO_AUTOSOMAL_LENGTH = 20_000;

/** @param workshop one whose seed is the same for all species, so that orthologues are spliced alike */
export function annotateGenome(workshop: Workshop, genome: Genome, species: DemoSpecies): AnnotatedGenome {
  const own = workshop.fork(`annotation of ${species.productionName}`);
  let contigs = 0;
  const contigName = (): string => `DEMO${species.letter}${String(++contigs).padStart(6, '0')}.1`;
  const exceptions: AssemblyException[] = [];
  const regions: PlacedRegion[] = [];
  for (const chromosome of genome.chromosomes) {
    const lead = leadOf(chromosome, regions, exceptions, species);
    const random = chromosome.kind === 'mitochondrion' ? undefined : own.random.fork(`contigs of ${chromosome.name}`);
    const name = regionName(chromosome, species.sexChromosomes, species.letter);
    const region = placeRegion(chromosome.kind, chromosome.elements, { name, lead, contigName, random });
    regions.push(species.letter === 'D' && region.circular ? moveOriginInto(region, 'MT-DEMP1') : region);
    const last = exceptions.at(-1);
    if (chromosome.kind === 'degenerate' && last) last.region = region;
  }
  if (species === REFERENCE) {
    for (const [name, type, on] of [
      ['CHR_DEMO_PATCH1', 'PATCH_FIX', '1'],
      ['CHR_DEMO_HAP2', 'HAP', '2'],
    ] as const) {
      const exception = alternative(
        own.fork(name),
        name,
        type,
        regions.find((region) => region.name === on)!,
        contigName,
      );
      exceptions.push(exception);
      regions.push(exception.region);
    }
  }
  const annotator = new Annotator(species, workshop.random);
  for (const region of regions) annotator.annotate(region);
  return { species, regions, exceptions, genes: annotator.genes };
}

/** What no contig covers at the start of a chromosome: telomeres, and on Y the region that X shows in its place. */
function leadOf(
  { kind }: Chromosome,
  regions: PlacedRegion[],
  exceptions: AssemblyException[],
  species: DemoSpecies,
): number {
  if (species !== REFERENCE) return 0;
  if (kind === 'sex') return SEX_LEAD;
  if (kind !== 'degenerate') return 0;
  const target = regions.find((region) => region.kind === 'sex')!;
  // The region ends with a spacer, so that it cuts no gene.
  const { end } =
    target.elements.find(({ element, end }) => element.kind === 'spacer' && end > SEX_LEAD + PSEUDO_AUTOSOMAL_LENGTH) ??
    target.elements.at(-1)!;
  const length = end - SEX_LEAD;
  exceptions.push({
    type: 'PAR',
    region: target,
    start: DEGENERATE_LEAD + 1,
    end: DEGENERATE_LEAD + length,
    target,
    targetStart: SEX_LEAD + 1,
    targetEnd: end,
  });
  return DEGENERATE_LEAD + length;
}

/**
 * Another version of a segment with a spliced coding gene in it. As in Ensembl, the region is as long as the whole
 * chromosome would be with the segment put in, and only the segment has sequence and genes of its own.
 */
function alternative(
  workshop: Workshop,
  name: string,
  type: 'PATCH_FIX' | 'HAP',
  target: PlacedRegion,
  contigName: () => string,
): AssemblyException {
  const middle = Math.floor(target.elements.length / 2);
  const spliced = target.elements.flatMap(({ element }, index) =>
    element.kind === 'locus' && element.locus.cds && element.locus.introns.length > 0 ? [index] : [],
  );
  const at = spliced.find((index) => index > middle) ?? spliced.at(-1)!;
  const window = target.elements.slice(at - 1, at + 2);
  const [targetStart, targetEnd] = [window[0]!.start, window.at(-1)!.end];
  const elements: Element[] = evolveElements(
    workshop,
    window.map(({ element }) => element),
    0.01,
  );
  const segment = placeRegion('alternative', elements, { name, lead: targetStart - 1, contigName });
  const end = segment.length;
  const region = { ...segment, length: target.length + (end - targetEnd) };
  return { type, region, start: targetStart, end, target, targetStart, targetEnd };
}
