/** Residues of a CDS that do not follow from its codons, as attributes of Ensembl's translations. */
import { type Feature, firstOf, type Piece } from './feature.ts';

const RESIDUES: Readonly<Record<string, string>> = {
  ...{ Ala: 'A', Arg: 'R', Asn: 'N', Asp: 'D', Cys: 'C', Gln: 'Q', Glu: 'E', Gly: 'G', His: 'H', Ile: 'I', Leu: 'L' },
  ...{ Lys: 'K', Met: 'M', Phe: 'F', Pro: 'P', Ser: 'S', Thr: 'T', Trp: 'W', Tyr: 'Y', Val: 'V', Asx: 'B', Glx: 'Z' },
  ...{ Sec: 'U', Pyl: 'O', OTHER: 'X' },
};

/** An exception of a feature table: (pos:complement(8712..8714),aa:Trp). */
const EXCEPTION = /pos:\s*(?:complement\()?([^,]*?)\)?\s*,\s*aa:\s*(\w+)/g;

/**
 * Substitutions that `transl_except` names. The first codon of a whole CDS is methionine whatever it means elsewhere;
 * `initial_met` says so, and the compiler's reader applies it.
 *
 * @param pieces of the CDS in the order of the transcript
 */
export function translationAttribs(cds: Feature, pieces: readonly Piece[]): [code: string, value: string][] {
  const attribs: [string, string][] = [];
  for (const text of new Set(cds.attributes.all('transl_except')))
    for (const [, positions = '', name = ''] of text.matchAll(EXCEPTION)) {
      const numbers = positions.match(/\d+/g)?.map(Number) ?? [];
      const residue = RESIDUES[name];
      const codon = codonAt(pieces, numbers);
      if (residue === undefined || codon === null) continue;
      attribs.push([residue === 'U' ? '_selenocysteine' : 'amino_acid_sub', `${codon} ${codon} ${residue}`]);
    }
  return attribs;
}

/** Number of the codon at some positions; null if the CDS does not contain them. */
function codonAt(pieces: readonly Piece[], positions: readonly number[]): number | null {
  let bases = -(pieces[0]?.phase ?? 0);
  for (const { start, end, strand } of pieces) {
    const first = strand === 1 ? Math.min(...positions) : Math.max(...positions);
    if (first >= start && first <= end) {
      const offset = bases + (strand === 1 ? first - start : end - first);
      return offset < 0 ? null : Math.floor(offset / 3) + 1;
    }
    bases += end - start + 1;
  }
  return null;
}

/** Is the CDS without its beginning, so that its first codon is no start? */
export function isOpenAtStart(cds: Feature, pieces: readonly Piece[]): boolean {
  const { attributes } = cds;
  const [first] = pieces;
  if ((first?.phase ?? 0) !== 0) return true;
  if (attributes.all('tag').includes('cds_start_NF')) return true;
  const range = first?.strand === -1 ? attributes.get('end_range') : attributes.get('start_range');
  if (range !== undefined) return true;
  return (
    firstOf(attributes, 'partial') === 'true' &&
    attributes.get('start_range') === undefined &&
    attributes.get('end_range') === undefined
  );
}
