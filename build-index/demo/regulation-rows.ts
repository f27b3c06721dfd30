/**
 * Rows of regulation: a promoter before each gene with an enhancer farther off, motifs in the promoters and the matrix
 * that they fit, and two microarrays whose probes match transcripts.
 */
import type { AnnotatedGenome } from './annotated-genome.ts';
import type { AnnotatedGene } from './annotation.ts';
import type { FuncgenDatabase, RegulatoryType } from './funcgen-database.ts';
import type { Random } from './random.ts';
import type { RegionIds } from './region-rows.ts';

/** Reach of a promoter before a gene, in bases; of an enhancer, and how far off it lies. */
const PROMOTER_LENGTH = 400;
const ENHANCER_LENGTH = 250;
const ENHANCER_DISTANCE = 900;
/** Bases through which a promoter may extend at either end. */
const FLANK = 50;
const MOTIF_LENGTH = 8;
const PROBE_LENGTH = 25;
const PROBES_IN_SET = 4;

/** How often each base was seen at each position; for both strands a fictional factor's favourite is TTGACCAA. */
const MATRIX = { A: [2, 1, 3, 88, 4, 2, 91, 80], C: [3, 2, 4, 5, 90, 93, 4, 6], G: [5, 4, 90, 4, 3, 2, 3, 8], T: [90, 93, 3, 3, 3, 3, 2, 6] } as const;
const COMPLEXES = ['DEMOTF1', 'DEMOTF1::DEMOTF2'];
const EPIGENOMES = ['demo liver', 'demo whisker'];

export function writeRegulation(db: FuncgenDatabase, { genes }: AnnotatedGenome, regionIds: RegionIds, random: Random): void {
  const plain = genes.filter(({ region }) => region.kind !== 'alternative' && !region.circular);
  const matrix = writeMatrix(db);
  EPIGENOMES.forEach((name, index) => {
    db.insert('epigenome', { epigenome_id: index + 1, name, short_name: name });
    db.insert('peak_calling', { peak_calling_id: index + 1, name: `Peaks in ${name} (fictional)`, epigenome_id: index + 1 });
  });
  plain.forEach((gene, index) => {
    regulatoryFeatures(db, gene, regionIds.get(gene.region.name)!, index);
    motif(db, matrix, gene, regionIds.get(gene.region.name)!, index, random);
  });
  writeMicroarrays(db, plain.filter(({ locus }) => locus.biotype === 'protein_coding').slice(0, 12));
}

/** Bases before a gene's start in its sense, on the forward strand; null where the region ends before. */
function before(gene: AnnotatedGene, distance: number, length: number): { start: number; end: number } | null {
  const start = gene.strand === 1 ? gene.start - distance - length : gene.end + distance + 1;
  const end = start + length - 1;
  return start > FLANK && end + FLANK <= gene.region.length ? { start, end } : null;
}

function regulatoryFeatures(db: FuncgenDatabase, gene: AnnotatedGene, seq_region_id: number, index: number): void {
  const add = (type: RegulatoryType, place: { start: number; end: number } | null, flank: number) => {
    if (!place) return;
    const regulatory_feature_id = db.nextId('regulatory_feature');
    db.insert('regulatory_feature', {
      regulatory_feature_id, feature_type_id: db.featureType(type), seq_region_id, seq_region_start: place.start, seq_region_end: place.end, seq_region_strand: 0,
      stable_id: `DEMOR${String(regulatory_feature_id).padStart(11, '0')}`, bound_start_length: flank, bound_end_length: flank, regulatory_build_id: 1,
    });
  };
  add('Promoter', before(gene, 0, PROMOTER_LENGTH), FLANK);
  add(index % 2 === 0 ? 'Enhancer' : 'Open chromatin', before(gene, PROMOTER_LENGTH + ENHANCER_DISTANCE, ENHANCER_LENGTH), 0);
}

function motif(db: FuncgenDatabase, binding_matrix_id: number, gene: AnnotatedGene, seq_region_id: number, index: number, random: Random): void {
  const place = before(gene, random.integer(20, PROMOTER_LENGTH - 20), MOTIF_LENGTH);
  if (!place) return;
  const motif_feature_id = db.nextId('motif_feature');
  const at = { seq_region_id, seq_region_start: place.start, seq_region_end: place.end, seq_region_strand: gene.strand };
  db.insert('motif_feature', {
    motif_feature_id, binding_matrix_id, ...at, score: random.integer(300, 990) / 100, stable_id: `DEMOM${String(motif_feature_id).padStart(11, '0')}`,
  });
  // One in three has been seen bound.
  if (index % 3 > 0) return;
  const peak_id = db.nextId('peak');
  db.insert('peak', { peak_id, ...at, peak_calling_id: 1 + (index % EPIGENOMES.length) });
  db.insert('motif_feature_peak', { motif_feature_peak_id: db.nextId('motif_feature_peak'), motif_feature_id, peak_id });
}

function writeMatrix(db: FuncgenDatabase): number {
  const binding_matrix_id = db.nextId('binding_matrix');
  db.insert('binding_matrix', { binding_matrix_id, name: 'DEMOTF1 (fictional)', threshold: 3.5, source: 'DEMO', stable_id: 'DEMOPFM0001' });
  for (const [nucleotide, frequencies] of Object.entries(MATRIX)) {
    frequencies.forEach((frequency, index) => db.insert('binding_matrix_frequencies', {
      binding_matrix_frequencies_id: db.nextId('binding_matrix_frequencies'), binding_matrix_id, position: index + 1, nucleotide, frequency,
    }));
  }
  COMPLEXES.forEach((name, index) => {
    db.insert('transcription_factor_complex', { transcription_factor_complex_id: index + 1, production_name: name, display_name: name });
    db.insert('binding_matrix_transcription_factor_complex', {
      binding_matrix_transcription_factor_complex_id: index + 1, binding_matrix_id, transcription_factor_complex_id: index + 1,
    });
  });
  return binding_matrix_id;
}

/** On the first array each gene has a set of probes along its first transcript, on the second a probe without a set. */
function writeMicroarrays(db: FuncgenDatabase, genes: readonly AnnotatedGene[]): void {
  (['DemoArray-1', 'DemoArray-2'] as const).forEach((name, index) => {
    const id = index + 1;
    db.insert('array', { array_id: id, name, format: 'EXPRESSION', vendor: 'FICTA', description: `Array ${id} of the demo (fictional)`, type: 'OLIGO', class: index === 0 ? 'FICTA_UTR' : 'FICTA_ST' });
    db.insert('array_chip', { array_chip_id: id, design_id: name, array_id: id, name });
  });
  for (const gene of genes) {
    const probe_set_id = db.nextId('probe_set');
    db.insert('probe_set', { probe_set_id, name: `DS_${probe_set_id}`, size: PROBES_IN_SET, array_chip_id: 1 });
    const [transcript] = gene.transcripts;
    const step = Math.floor((transcript!.spliced.length - PROBE_LENGTH) / PROBES_IN_SET);
    for (let each = 0; each < PROBES_IN_SET; each++) addProbe(db, gene, 1, each * step, probe_set_id);
    addProbe(db, gene, 2, 0, null);
    db.insert('probe_set_transcript', {
      probe_set_transcript_id: db.nextId('probe_set_transcript'), probe_set_id, stable_id: transcript!.stableId, description: `${PROBES_IN_SET}/${PROBES_IN_SET} in exons`,
    });
  }
}

/** A probe of the bases of a gene's first transcript from `from` (0-based) on, and the transcripts that hold them. */
function addProbe(db: FuncgenDatabase, gene: AnnotatedGene, array_chip_id: number, from: number, probe_set_id: number | null): void {
  const sequence = basesOf(gene.transcripts[0]!.spliced).slice(from, from + PROBE_LENGTH);
  const probe_seq_id = db.nextId('probe_seq');
  db.insert('probe_seq', { probe_seq_id, sequence });
  const probe_id = db.nextId('probe');
  db.insert('probe', { probe_id, probe_set_id, name: `DP_${probe_id}`, length: PROBE_LENGTH, array_chip_id, probe_seq_id });
  for (const { stableId: stable_id, spliced } of gene.transcripts) {
    if (!basesOf(spliced).includes(sequence)) continue;
    db.insert('probe_transcript', { probe_transcript_id: db.nextId('probe_transcript'), probe_id, stable_id, description: 'Matches exon.' });
  }
}

function basesOf(spliced: Uint8Array): string {
  return Buffer.from(spliced).toString('latin1').toUpperCase();
}
