/** Rows of prediction transcripts and of an operon: objects with an id that are no part of a gene. */
import { at, get } from '../../../src/checked.ts';
import type { AnnotatedGene, AnnotatedTranscript } from '../genes/annotation.ts';
import type { DemoSpecies } from '../species.ts';
import type { CoreDatabase } from './core-database.ts';
import type { RegionIds } from './region-rows.ts';

/** One coding gene in so many is predicted, too. */
const GENES_PER_PREDICTION = 8;

/** Predictions of the coding parts of some genes, and an operon of the first two genes on one strand. */
export function writePredictions(
  db: CoreDatabase,
  { letter }: DemoSpecies,
  genes: readonly AnnotatedGene[],
  regionIds: RegionIds,
): void {
  const linear = genes.filter(({ region }) => !region.circular);
  const coding = linear.filter(({ transcripts }) => at(transcripts, 0).translation);
  for (const [number, gene] of coding.filter((_, each) => each % GENES_PER_PREDICTION === 0).entries())
    writePrediction(db, `DEMSCAN${letter}${String(number + 1).padStart(5, '0')}`, gene, regionIds);
  const first = linear[0];
  const second = linear.find((gene) => gene !== first && gene.strand === first?.strand && gene.region === first.region);
  if (first && second) writeOperon(db, `DEMOPERON${letter}1`, [first, second], regionIds);
}

function writePrediction(
  db: CoreDatabase,
  label: string,
  { region, strand, transcripts }: AnnotatedGene,
  regionIds: RegionIds,
): void {
  const exons = codingExons(at(transcripts, 0), strand);
  const seq_region_id = get(regionIds, region.name);
  const prediction_transcript_id = db.add('prediction_transcript', {
    seq_region_id,
    seq_region_start: Math.min(...exons.map(({ start }) => start)),
    seq_region_end: Math.max(...exons.map(({ end }) => end)),
    seq_region_strand: strand,
    analysis_id: db.analysis('genscan'),
    display_label: label,
  });
  for (const [index, { start, end, phase }] of exons.entries())
    db.add('prediction_exon', {
      prediction_transcript_id,
      exon_rank: index + 1,
      seq_region_id,
      seq_region_start: start,
      seq_region_end: end,
      seq_region_strand: strand,
      start_phase: phase,
      score: 10,
      p_value: 0.9,
    });
}

/** The coding parts of the exons, from 5' to 3'. */
function codingExons({ exons, translation }: AnnotatedTranscript, strand: 1 | -1) {
  if (!translation) return [];
  const { startExon, startOffset, endExon, endOffset } = translation;
  const coding = exons.slice(exons.indexOf(startExon), exons.indexOf(endExon) + 1);
  return coding.map((exon) => {
    const before = exon === startExon ? startOffset - 1 : 0;
    const after = exon === endExon ? exon.end - exon.start + 1 - endOffset : 0;
    const [left, right] = strand === 1 ? [before, after] : [after, before];
    return { start: exon.start + left, end: exon.end - right, phase: Math.max(0, before > 0 ? 0 : exon.phase) };
  });
}

function writeOperon(
  db: CoreDatabase,
  id: string,
  genes: readonly [AnnotatedGene, AnnotatedGene],
  regionIds: RegionIds,
): void {
  const [{ region, strand }] = genes;
  const place = {
    seq_region_id: get(regionIds, region.name),
    seq_region_start: Math.min(...genes.map(({ start }) => start)),
    seq_region_end: Math.max(...genes.map(({ end }) => end)),
    seq_region_strand: strand,
    analysis_id: db.analysis('demo_genes'),
    version: 1,
  };
  const operon_id = db.add('operon', { ...place, display_label: id, stable_id: id });
  db.add('operon_transcript', { ...place, operon_id, display_label: `${id}T`, stable_id: `${id}T` });
}
