/** Rows of structural variants with their supporting calls. */
import { TILE_BASES } from '../genome/scale.ts';
import type { Tile } from '../genome/tile.ts';
import { logNormal, type Random } from '../random.ts';
import type { VariationDatabase } from './variation-database.ts';

/** Structural variants of a tile: one per 10 kb. */
const IN_TILE = 10;
const CALLS = [1, 2];
const LENGTH = { median: 900, sigma: 1.6, least: 51 };

export interface StructuralVariant {
  /** study_id */
  study: number;
  regionId: number;
  start: number;
  end: number;
  somatic: number;
}

/** Returns the study_id of `<prefix><number>`. */
export function addStudy(db: VariationDatabase, prefix: string, number: number): number {
  return db.add('study', {
    source_id: db.source('DEMO_TUMOURS'),
    name: `${prefix}${number}`,
    description: 'Losses and gains in fictional animals',
    url: `https://example.org/${prefix}`,
  });
}

/** @param number from 1; part of the names of the variant and its calls */
export function writeStructuralVariant(
  db: VariationDatabase,
  number: number,
  { study, regionId, start, end, somatic }: StructuralVariant,
): void {
  const insert = (
    variation_name: string,
    term: 'copy_number_variation' | 'copy_number_loss',
    is_evidence: 0 | 1,
    margin: number,
  ): number => {
    const shared = {
      variation_name,
      source_id: db.source('DEMO_TUMOURS'),
      study_id: study,
      class_attrib_id: db.attrib('SO_term', term),
      is_evidence,
      somatic,
    };
    const structural_variation_id = db.add('structural_variation', {
      ...shared,
      alias: is_evidence ? `alias of ${variation_name}` : null,
      validation_status: is_evidence ? null : 'high quality',
    });
    db.add('structural_variation_feature', {
      ...shared,
      structural_variation_id,
      seq_region_id: regionId,
      seq_region_start: start + margin,
      seq_region_end: end - margin,
      seq_region_strand: 1,
      variation_set_id: '',
    });
    return structural_variation_id;
  };
  const structural_variation_id = insert(`demosv${number}`, 'copy_number_variation', 0, 0);
  for (const call of CALLS) {
    const supporting_structural_variation_id = insert(`demossv${number}_${call}`, 'copy_number_loss', 1, 10 * call);
    db.insert('structural_variation_association', { structural_variation_id, supporting_structural_variation_id });
  }
}

/** Draws and writes the structural variants of a tile. */
export function writeTileStructuralVariants(
  db: VariationDatabase,
  { number, start, bases }: Tile,
  origin: { study: number; regionId: number },
  random: Random,
): void {
  const tileEnd = start + bases.length - 1;
  for (let each = 0; each < IN_TILE; each++) {
    const from = start + random.integer(0, bases.length - 100);
    const to = Math.min(tileEnd, from + logNormal(random, LENGTH.median, LENGTH.sigma, LENGTH.least, TILE_BASES));
    writeStructuralVariant(db, number * IN_TILE + each + 1, { ...origin, start: from, end: to, somatic: 0 });
  }
}
