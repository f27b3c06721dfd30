/** The products that answers show of homologous genes: all that some genes need are read in one wave. */
import type { ComparedProduct } from '../../compara/compared-product.ts';
import type { GeneHomologies } from '../../compara/homology-record.ts';
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

/** Of one gene. */
export interface GeneProducts {
  /** Null for a gene that has none. */
  own: ComparedProduct | null;
  /** Of the homologues, in the order of `wanted`. */
  homologues: readonly ComparedProduct[];
}

export async function readProducts(found: readonly Found[], compara: Compara): Promise<GeneProducts[]> {
  const places: RecordLocation[] = [];
  const need = (place: RecordLocation) => places.push(place) - 1;
  const needed = found.map(({ record, wanted }) => {
    if (wanted.length === 0) return { own: null, homologues: [] };
    const { product, targets } = record.details();
    return { own: product && need(product), homologues: wanted.map((index) => need(targets[index]!)) };
  });
  const read = await compara.productsAt(places);
  return needed.map(({ own, homologues }) => ({ own: own === null ? null : read[own]!, homologues: homologues.map((which) => read[which]!) }));
}
