/** How HGVS writes alleles on a made transcript and its protein; all but single bases by the code that answers requests. */
import type { ExonRecord } from '../../src/genome/gene-record.ts';
import { describeChange, writeHgvs } from '../../src/variants/hgvs.ts';
import { HgvsPositions } from '../../src/variants/hgvs-positions.ts';
import { proteinHgvs, type CodingModel } from '../../src/variants/hgvs-protein.ts';
import { orient, type Change, type Line } from '../../src/variants/variant-shift.ts';
import type { AnnotatedGene, AnnotatedTranscript, AnnotatedTranslation } from '../demo/annotation.ts';
import { asText } from '../demo/genetic-code.ts';
import type { StretchLines } from './stretch-lines.ts';

export class TranscriptHgvs {
  /** Null for a transcript that codes nothing. */
  readonly model: CodingModel | null;
  readonly #strand: 1 | -1;
  readonly #positions: HgvsPositions;
  readonly #line: Line;
  /** `DEMOAT00000000001.1:c.` */
  readonly #prefix: string;
  readonly #numbering: 'c' | 'n';
  readonly #name: string;
  readonly #proteinPrefix: string;

  constructor(lines: StretchLines, { strand }: AnnotatedGene, transcript: AnnotatedTranscript) {
    const { exons, translation } = transcript;
    this.model = translation && codingModel(transcript, translation);
    this.#strand = strand;
    this.#positions = new HgvsPositions(exons.map((exon): ExonRecord => ({ ...exon, id: exon.stableId, strand })), translation && {
      id: translation.stableId, version: translation.version, dbId: translation.dbId, startExon: exons.indexOf(translation.startExon), startOffset: translation.startOffset,
      endExon: exons.indexOf(translation.endExon), endOffset: translation.endOffset, length: translation.peptide.length, attribs: [],
    });
    this.#line = lines.along(strand);
    this.#numbering = translation ? 'c' : 'n';
    this.#name = `${transcript.stableId}.${transcript.version}`;
    this.#prefix = `${this.#name}:${this.#numbering}.`;
    this.#proteinPrefix = translation ? `${translation.stableId}.${translation.version}:p.` : '';
  }

  /** `DEMOAT00000000001.1:c.151`, to which the two bases are added: eight of ten alleles are single bases in introns, where nothing else is needed. */
  baseText(position: number): string {
    return this.#prefix + this.#positions.snpText(position)!;
  }

  /** What a base of the coding sequence does to the protein. @param at 1-based in the model's coding sequence @param base in the transcript's sense */
  proteinOfBase(at: number, base: number): string | null {
    const alternative = String.fromCharCode(base);
    const protein = proteinHgvs(this.model!, { start: at, end: at, reference: this.model!.coding[at - 1]!, alternative });
    return protein && this.#proteinPrefix + protein;
  }

  /** Of an insertion or deletion, at the last place that it can be moved to. @param change of the forward strand, within the transcript */
  of(change: Change): { transcript: string | null; protein: string | null } {
    const described = describeChange(orient(change, this.#strand), this.#line)!;
    return {
      transcript: writeHgvs(this.#name, this.#numbering, described, (position) => this.#positions.text(position * this.#strand)),
      protein: this.model && this.#positions.touchesCoding(change) ? this.#proteinOf(this.model, described.change) : null,
    };
  }

  #proteinOf(model: CodingModel, moved: Change): string | null {
    const place = this.#positions.codingPlace(moved);
    const protein = place && proteinHgvs(model, { ...moved, ...place });
    return protein && this.#proteinPrefix + protein;
  }
}

function codingModel({ isoform, spliced }: AnnotatedTranscript, { frameStart }: AnnotatedTranslation): CodingModel {
  const { start, end } = isoform.cds!;
  return {
    coding: 'N'.repeat(start - frameStart) + asText(spliced.subarray(start, end)), utr: asText(spliced.subarray(end)),
    codonTable: 1, completeStart: start === frameStart && !isoform.startNotFound, attribs: [],
  };
}
