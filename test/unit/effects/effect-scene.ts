/** A transcript on a short invented chromosome, with the effects of changes on it. */
import fc from 'fast-check';
import { present } from '../../../src/checked.ts';
import { SmallVariantEffect, type Shift } from '../../../src/effects/small-variant-effect.ts';
import { StructuralVariantEffect, type StructuralChange } from '../../../src/effects/structural-variant-effect.ts';
import { modelOf, type TranscriptModel, type TranscriptSequence } from '../../../src/effects/transcript-model.ts';
import type { Reach } from '../../../src/effects/transcript-places.ts';
import { reverseComplementOf } from '../../../src/genome/bases.ts';
import type { TranscriptRecord } from '../../../src/genome/gene-record.ts';
import { exonsOf } from '../../../src/genome/transcript.ts';
import { translate } from '../../../src/genome/translation.ts';
import { anySketch, sketch, type Sketch, type SketchOptions } from '../genome/transcript-sketch.ts';

const REACH: Reach = { upstream: 5000, downstream: 5000 };

export interface Scene {
  transcript: Sketch;
  /** Forward bases of the chromosome. */
  genome: string;
  model: TranscriptModel;
  sequence: TranscriptSequence;
}

/** A change on the forward strand. */
export interface ForwardChange {
  start: number;
  reference: string;
  alternative: string;
}

export function sceneOf(transcript: Sketch, genome: string, codonTable = 1): Scene {
  const model = modelOf(transcript.gene, transcript.transcript, codonTable);
  return { transcript, genome, model, sequence: sequenceOf(transcript, model, genome) };
}

/** Splices and translates with plain texts. */
function sequenceOf({ gene, transcript }: Sketch, model: TranscriptModel, genome: string): TranscriptSequence {
  const spliced = exonsOf(gene, transcript)
    .map(({ start, end, strand }) => {
      const bases = genome.slice(start - 1, end);
      return strand === -1 ? reverseComplementOf(bases) : bases;
    })
    .join('');
  const { translation } = transcript;
  if (!model.coding || !translation) return { coding: '', before: spliced, after: '', peptide: '' };
  const { start, end } = model.coding.cdna;
  const coding = 'N'.repeat(model.padding) + spliced.slice(start - 1, end);
  const peptide = translate(new TextEncoder().encode(coding), model.codonTable, translation);
  return {
    coding,
    before: spliced.slice(0, start - 1),
    after: spliced.slice(end),
    peptide: new TextDecoder().decode(peptide),
  };
}

export function effectOf(
  { model, sequence }: Scene,
  { start, reference, alternative }: ForwardChange,
  { shift = null, withSequence = true }: { shift?: Shift | null; withSequence?: boolean } = {},
): SmallVariantEffect {
  const change = { start, end: start + reference.length - 1, strand: 1 as const, reference, alternative };
  return new SmallVariantEffect(model, change, withSequence ? sequence : null, REACH, shift);
}

export function structuralEffectOf(
  { model }: Scene,
  start: number,
  end: number,
  soClass: string,
  more: Partial<StructuralChange> = {},
): StructuralVariantEffect {
  return new StructuralVariantEffect(model, { start, end, soClass, supporting: [], ...more }, REACH);
}

/** Terms of the replacement of the bases at a place; '' inserts before `start`. */
export function termsOf(scene: Scene, start: number, length: number, alternative: string): string[] {
  return effectOf(scene, { start, reference: scene.genome.slice(start - 1, start - 1 + length), alternative }).terms;
}

/** The same transcript and bases, read from the other strand. */
export function mirrored({ transcript: { gene, transcript }, genome, model }: Scene): Scene {
  const turn = <T extends { start: number; end: number; strand: number }>(part: T): T => ({
    ...part,
    start: genome.length + 1 - part.end,
    end: genome.length + 1 - part.start,
    strand: -part.strand,
  });
  const turned = { gene: { ...gene, exons: gene.exons.map(turn) }, transcript: turn<TranscriptRecord>(transcript) };
  return sceneOf(turned, reverseComplementOf(genome), model.codonTable);
}

export function mirroredChange(genome: string, { start, reference, alternative }: ForwardChange): ForwardChange {
  return {
    start: genome.length + 2 - start - reference.length,
    reference: reverseComplementOf(reference),
    alternative: reverseComplementOf(alternative),
  };
}

/** The reverse strand's version of a transcript on the forward strand, which tests describe. */
export const BOTH_STRANDS = [
  ['forward', (scene: Scene) => scene],
  ['reverse', mirrored],
] as const;

/**
 * Exons 101-150, 201-260 and 301-400; introns 151-200 and 261-300. Coding from 121 (ATG) to 330; the CDS has 120 bases:
 * ATG, 38 codons GCA (alanine), TAA. Introns are GT…AG, all else is C.
 */
export function threeExons(options: SketchOptions & { coding?: string; codonTable?: number } = {}): Scene {
  const { coding = `ATG${'GCA'.repeat(38)}TAA`, codonTable = 1, translation, ...more } = options;
  const transcript = sketch(
    1,
    [
      [101, 150],
      [201, 260],
      [301, 400],
    ],
    { ...more, translation: translation === null ? null : { startOffset: 21, endOffset: 30, ...translation } },
  );
  const bases = [...'C'.repeat(500)];
  const set = (from: number, text: string) => [...text].forEach((base, index) => (bases[from - 1 + index] = base));
  set(121, coding.slice(0, 30));
  set(201, coding.slice(30, 90));
  set(301, coding.slice(90));
  set(151, 'GT');
  set(199, 'AG');
  set(261, 'GT');
  set(299, 'AG');
  return sceneOf(transcript, bases.join(''), codonTable);
}

const anyBases = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom('A', 'C', 'G', 'T'), minLength: min, maxLength: max });

/** Any transcript, with or without a coding region, and any change near it. */
export const anySceneAndChange: fc.Arbitrary<{ scene: Scene; change: ForwardChange }> = fc
  .record({
    drawn: anySketch,
    seed: fc.integer(),
    isCoding: fc.boolean(),
    place: fc.nat(),
    removed: fc.oneof(fc.constantFrom(0, 1, 2, 3), fc.nat({ max: 40 })),
    added: anyBases(0, 6),
  })
  .map(({ drawn, seed, isCoding, place, removed, added }) => {
    const { gene, transcript } = drawn;
    // Transcripts begin at 21: a short chromosome has all of it.
    const offset = transcript.start - 21;
    const move = <T extends { start: number; end: number }>(part: T): T => ({
      ...part,
      start: part.start - offset,
      end: part.end - offset,
    });
    const moved: Sketch = {
      gene: { ...gene, exons: gene.exons.map(move) },
      transcript: { ...move(transcript), ...(isCoding ? {} : { translation: null, biotype: 'lncRNA' }) },
    };
    const length = moved.transcript.end + 20;
    const genome = invented(length, seed);
    const start = 1 + (place % (length - 1));
    const reference = genome.slice(start - 1, start - 1 + removed);
    return { scene: sceneOf(moved, genome), change: { start, reference, alternative: added } };
  })
  .filter(({ change: { reference, alternative } }) => reference !== alternative);

/** Bases that follow from a seed. */
function invented(length: number, seed: number): string {
  let state = seed >>> 0;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return present('ACGT'[state >>> 30], 'a base');
  }).join('');
}
