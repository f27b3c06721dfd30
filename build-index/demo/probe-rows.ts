/** Rows of microarrays: probes of the bases of genes' transcripts, alone or in sets, and the transcripts that they match. */
import type { AnnotatedGene } from './annotation.ts';
import { checksum } from './checksum.ts';
import type { FuncgenDatabase } from './funcgen-database.ts';
import { asText } from './genetic-code.ts';

const PROBE_LENGTH = 25;

/** Names of arrays; `probesInSet` of those that have sets. */
export interface ArrayPlan {
  withSets: readonly string[];
  withoutSets: readonly string[];
  probesInSet: number;
}

export class GeneProbes {
  readonly #db: FuncgenDatabase;
  readonly #plan: ArrayPlan;

  constructor(db: FuncgenDatabase, plan: ArrayPlan) {
    this.#db = db;
    this.#plan = plan;
    [...plan.withSets, ...plan.withoutSets].forEach((name, index) => {
      const id = index + 1;
      db.insert('array', {
        array_id: id, name, format: 'EXPRESSION', vendor: 'FICTA', description: `Array ${id} of the demo (fictional)`, type: 'OLIGO',
        class: index < plan.withSets.length ? 'FICTA_UTR' : 'FICTA_ST',
        is_probeset_array: Number(index < plan.withSets.length), is_linked_array: 0, has_sense_interrogation: 0,
      });
      db.insert('array_chip', { array_chip_id: id, design_id: name, array_id: id, name });
    });
  }

  /** A set of probes along the gene's first transcript on each array that has sets, and a probe on each other. The transcript has at least 50 bases. */
  write({ transcripts }: AnnotatedGene): void {
    const db = this.#db;
    const { withSets, withoutSets, probesInSet } = this.#plan;
    const spliced = transcripts.map(({ stableId, spliced: its }) => ({ id: stableId, bases: asText(its) }));
    const [{ id: stable_id, bases }] = spliced as [(typeof spliced)[number]];
    const step = Math.floor((bases.length - PROBE_LENGTH) / probesInSet);
    withSets.forEach((_, array) => {
      const probe_set_id = db.nextId('probe_set');
      db.insert('probe_set', { probe_set_id, name: `DS_${probe_set_id}`, size: probesInSet, array_chip_id: array + 1 });
      for (let each = 0; each < probesInSet; each++) this.#probe(array + 1, bases.slice(each * step, each * step + PROBE_LENGTH), spliced, probe_set_id);
      db.insert('probe_set_transcript', {
        probe_set_transcript_id: db.nextId('probe_set_transcript'), probe_set_id, stable_id, description: `${probesInSet}/${probesInSet} in exons`,
      });
    });
    withoutSets.forEach((_, array) => this.#probe(withSets.length + array + 1, bases.slice(0, PROBE_LENGTH), spliced, null));
  }

  #probe(array_chip_id: number, sequence: string, transcripts: readonly { id: string; bases: string }[], probe_set_id: number | null): void {
    const db = this.#db;
    const probe_seq_id = db.nextId('probe_seq');
    db.insert('probe_seq', { probe_seq_id, sequence, sequence_upper: sequence, sequence_upper_sha1: checksum('sha1', sequence) });
    const probe_id = db.nextId('probe');
    db.insert('probe', { probe_id, probe_set_id, name: `DP_${probe_id}`, length: PROBE_LENGTH, array_chip_id, class: 'EXPERIMENTAL', probe_seq_id });
    for (const { id: stable_id, bases } of transcripts) {
      if (!bases.includes(sequence)) continue;
      db.insert('probe_transcript', { probe_transcript_id: db.nextId('probe_transcript'), probe_id, stable_id, description: 'Matches exon.' });
    }
  }
}
