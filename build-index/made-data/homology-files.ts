import { join } from 'node:path';
import type { Comparison } from './comparison-rows.ts';
import { basesIn, cigarLine } from './alignment-columns.ts';
import { sharedResidues, type AlignedMember } from './family-sequences.ts';
import { RowFile } from './row-file.ts';

/** What orthologues say of the genes around them and of alignments of whole genomes that cover them: any will do, some have none. */
const ORDER_SCORES = ['100', '75', '100', '50', '0', '100', '25', '\\N'];
const COVERAGES = Array.from({ length: 101 }, (_, each) => (each < 30 ? '\\N' : each < 60 ? '100.00' : (100 - ((each * 37) % 1000) / 10).toFixed(2)));

/** A family whose rows are being written. */
export interface FamilyMembers {
  /** node_id of the tree's root. */
  root: number;
  /** genome_db_id, alignment, and gene_member_id (the same as seq_member_id) of each member. */
  species: readonly number[];
  aligned: readonly AlignedMember[];
  ids: readonly number[];
}

/** Rows of homologies: each pair of genes that parted at a node, which are many more than genes. */
export class HomologyFiles {
  readonly #homologies: RowFile;
  readonly #members: RowFile;
  readonly #comparison: Comparison;
  #count = 0;

  constructor(folder: string, comparison: Comparison) {
    this.#homologies = new RowFile(join(folder, 'homology.txt'));
    this.#members = new RowFile(join(folder, 'homology_member.txt'));
    this.#comparison = comparison;
  }

  get size(): number {
    return this.#homologies.size + this.#members.size;
  }

  /** Genes of two species that parted by duplication are no homologues that the database lists. */
  write([left, right]: readonly [number[], number[]], isDuplication: boolean, node: number, speciesNode: number, family: FamilyMembers): void {
    const { species } = family;
    const counts = new Map<number, number>();
    for (const member of [...left, ...right]) counts.set(species[member]!, (counts.get(species[member]!) ?? 0) + 1);
    for (const one of left) {
      for (const two of right) {
        const isSame = species[one] === species[two];
        if (isDuplication && !isSame) continue;
        const many = Number(counts.get(species[one]!)! > 1) + Number(counts.get(species[two]!)! > 1);
        const description = isSame ? 'within_species_paralog' : many === 0 ? 'ortholog_one2one' : many === 1 ? 'ortholog_one2many' : 'ortholog_many2many';
        this.#pair(one, two, description, isSame, node, speciesNode, family);
      }
    }
  }

  close(): void {
    this.#homologies.close();
    this.#members.close();
  }

  #pair(one: number, two: number, description: string, isSame: boolean, node: number, speciesNode: number, { root, species, aligned, ids }: FamilyMembers): void {
    const id = ++this.#count;
    const [first, second] = [aligned[one]!, aligned[two]!];
    const { identical, covered } = sharedResidues(first, second);
    const [lowGenome, highGenome] = species[one]! < species[two]! ? [species[one]!, species[two]!] : [species[two]!, species[one]!];
    const identities = [first, second].map((member) => Math.round((100 * identical) / basesIn(member.mask)));
    this.#homologies.number(id).tab().number(this.#comparison.homologies.get(`${lowGenome}-${highGenome}`)!).tab().text(description).text('\t1\t\\N\t\\N\t\\N\t\\N\t\\N\t')
      .number(speciesNode).tab().number(node).tab().number(root);
    if (isSame) this.#homologies.text('\t\\N\t\\N\t\\N').end();
    else this.#homologies.tab().text(ORDER_SCORES[(id * 7) % ORDER_SCORES.length]!).tab().text(COVERAGES[(id * 31) % COVERAGES.length]!).tab().text(Math.min(...identities) >= 50 ? '1' : '0').end();
    for (const [which, member, other] of [[one, first, second], [two, second, first]] as const) {
      const residues = basesIn(member.mask);
      const percent = (count: number) => Math.round((100 * count) / residues);
      this.#members.number(id).tab().number(ids[which]!).tab().number(ids[which]!).tab().text(cigarLine(member.mask, [other.mask])).tab().number(percent(covered)).tab()
        .number(percent(identical)).tab().number(Math.min(100, percent(identical + (covered - identical) * 0.3))).end();
    }
  }
}
