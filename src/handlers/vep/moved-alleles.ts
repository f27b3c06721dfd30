/** The alleles of a variant, moved along the strand of a transcript where the options ask for it. */
import type { AlleleChange } from '../../effects/coding-change.ts';
import type { Shift } from '../../effects/small-variant-effect.ts';
import { turnOf } from '../../effects/over-origin.ts';
import { needsSequence } from '../../effects/transcript-places.ts';
import type { TranscriptModel } from '../../effects/transcript-model.ts';
import { at } from '../../checked.ts';
import type { Span } from '../../genome/transcript.ts';
import { alleleBases } from '../../variants/variant-alleles.ts';
import { orient, shift, type Change, type Flanks } from '../../variants/variant-shift.ts';
import type { Around } from './around.ts';
import type { VepOptions } from './options.ts';
import type { VepTranscript } from './transcripts-near.ts';
import type { VepAllele, VepVariant } from './vep-variant.ts';

interface MovedAllele {
  allele: VepAllele;
  change: AlleleChange;
  shift: Shift | null;
  /** As the answer names the alternative allele. */
  shown: string;
}

/** Computes the alleles once for each strand, since a variant may have many transcripts. */
export class MovedAlleles {
  readonly #variant: VepVariant;
  readonly #onStrand = new Map<1 | -1, MovedAllele[]>();
  readonly #compute: (strand: 1 | -1) => MovedAllele[];

  constructor(variant: VepVariant, options: VepOptions, flanks: Flanks) {
    this.#variant = variant;
    this.#compute = (strand) => movedAlleles(variant, options, flanks, strand);
  }

  /** With the positions that the transcript has: see over-origin.ts. */
  along(model: Pick<TranscriptModel, 'strand' | 'start' | 'end'>): readonly MovedAllele[] {
    let alleles = this.#onStrand.get(model.strand);
    if (!alleles) this.#onStrand.set(model.strand, (alleles = this.#compute(model.strand)));
    const turn = turnOf(this.#variant, model, this.#variant.region.length);
    return turn === 0 ? alleles : alleles.map((each) => turned(each, turn));
  }

  /** For what has no strand. */
  get forward(): readonly MovedAllele[] {
    return this.along({ strand: 1, start: 1, end: 1 });
  }
}

function turned({ allele, change, shift: moved, shown }: MovedAllele, turn: number): MovedAllele {
  return {
    allele: onTurn(allele, turn),
    change: onTurn(change, turn),
    shift: moved && { ...moved, unmoved: onTurn(moved.unmoved, turn) },
    shown,
  };
}

function onTurn<T extends Span>(part: T, turn: number): T {
  return { ...part, start: part.start + turn, end: part.end + turn };
}

/** The transcripts whose sequences the effects of variants need. */
export function transcriptsToRead(
  variants: readonly VepVariant[],
  around: readonly Around[],
  options: VepOptions,
): Set<VepTranscript> {
  const wanted = new Set<VepTranscript>();
  for (const [index, variant] of variants.entries()) {
    const { transcripts, flanks } = at(around, index);
    const alleles = new MovedAlleles(variant, options, flanks);
    for (const near of transcripts) {
      if (wanted.has(near) || near.model.coding === null) continue;
      if (alleles.along(near.model).some(({ change }) => needsSequence(near.model, change))) wanted.add(near);
    }
  }
  return wanted;
}

function movedAlleles(variant: VepVariant, options: VepOptions, flanks: Flanks, strand: 1 | -1): MovedAllele[] {
  return variant.computed.map((allele) => {
    const change = changeOf(allele);
    if (!options.shift_3prime || !allele.movable) return { allele, change, shift: null, shown: allele.alternative };
    const forward = onForward(change);
    const moved = orient(shift(orient(forward, strand), flanks.along(strand)), strand);
    const length = Math.abs(moved.start - forward.start);
    const turned = change.strand === 1 ? moved : orient(moved, -1);
    const shifted: AlleleChange = {
      start: moved.start,
      end: moved.end,
      strand: change.strand,
      reference: turned.reference,
      alternative: turned.alternative,
    };
    return {
      allele,
      change: shifted,
      shift: { unmoved: { start: change.start, end: change.end }, length },
      shown: options.shift_genomic && change.alternative !== '' ? shifted.alternative : allele.alternative,
    };
  });
}

/** The change of an allele as it is written. */
export function changeOf({ start, end, strand, reference, alternative }: VepAllele): AlleleChange {
  return { start, end, strand, reference: alleleBases(reference), alternative: alleleBases(alternative) };
}

/** The change with its alleles on the forward strand. */
export function onForward({ start, end, strand, reference, alternative }: AlleleChange): Change {
  const turned = strand === 1 ? { reference, alternative } : orient({ start, end, reference, alternative }, -1);
  return { start, end, reference: turned.reference, alternative: turned.alternative };
}
