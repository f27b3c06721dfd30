/** The genome of a species with coordinates: regions, patches, pseudo-autosomal region, contigs and annotated genes. */
import { at, found, last } from '../../../src/checked.ts';
import {
  type Chromosome,
  type Element,
  type Genome,
  moveOriginInto,
  type PlacedRegion,
  placeRegion,
  regionName,
} from './placement.ts';
import { type AnnotatedGene, Annotator } from '../genes/annotation.ts';
import { type DemoSpecies, REFERENCE } from '../species.ts';
import type { Workshop } from '../workshop.ts';
import { evolveElements } from './evolution.ts';

/** Bases start..end of `region` correspond to bases targetStart..targetEnd of `target` (assembly_exception). */
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

/** The genomes at all nodes of the species tree, by name of the node, and those of the extant species. */
export interface EvolvedGenomes {
  genomes: ReadonlyMap<string, Genome>;
  species: AnnotatedGenome[];
}

// Lengths of the unknown sequence at the start of the reference species' sex chromosomes.
const SEX_LEAD = 1000;
const DEGENERATE_LEAD = 400;
const PSEUDO_AUTOSOMAL_LENGTH = 20_000;

/** @param workshop has the same seed for all species, so that orthologues have the same isoforms */
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
    const exception = exceptions.at(-1);
    if (chromosome.kind === 'degenerate' && exception) exception.region = region;
  }
  if (species === REFERENCE) {
    for (const [name, type, on] of [
      ['CHR_DEMO_PATCH1', 'PATCH_FIX', '1'],
      ['CHR_DEMO_HAP2', 'HAP', '2'],
    ] as const) {
      const target = found(regions, (region) => region.name === on);
      const exception = alternative(own.fork(name), name, type, target, contigName);
      exceptions.push(exception);
      regions.push(exception.region);
    }
  }
  const annotator = new Annotator(species, workshop.random);
  for (const region of regions) annotator.annotate(region);
  return { species, regions, exceptions, genes: annotator.genes };
}

/**
 * The number of bases at the start of a chromosome that no contig covers: the telomere, and on Y the pseudo-autosomal
 * region, whose sequence is that of X. Adds the exception for the latter.
 */
function leadOf(
  { kind }: Chromosome,
  regions: PlacedRegion[],
  exceptions: AssemblyException[],
  species: DemoSpecies,
): number {
  if (species !== REFERENCE) return 0;
  if (kind === 'sex') return SEX_LEAD;
  if (kind !== 'degenerate') return 0;
  const target = found(regions, (region) => region.kind === 'sex');
  // The pseudo-autosomal region ends with a spacer, so that it does not split a gene.
  const { end } =
    target.elements.find(({ element, end }) => element.kind === 'spacer' && end > SEX_LEAD + PSEUDO_AUTOSOMAL_LENGTH) ??
    last(target.elements);
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
 * An alternative version of a segment with a spliced coding gene. As in Ensembl, the region has the length of the whole
 * chromosome with the segment replaced, but only the segment has sequence and genes.
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
  const center = spliced.find((index) => index > middle) ?? last(spliced);
  const window = target.elements.slice(center - 1, center + 2);
  const [targetStart, targetEnd] = [at(window, 0).start, last(window).end];
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
