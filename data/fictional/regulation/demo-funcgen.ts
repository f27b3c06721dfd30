/**
 * Rows of regulation: a promoter and an enhancer before each gene, motif features in the promoters with their binding
 * matrix, and two microarrays whose probes match transcripts.
 */
import { get } from '../../../src/checked.ts';
import type { AnnotatedGenome } from '../genome/annotated-genome.ts';
import type { AnnotatedGene } from '../genes/annotation.ts';
import { type FuncgenDatabase, GeneProbes, type RegulatedPlace, RegulationWriter } from './funcgen-database.ts';
import type { Random } from '../random.ts';
import type { RegionIds } from '../core/region-rows.ts';

const PROMOTER_LENGTH = 400;
const ENHANCER_LENGTH = 250;
/** Bases between the enhancer and the promoter. */
const ENHANCER_DISTANCE = 900;
/** Bases by which the bounds of a promoter exceed its core at either end. */
const FLANK = 50;
const MOTIF_LENGTH = 8;
/** The number of genes with probes. */
const PROBED = 12;

/** Counts of each base at each position. The consensus is TTGACCAA. */
const MATRIX = {
  A: [2, 1, 3, 88, 4, 2, 91, 80],
  C: [3, 2, 4, 5, 90, 93, 4, 6],
  G: [5, 4, 90, 4, 3, 2, 3, 8],
  T: [90, 93, 3, 3, 3, 3, 2, 6],
};

export function writeRegulation(
  db: FuncgenDatabase,
  { genes }: AnnotatedGenome,
  regionIds: RegionIds,
  random: Random,
): void {
  const plain = genes.filter(({ region }) => region.kind !== 'alternative' && !region.circular);
  const writer = new RegulationWriter(db, ['demo liver', 'demo whisker']);
  const matrix = writer.matrix('DEMOTF1', MATRIX, ['DEMOTF1', 'DEMOTF1::DEMOTF2']);
  plain.forEach((gene, index) => {
    const promoter = before(gene, 0, PROMOTER_LENGTH);
    if (promoter) writer.feature('Promoter', onRegion(promoter, gene, regionIds, 0), FLANK);
    const distant = before(gene, PROMOTER_LENGTH + ENHANCER_DISTANCE, ENHANCER_LENGTH);
    if (distant)
      writer.feature(index % 2 === 0 ? 'Enhancer' : 'Open chromatin', onRegion(distant, gene, regionIds, 0), 0);
    const motif = before(gene, random.integer(20, PROMOTER_LENGTH - 20), MOTIF_LENGTH);
    // One motif in three has a peak.
    if (motif)
      writer.motif(
        matrix,
        onRegion(motif, gene, regionIds, gene.strand),
        random.integer(300, 990) / 100,
        index % 3 > 0 ? [] : [index % 2],
      );
  });
  const probes = new GeneProbes(db, { withSets: ['DemoArray-1'], withoutSets: ['DemoArray-2'], probesInSet: 4 });
  for (const gene of plain.filter(({ locus }) => locus.biotype === 'protein_coding').slice(0, PROBED))
    probes.write(gene);
}

/** Coordinates of `length` bases upstream of a gene; null if they exceed the region. */
function before(gene: AnnotatedGene, distance: number, length: number): { start: number; end: number } | null {
  const start = gene.strand === 1 ? gene.start - distance - length : gene.end + distance + 1;
  const end = start + length - 1;
  return start > FLANK && end + FLANK <= gene.region.length ? { start, end } : null;
}

function onRegion(
  { start, end }: { start: number; end: number },
  { region }: AnnotatedGene,
  ids: RegionIds,
  strand: RegulatedPlace['seq_region_strand'],
): RegulatedPlace {
  return {
    seq_region_id: get(ids, region.name),
    seq_region_start: start,
    seq_region_end: end,
    seq_region_strand: strand,
  };
}
