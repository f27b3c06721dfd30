/** Invented protein domains, and classes of gene products that consist of them. */
import { at } from '../../../src/checked.ts';
import type { Random } from '../random.ts';
import { aminoAcidAt, randomCodingSequence, substitute } from '../sequence/genetic-code.ts';

export interface Domain {
  /** Accession in the domain database. */
  accession: string;
  /** Accession of the InterPro-like entry that integrates it; null for none. */
  interpro: string | null;
  name: string;
  logicName: 'pfam' | 'smart' | 'pirsf' | 'seg' | 'ncoils' | 'signalp' | 'tmhmm';
  /** Codons of the common ancestor of all members, without start and stop. */
  consensus: Uint8Array;
}

/** A class of products: symbol stem, words for the description, and the indexes of its domains in DOMAIN_PLANS. */
export interface ProductClass {
  stem: string;
  words: string;
  domains: readonly number[];
  /** Indexes of the products' terms in the fictional ontology. */
  terms: readonly number[];
}

const DOMAIN_PLANS: readonly [name: string, logicName: Domain['logicName'], residues: number, integrated: boolean][] = [
  ['Demo kinase-like fold', 'pfam', 90, true],
  ['Demo nucleotide-binding loop', 'smart', 36, true],
  ['Demo zinc ribbon', 'pfam', 30, true],
  ['Demo helix-turn-helix', 'pfam', 48, true],
  ['Demo channel pore', 'pfam', 60, true],
  ['Demo membrane-spanning segment', 'tmhmm', 21, false],
  ['Demo protease core', 'pfam', 80, true],
  ['Demo beta propeller', 'smart', 70, true],
  ['Demo low-complexity stretch', 'seg', 18, false],
  ['Demo coiled coil', 'ncoils', 30, false],
  ['Demo secretion signal', 'signalp', 22, false],
  ['Demo redox fold', 'pirsf', 75, true],
];

export const PRODUCT_CLASSES: readonly ProductClass[] = [
  { stem: 'DEMKIN', words: 'demo kinase', domains: [0, 1, 8], terms: [0, 4, 8] },
  { stem: 'DEMTF', words: 'demo transcription factor', domains: [2, 3, 8], terms: [1, 5, 9] },
  { stem: 'DEMCHN', words: 'demo channel subunit', domains: [4, 5, 5], terms: [2, 6, 10] },
  { stem: 'DEMPRT', words: 'demo protease', domains: [10, 6], terms: [3, 7, 11] },
  { stem: 'DEMSCF', words: 'demo scaffold protein', domains: [9, 7, 8], terms: [4, 5, 12] },
  { stem: 'DEMRCP', words: 'demo receptor', domains: [10, 7, 5], terms: [2, 6, 13] },
];

/** The redox fold of selenoproteins contains the UGA that is translated as selenocysteine. */
export const SELENOPROTEIN_CLASS: ProductClass = {
  stem: 'DEMSEL',
  words: 'demo selenoprotein',
  domains: [11],
  terms: [3, 7, 8],
};

export function makeDomains(random: Random): Domain[] {
  let entries = 0;
  return DOMAIN_PLANS.map(([name, logicName, residues, integrated], index) => ({
    accession:
      logicName === 'pfam'
        ? `DEMOPF${number(index, 5)}`
        : logicName === 'smart'
          ? `DEMOSM${number(index, 5)}`
          : logicName === 'pirsf'
            ? `DEMOSF${number(index, 6)}`
            : { seg: 'seg', ncoils: 'Coil', signalp: 'SignalP-noTM', tmhmm: 'TMhelix' }[logicName],
    interpro: integrated ? `DEMOIPR${number(++entries, 6)}` : null,
    name: `${name} (fictional)`,
    logicName,
    consensus: randomCodingSequence(random, residues + 2, 1).slice(3, -3),
  }));
}

/** The domain's codons in one member: diverged from the consensus, without stop codons. */
export function drawMember(domain: Domain, random: Random): Uint8Array {
  const codons = domain.consensus.slice();
  for (let site = random.skip(0.15); site < codons.length; site += 1 + random.skip(0.15)) {
    const before = at(codons, site);
    codons[site] = substitute(random, before);
    if (aminoAcidAt(codons, site - (site % 3), 1) === '*') codons[site] = before;
  }
  return codons;
}

function number(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
