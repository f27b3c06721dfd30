import type { Random } from '../demo/random.ts';
import type { VariationDatabase } from '../demo/variation-database.ts';
import { logNormal } from './log-normal.ts';
import { STRETCH_BASES } from './scale.ts';
import type { Stretch } from './stretch.ts';

const IN_STRETCH = 10;
const CALLS = 2;

/** Rows of structural variants, one in ten kilobases, each with the calls that support it. */
export class StructuralVariants {
  readonly #db: VariationDatabase;
  readonly #regionId: number;
  readonly #random: Random;
  readonly #study: number;

  constructor(db: VariationDatabase, regionId: number, random: Random) {
    this.#db = db;
    this.#regionId = regionId;
    this.#random = random;
    this.#study = db.nextId('study');
    db.insert('study', {
      study_id: this.#study, source_id: db.source('DEMO_TUMOURS'), name: 'madeestd1', description: 'Losses and gains in fictional animals', url: 'https://example.org/madeestd',
    });
  }

  write({ number, start, bases }: Stretch): void {
    const most = start + bases.length - 1;
    for (let each = 0; each < IN_STRETCH; each++) {
      const from = start + this.#random.integer(0, bases.length - 100);
      const to = Math.min(most, from + logNormal(this.#random, 900, 1.6, 51, STRETCH_BASES));
      const name = `demosv${number * IN_STRETCH + each + 1}`;
      const variant = this.#insert(name, 'copy_number_variation', 0, from, to);
      for (let call = 1; call <= CALLS; call++) {
        const supporting_structural_variation_id = this.#insert(`${name.replace('sv', 'ssv')}_${call}`, 'copy_number_loss', 1, from + 10 * call, to - 10 * call);
        this.#db.insert('structural_variation_association', { structural_variation_id: variant, supporting_structural_variation_id });
      }
    }
  }

  /** Returns the structural_variation_id. */
  #insert(variation_name: string, term: 'copy_number_variation' | 'copy_number_loss', is_evidence: number, from: number, to: number): number {
    const db = this.#db;
    const structural_variation_id = db.nextId('structural_variation');
    const shared = { structural_variation_id, variation_name, source_id: db.source('DEMO_TUMOURS'), study_id: this.#study, class_attrib_id: db.attrib('SO_term', term), is_evidence, somatic: 0 };
    db.insert('structural_variation', { ...shared, alias: is_evidence ? `alias of ${variation_name}` : null, validation_status: is_evidence ? null : 'high quality' });
    db.insert('structural_variation_feature', {
      ...shared, structural_variation_feature_id: db.nextId('structural_variation_feature'), seq_region_id: this.#regionId, seq_region_start: from, seq_region_end: to,
      seq_region_strand: 1, variation_set_id: '',
    });
    return structural_variation_id;
  }
}
