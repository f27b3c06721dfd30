/** The VCF of the genotyped variants, with a line of thousands of genotypes for each. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Cohort } from './cohort.ts';
import { GENOTYPE_FILE } from './vcf-config.ts';
import { RowFile } from './row-file.ts';
import { SAMPLES, VARIANTS_IN_STRETCH } from './scale.ts';
import { CHROMOSOME, type MadeChromosome } from './stretch.ts';
import { INSERTION, isGenotyped, nameNumber, SNV, StretchVariants } from './stretch-variants.ts';
import { madeKinship, sampleNames } from './made-populations.ts';

const REFERENCE = 0x30;
const MUTANT = 0x31;

/** The cohort that both the genotypes and the frequencies of the variation database tell of. */
export function cohortOf({ workshop }: MadeChromosome): Cohort {
  return new Cohort(workshop.random.fork('cohort'), 2 * SAMPLES, madeKinship());
}

export function variantsOf({ workshop }: MadeChromosome, stretch: ConstructorParameters<typeof StretchVariants>[0]): StretchVariants {
  return new StretchVariants(stretch, workshop.random.fork(`variants of stretch ${stretch.number}`));
}

/** Writes the file, and tells the bytes written after each stretch. */
export function* writeGenotypeVcf(chromosome: MadeChromosome, folder: string): Generator<number> {
  mkdirSync(folder, { recursive: true });
  const cohort = cohortOf(chromosome);
  const haplotypes = 2 * SAMPLES;
  const file = new RowFile(join(folder, GENOTYPE_FILE));
  file.text('##fileformat=VCFv4.2\n##source=genomic-edge made data\n##FORMAT=<ID=GT,Number=1,Type=String,Description="Genotype">\n');
  file.text(`##contig=<ID=${CHROMOSOME},length=${chromosome.scale.length}>\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT`);
  file.text(`\t${sampleNames().join('\t')}`).end();
  // `0|0` for each sample, with tabs between them; those who carry the mutant are put in and taken out again.
  const genotypes = Buffer.from(Array.from({ length: SAMPLES }, () => '0|0').join('\t'));
  for (let number = 0; number < chromosome.scale.stretches; number++) {
    const variants = variantsOf(chromosome, chromosome.stretch(number));
    for (let each = 0; each < VARIANTS_IN_STRETCH; each++) {
      if (!isGenotyped(each)) continue;
      cohort.next(variants.start[each]!);
      file.text(CHROMOSOME).tab();
      writeVcfSite(file, variants, each);
      file.text('\t100\tPASS\tAC=').number(cohort.carriers).text(';AF=').text((cohort.carriers / haplotypes).toPrecision(4)).text(';AN=').number(haplotypes).text('\tGT\t');
      const { carriers, carrying } = cohort;
      for (let carrier = 0; carrier < carriers; carrier++) genotypes[2 * carrying[carrier]!] = MUTANT;
      file.bytes(genotypes).end();
      for (let carrier = 0; carrier < carriers; carrier++) genotypes[2 * carrying[carrier]!] = REFERENCE;
    }
    yield file.size;
  }
  file.close();
}

/** Position, name and alleles; what is inserted or deleted stands behind the base before it. */
export function writeVcfSite(file: RowFile, variants: StretchVariants, each: number): void {
  const kind = variants.kind[each]!;
  const start = variants.start[each]!;
  const position = kind === SNV ? start : start - 1;
  file.number(position).tab().text('demors').number(nameNumber(variants.first + each)).tab();
  file.byte(variants.baseAt(position));
  if (kind === SNV) {
    file.tab().byte(variants.alternative[each]!);
    if (variants.second[each] !== 0) file.text(',').byte(variants.second[each]!);
  } else if (kind === INSERTION) {
    file.tab().byte(variants.baseAt(position)).bytes(variants.insertedAt(each));
  } else {
    file.bytes(variants.reference(each)).tab().byte(variants.baseAt(position));
  }
}
