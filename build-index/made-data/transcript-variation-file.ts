import type { AnnotatedGene } from '../demo/annotation.ts';
import { bitOf, textOf } from './consequence-set.ts';
import { RowFile } from './row-file.ts';
import type { StretchVariants } from './stretch-variants.ts';
import { TranscriptEffects } from './transcript-effects.ts';
import { writeAllele } from './variant-files.ts';

const MISSENSE = bitOf('missense_variant');

/** Rows of transcript_variation, transcript by transcript, as Ensembl's pipeline leaves them. */
export class TranscriptVariationFile {
  readonly #file: RowFile;
  #rows = 0;

  constructor(path: string) {
    this.#file = new RowFile(path);
  }

  get size(): number {
    return this.#file.size;
  }

  /** Returns the terms of every variant of the stretch over all transcripts. */
  write(variants: StretchVariants, genes: readonly AnnotatedGene[]): Int32Array {
    const terms = new Int32Array(variants.count);
    const file = this.#file;
    for (const gene of genes) {
      for (const transcript of gene.transcripts) {
        new TranscriptEffects(variants, gene, transcript).forEach((effect) => {
          const { variant, allele, cdsStart, cdsEnd, codons, residues } = effect;
          terms[variant]! |= effect.terms;
          file.number(++this.#rows).tab().number(variants.first + variant + 1).tab().text(transcript.stableId).tab();
          writeAllele(file, variants, variant, allele);
          file.text('\t0\t').text(textOf(effect.terms));
          if (cdsStart === 0) {
            file.text('\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t1').end();
            return;
          }
          file.tab().number(cdsStart).tab().number(cdsEnd).tab().number(Math.ceil(cdsStart / 3)).tab().number(Math.ceil(cdsEnd / 3));
          file.tab().text(codons === '' ? '\\N' : codons).tab().text(residues === '' ? '\\N' : residues);
          // Scores of prediction tools: any will do, as long as it is the same each time.
          if (effect.terms & MISSENSE) file.text('\t0.').number((cdsStart * 37) % 100).text('\t0.').number((cdsStart * 61) % 1000).text('\t1').end();
          else file.text('\t\\N\t\\N\t1').end();
        });
      }
    }
    return terms;
  }

  close(): void {
    this.#file.close();
  }
}
