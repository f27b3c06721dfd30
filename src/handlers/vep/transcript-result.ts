/** The result for one allele and one transcript. Fields that only some answers need are computed on first use. */
import type { SmallVariantEffect } from '../../effects/small-variant-effect.ts';
import type { Extras } from './extras.ts';
import type { VepOptions } from './options.ts';
import type { Candidate } from './pick.ts';
import { addCodingChange, transcriptBlock } from './transcript-block.ts';
import type { Sequences } from '../variant-recoder/transcript-sequences.ts';
import type { VepTranscript } from './transcripts-near.ts';

export class TranscriptResult implements Candidate {
  readonly kind = 'transcript';
  /** The alternative allele, and how answers name it. */
  readonly allele: string;
  readonly shown: string;
  readonly near: VepTranscript;
  readonly effect: SmallVariantEffect;
  readonly terms: readonly string[];
  /** Fields that are known later than the effect: predictions, HGVS. */
  readonly more: Record<string, unknown> = {};
  readonly #extras: Extras;
  readonly #options: VepOptions;
  readonly #sequences: Sequences;
  #block: Record<string, unknown> | null = null;

  constructor(
    near: VepTranscript,
    allele: string,
    shown: string,
    effect: SmallVariantEffect,
    extras: Extras,
    sequences: Sequences,
    options: VepOptions,
  ) {
    this.near = near;
    this.allele = allele;
    this.shown = shown;
    this.effect = effect;
    this.terms = effect.terms;
    this.#extras = extras;
    this.#sequences = sequences;
    this.#options = options;
  }

  get transcript(): Candidate['transcript'] {
    return pickedBy(this.near, this.#sequences);
  }

  /** As answers in JSON have it; ask when all of `more` is known. */
  get block(): Record<string, unknown> {
    if (this.#block) return this.#block;
    const { near, effect, shown } = this;
    const block = transcriptBlock(near, effect, shown, this.#extras.of(near), this.#options);
    addCodingChange(block, effect);
    return (this.#block = Object.assign(block, this.more));
  }
}

/** What picking looks at. */
export function pickedBy(
  { transcript, gene, model, source }: VepTranscript,
  sequences: Sequences,
): Candidate['transcript'] {
  const { coding } = model;
  const length = coding ? coding.cdna.end - coding.cdna.start + 1 + model.padding : model.cdnaLength;
  return {
    gene: gene.id,
    attribs: transcript.attribs,
    canonical: transcript.canonical,
    biotype: transcript.biotype,
    ccds: transcript.ccds !== null,
    length: sequences.get(transcript)?.coding.length || length,
    source,
  };
}
