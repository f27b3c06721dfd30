/** Homologies of genes as plain data, for JSON and XML. */
import { dnDsRatio, type Likeness } from '../../compara/homology-details.ts';
import type { GeneHomologies, HomologyGene } from '../../compara/homology-record.ts';
import type { ComparaSpecies } from '../../compara/species.ts';
import type { Compara } from '../../release/compara.ts';
import { alignedPair, NOT_SHOWN, type AlignedProduct, type AlignmentForm } from './homology-alignment.ts';
import { readProducts, type Found, type GeneProducts } from './homology-products.ts';

export interface HomologyForm extends AlignmentForm {
  condensed: boolean;
}

export interface GeneValue {
  /** As the client wrote it. */
  id: string;
  homologies: object[];
}

/** Are products read for an answer? Their rows tell how they are aligned. */
export function needsProducts({ condensed, letters, cigarLine }: HomologyForm): boolean {
  return !condensed && (letters !== null || cigarLine);
}

/** One value for each gene. One wave of reads for the products of all. */
export async function homologyValues(found: readonly Found[], compara: Compara, species: ComparaSpecies, form: HomologyForm): Promise<GeneValue[]> {
  if (form.condensed) return found.map(({ requested, record, wanted }) => ({ id: requested, homologies: wanted.map((index) => condensed(record, index, species)) }));
  const products = needsProducts(form) ? await readProducts(found, compara) : null;
  return found.map((each, which) => ({ id: each.requested, homologies: full(each, products?.[which] ?? null, species, form) }));
}

function condensed({ homologies }: GeneHomologies, index: number, species: ComparaSpecies): object {
  const { type, method, speciesTreeNode, target } = homologies[index]!;
  return {
    type, taxonomy_level: levelOf(speciesTreeNode, species), method_link_type: method, id: target.geneId, protein_id: target.productId, species: species.genome(target.genome)?.name ?? null,
  };
}

function full({ record, wanted }: Found, products: GeneProducts | null, species: ComparaSpecies, form: HomologyForm): object[] {
  if (wanted.length === 0) return [];
  const { of } = record.details();
  return wanted.map((index, which) => {
    const { type, method, speciesTreeNode, target: gene } = record.homologies[index]!;
    const { source, target, scores, cigarLines } = of(index);
    const [own, homologue] = products ? alignedPair(products.own, products.homologues[which]!, cigarLines, form) : [NOT_SHOWN, NOT_SHOWN];
    return {
      type, taxonomy_level: levelOf(speciesTreeNode, species), method_link_type: method, dn_ds: Number(dnDsRatio(scores) ?? 0) || null,
      source: product(record.gene, source, own, species, form),
      target: product(gene, target, homologue, species, form),
    };
  });
}

function levelOf(speciesTreeNode: number | null, species: ComparaSpecies): string | null {
  return species.node(speciesTreeNode)?.name ?? null;
}

function product(
  { geneId, productId, genome }: HomologyGene, { identity, similarity }: Likeness, { cigarLine, letters, isRow }: AlignedProduct, species: ComparaSpecies, form: HomologyForm,
): object {
  const its = species.genome(genome);
  const isShown = form.letters !== null;
  // One shape for all products: what is undefined is not written.
  return {
    id: geneId, species: its?.name ?? null, protein_id: productId, taxon_id: its?.taxonId ?? undefined, perc_id: identity, perc_pos: similarity,
    cigar_line: form.cigarLine ? cigarLine : undefined, seq: isShown && !isRow ? letters : undefined, align_seq: isShown && isRow ? letters : undefined,
  };
}
