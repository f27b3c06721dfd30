/** Evolution of a coding cDNA under purifying selection: the frame, the start, the stop and the splice sites survive. */
import type { Random } from './random.ts';
import type { Locus } from './locus.ts';
import type { Columns } from './tract.ts';
import { aminoAcidAt, randomCodingSequence, substitute } from './genetic-code.ts';
import { TractEditor } from './tract.ts';

/** Share of amino acid changes that selection lets pass, and of substitutions in untranslated regions. */
const ACCEPTED_REPLACEMENTS = 0.2;
const ACCEPTED_UTR = 0.6;

export function evolveCoding(locus: Locus, cds: { start: number; end: number }, branchLength: number, random: Random, columns: Columns): Pick<Locus, 'cdna' | 'exonLengths' | 'cds'> {
  const { cdna, exonLengths, codonTable } = locus;
  const boundaries = exonLengths.map(((end) => (length: number) => (end += length))(0));
  const kept = cdna.marks.filter(({ kind }) => kind === 'selenocysteine');
  const editor = new TractEditor(cdna, columns);

  // Whole codons come and go, away from the ends of exons, start, stop and selenocysteine.
  const rate = branchLength / 25;
  for (let at = cds.start + 30 + 3 * random.skip(rate); at < cds.end - 30; at += 30 + 3 * random.skip(rate)) {
    const nearBoundary = boundaries.some((boundary) => Math.abs(boundary - at) < 12);
    if (nearBoundary || kept.some(({ start }) => Math.abs(start - at) < 12)) continue;
    editor.copyTo(at);
    if (random.chance(0.5)) editor.dropTo(at + 3);
    else editor.insert(randomCodingSequence(random, random.integer(3, 5), codonTable).slice(3, -3));
  }
  const child = editor.finish();
  const ends = boundaries.map((boundary) => (boundary === cdna.bases.length ? child.bases.length : editor.moved(boundary)));
  const coding = { start: editor.moved(cds.start), end: cds.end === cdna.bases.length ? child.bases.length : editor.moved(cds.end) };

  const { bases } = child;
  for (let site = random.skip(branchLength); site < bases.length; site += 1 + random.skip(branchLength)) {
    const before = bases[site]!;
    if (site < coding.start || site >= coding.end) {
      if (random.chance(ACCEPTED_UTR)) bases[site] = substitute(random, before);
      continue;
    }
    const codon = site - ((site - coding.start) % 3);
    const old = aminoAcidAt(bases, codon, codonTable);
    // Stops include the selenocysteine codon; the start codon never changes.
    if (old === '*' || codon === coding.start) continue;
    bases[site] = substitute(random, before);
    const changed = aminoAcidAt(bases, codon, codonTable);
    if (changed === '*' || (changed !== old && !random.chance(ACCEPTED_REPLACEMENTS))) bases[site] = before;
  }
  return { cdna: child, exonLengths: ends.map((end, index) => end - (ends[index - 1] ?? 0)), cds: coding };
}
