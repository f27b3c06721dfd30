/** The letters that answers show of homologous products: all that some genes need are read in one wave. */
import type { GeneHomologies, SequencePlaces } from '../../compara/homology-record.ts';
import type { RecordLocation } from '../../index/object-sink.ts';
import type { Compara } from '../../release/compara.ts';

/** A gene that was asked for, and which of its homologies are wanted. */
export interface Found {
  /** The id as the client wrote it. */
  requested: string;
  record: GeneHomologies;
  /** Indices into record.homologies. */
  wanted: readonly number[];
}

/** Of one gene; null for a product that the database lacks. */
export interface GeneLetters {
  own: string | null;
  /** Of the homologues, in the order of `wanted`. */
  homologues: readonly (string | null)[];
}

/** @param coding the coding bases, where a product has some; RNA has none, and its own bases stand for them */
export async function readLetters(found: readonly Found[], coding: boolean, compara: Compara): Promise<GeneLetters[]> {
  const places: RecordLocation[] = [];
  const need = ({ product, coding: bases }: SequencePlaces, peptide: boolean): number | null => {
    const place = coding && peptide ? bases : product;
    return place && places.push(place) - 1;
  };
  const needed = found.map(({ record, wanted }) => {
    if (wanted.length === 0) return { own: null, homologues: [] };
    const { sequences, peptide, of } = record.details();
    const own = need(sequences, peptide);
    return {
      own,
      homologues: wanted.map((index) => {
        const { target } = of(index);
        return need(target.sequences, target.peptide);
      }),
    };
  });
  const read = await compara.sequencesAt(places);
  const at = (which: number | null) => (which === null ? null : read[which]!);
  return needed.map(({ own, homologues }) => ({ own: at(own), homologues: homologues.map(at) }));
}
