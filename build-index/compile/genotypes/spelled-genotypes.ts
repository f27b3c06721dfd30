/** Genotypes that samples show one after the other, as they are told of: alleles and genotypes in the order in which they come. */
export interface ShownGenotypes {
  alleles: string[];
  /** Those that differ in the order of their alleles only are one. */
  genotypes: string[];
  /** Of each genotype shown: which of `alleles` it has, each as often as it has it. */
  allelesOf: readonly (readonly number[])[];
  /** And which of `genotypes` it is. */
  genotypeOf: readonly number[];
}

/** Where there are fewer genotypes, the order of those shown is told by the digits of a number. */
const FEW = 8;

/** The genotypes of a variant, spelt once for all populations. */
export class SpelledGenotypes {
  /** By genotype: its alleles in alphabetical order. */
  readonly #alleles: readonly (readonly string[])[];
  /** By the genotypes that samples show. */
  readonly #shown = new Map<number | string, ShownGenotypes>();

  /** @param genotypes such as 'A|G' */
  constructor(genotypes: readonly string[]) {
    this.#alleles = genotypes.map((genotype) => genotype.split('|').sort());
  }

  /** @param codes indexes of the genotypes, in the order in which samples show them */
  inOrder(codes: readonly number[]): ShownGenotypes {
    const key = this.#alleles.length < FEW ? numberOf(codes) : codes.join();
    let shown = this.#shown.get(key);
    if (!shown) this.#shown.set(key, (shown = this.#spell(codes)));
    return shown;
  }

  #spell(codes: readonly number[]): ShownGenotypes {
    const parts = codes.map((code) => this.#alleles[code]!);
    const names = parts.map((alleles) => alleles.join('|'));
    const [alleles, genotypes] = [[...new Set(parts.flat())], [...new Set(names)]];
    return { alleles, genotypes, allelesOf: parts.map((each) => each.map((allele) => alleles.indexOf(allele))), genotypeOf: names.map((name) => genotypes.indexOf(name)) };
  }
}

function numberOf(codes: readonly number[]): number {
  let number = 0;
  for (let each = 0; each < codes.length; each++) number = FEW * number + codes[each]! + 1;
  return number;
}
