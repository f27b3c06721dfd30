/** Rows of repeats, simple features and misc features. */
import type { AnnotatedGenome } from './annotated-genome.ts';
import type { AnnotatedGene } from './annotation.ts';
import type { CoreDatabase } from './core-database.ts';
import type { PlacedRegion } from './placement.ts';
import type { Random } from './random.ts';
import type { RegionIds } from './region-rows.ts';
import type { RepeatFamily } from './repeats.ts';
import { consensusText } from './repeats.ts';

export function writeRepeatConsensuses(db: CoreDatabase, families: readonly RepeatFamily[]): void {
  families.forEach((family, index) => db.insert('repeat_consensus', {
    repeat_consensus_id: index + 1, repeat_name: family.name, repeat_class: family.repeatClass, repeat_type: family.repeatType, repeat_consensus: consensusText(family),
  }));
}

export function writeRepeats(db: CoreDatabase, regions: readonly PlacedRegion[], families: readonly RepeatFamily[], regionIds: RegionIds): void {
  for (const region of regions) {
    for (const { what, start, end, strand } of region.repeats) {
      const family = families[what]!;
      const interspersed = family.logicName === 'repeatmask';
      const length = end - start + 1;
      db.insert('repeat_feature', {
        repeat_feature_id: db.nextId('repeat_feature'), seq_region_id: regionIds.get(region.name)!, seq_region_start: start, seq_region_end: end,
        seq_region_strand: interspersed ? strand : 0, repeat_start: 1, repeat_end: interspersed ? Math.min(length, family.consensus.length) : length,
        repeat_consensus_id: what + 1, analysis_id: db.analysis(family.logicName), score: family.logicName === 'dust' ? 0 : 2 * length,
      });
    }
  }
}

/** A start of transcription for every coding gene, and a CpG island before most of them. */
export function writeSimpleFeatures(db: CoreDatabase, genes: readonly AnnotatedGene[], regionIds: RegionIds, random: Random): void {
  for (const { locus, region, start, end, strand } of genes) {
    if (locus.biotype !== 'protein_coding' || region.circular) continue;
    const first = strand === 1 ? start : end;
    const simple = (logicName: 'cpg' | 'eponine', from: number, to: number, onStrand: number, display_label: string, score: number): void =>
      db.insert('simple_feature', {
        simple_feature_id: db.nextId('simple_feature'), seq_region_id: regionIds.get(region.name)!, seq_region_start: Math.max(1, from),
        seq_region_end: Math.min(region.length, to), seq_region_strand: onStrand, display_label, analysis_id: db.analysis(logicName), score,
      });
    simple('eponine', first - 2, first + 2, strand, `rank = ${random.integer(1, 3)}`, random.integer(9000, 9999) / 10_000);
    if (random.chance(0.6)) simple('cpg', first - random.integer(200, 700), first + random.integer(100, 400), 0, `oe = 0.${random.integer(61, 98)}`, random.integer(400, 900));
  }
}

const MISC_SETS = [
  { code: 'demo_tilepath', name: 'Demo tile path', description: 'Clones that the fictional assembly was made from.' },
  { code: 'demo_cloneset', name: 'Demo clone set', description: 'One clone in every 30 kb of the fictional assembly.' },
] as const;

export function writeMiscFeatures(db: CoreDatabase, { regions, species }: AnnotatedGenome, regionIds: RegionIds): void {
  MISC_SETS.forEach((set, index) => db.insert('misc_set', { misc_set_id: index + 1, ...set, max_length: 100_000 }));
  let clones = 0;
  for (const region of regions) {
    if (region.circular || region.kind === 'alternative') continue;
    const clone = (start: number, end: number, sets: number[], state: string): void => {
      const misc_feature_id = db.nextId('misc_feature');
      db.insert('misc_feature', { misc_feature_id, seq_region_id: regionIds.get(region.name)!, seq_region_start: start, seq_region_end: end, seq_region_strand: 1 });
      for (const misc_set_id of sets) db.insert('misc_feature_misc_set', { misc_feature_id, misc_set_id });
      const name = `DEMOCLONE-${species.letter}${++clones}`;
      const attribs = { name, well_name: `demo${species.letter.toLowerCase()}-${clones}`, type: 'arrayclone', state, embl_acc: `DEMOACC${species.letter}${clones}` };
      for (const [code, value] of Object.entries(attribs)) db.insert('misc_attrib', { misc_feature_id, attrib_type_id: db.attribType(code), value });
    };
    for (const contig of region.contigs) clone(contig.start, contig.end, [1], '06:Demo finished');
    for (let start = firstCovered(region); start + 24_000 <= region.length; start += 30_000) clone(start, start + 24_000 - 1, [2], '12:Demo in progress');
  }
}

function firstCovered({ contigs }: PlacedRegion): number {
  return contigs[0]!.start;
}
