/** Homologies of genes as plain data, for JSON and XML. */
import { alignedSequence } from '../../compara/cigar-line.ts';
import { dnDsRatio, type AlignedProduct, type GeneHomologies, type HomologyGene } from '../../compara/homology-record.ts';
import type { ComparaSpecies } from '../../compara/species.ts';
import type { Compara } from '../../release/compara.ts';
import { readLetters, type Found, type GeneLetters } from './homology-letters.ts';

export interface HomologyForm {
  condensed: boolean;
  /** Which letters are shown, if any. */
  letters: 'product' | 'coding' | null;
  aligned: boolean;
  cigarLine: boolean;
}

export interface GeneValue {
  /** As the client wrote it. */
  id: string;
  homologies: object[];
}

/** One value for each gene. One wave of reads for the letters of all. */
export async function homologyValues(found: readonly Found[], compara: Compara, species: ComparaSpecies, form: HomologyForm): Promise<GeneValue[]> {
  if (form.condensed) return found.map(({ requested, record, wanted }) => ({ id: requested, homologies: wanted.map((index) => condensed(record, index, species)) }));
  const letters = form.letters && await readLetters(found, form.letters === 'coding', compara);
  return found.map((each, which) => ({ id: each.requested, homologies: full(each, letters && letters[which]!, species, form) }));
}

function condensed({ homologies }: GeneHomologies, index: number, species: ComparaSpecies): object {
  const { type, method, speciesTreeNode, target } = homologies[index]!;
  return {
    type, taxonomy_level: levelOf(speciesTreeNode, species), method_link_type: method, id: target.geneId, protein_id: target.productId, species: species.genome(target.genome)?.name ?? null,
  };
}

function full({ record, wanted }: Found, letters: GeneLetters | null, species: ComparaSpecies, form: HomologyForm): object[] {
  if (wanted.length === 0) return [];
  const { peptide, of } = record.details();
  return wanted.map((index, which) => {
    const { type, method, speciesTreeNode, target: gene } = record.homologies[index]!;
    const { source, target, scores } = of(index);
    return {
      type, taxonomy_level: levelOf(speciesTreeNode, species), method_link_type: method, dn_ds: Number(dnDsRatio(scores) ?? 0) || null,
      source: product(record.gene, source, peptide, letters && letters.own, species, form),
      target: product(gene, target, target.peptide, letters && letters.homologues[which]!, species, form),
    };
  });
}

function levelOf(speciesTreeNode: number | null, species: ComparaSpecies): string | null {
  return species.node(speciesTreeNode)?.name ?? null;
}

function product(
  { geneId, productId, genome }: HomologyGene, { cigarLine, identity, similarity }: AlignedProduct, peptide: boolean, letters: string | null,
  species: ComparaSpecies, { letters: kind, aligned, cigarLine: showsCigarLine }: HomologyForm,
): object {
  const its = species.genome(genome);
  const row = aligned && letters !== null && cigarLine ? alignedSequence(letters, cigarLine, kind === 'coding' && peptide ? 3 : 1) : letters;
  const isRow = aligned && !!cigarLine;
  // One shape for all products: what is undefined is not written.
  return {
    id: geneId, species: its?.name ?? null, protein_id: productId, taxon_id: its?.taxonId ?? undefined, perc_id: identity, perc_pos: similarity,
    cigar_line: showsCigarLine ? cigarLine : undefined, seq: kind && !isRow ? row : undefined, align_seq: kind && isRow ? row : undefined,
  };
}
