/** How loci multiply and decay: tandem duplicates, retrocopies that are pseudogenes from birth, genes gone dead. */
import { joinBytes } from '../../src/store/join-bytes.ts';
import type { Locus } from './locus.ts';
import type { Workshop } from './workshop.ts';
import { mutateTract, newTract } from './tract.ts';
import type { Tract } from './tract.ts';

const ADENINE = 0x41;

/** A second copy next to the first, exons and introns alike. */
export function duplicate(workshop: Workshop, locus: Locus, bornOn: string): Locus {
  const copy = workshop.next(`copies of ${locus.symbol}`);
  return {
    ...structuredClone(locus),
    id: workshop.next('locus'), copiedFrom: locus.id, bornOn,
    symbol: `${locus.symbol}L${copy}`,
    description: locus.description.replace(' (fictional)', ` like ${copy} (fictional)`),
  };
}

/** The spliced message written back into the genome: no introns, a tail of A, and nothing that keeps its frame. */
export function retrocopy(workshop: Workshop, parent: Locus, bornOn: string): Locus {
  const { random, columns } = workshop;
  const copy = workshop.next(`pseudogenes of ${parent.symbol}`);
  const tail = newTract(new Uint8Array(random.integer(15, 40)).fill(ADENINE), columns);
  const message = mutateTract(unmarked(parent.cdna), { substitutions: 0.12, indels: 0.006, keepStart: 0, keepEnd: 0 }, random, columns);
  const cdna: Tract = {
    bases: joinBytes([message.bases, tail.bases]),
    columns: Int32Array.of(...message.columns, ...tail.columns),
    marks: [],
  };
  return {
    id: workshop.next('locus'), family: parent.family, copiedFrom: parent.id, bornOn,
    biotype: 'processed_pseudogene', symbol: `${parent.symbol}P${copy}`,
    description: parent.description.replace(' (fictional)', ` pseudogene ${copy} (fictional)`),
    strand: random.chance(0.5) ? 1 : -1, cdna, exonLengths: [cdna.bases.length], introns: [],
    cds: null, codonTable: 1, productClass: null,
  };
}

/** The gene stays where it was and is no longer read: from here on nothing preserves its frame. */
export function silence(locus: Locus): Locus {
  return {
    ...locus, biotype: 'unprocessed_pseudogene', cds: null, productClass: null, cdna: unmarked(locus.cdna),
    description: locus.description.replace(' (fictional)', ', no longer functional (fictional)'),
  };
}

function unmarked(tract: Tract): Tract {
  return { ...tract, marks: [] };
}
