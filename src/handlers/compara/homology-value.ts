/** Homologies of genes as plain data, for JSON and XML. */
import { at } from '../../checked.ts';
import { dnDsRatio, type Percentages, type CigarLines } from '../../compara/homology-details.ts';
import type { GeneHomologies, HomologyGene } from '../../compara/homology-record.ts';
import type { ComparaSpecies } from '../../compara/species.ts';
import type { Compara } from '../../release/compara.ts';
import { alignedSequence, cigarLineOf, pairedLetters, pairedRows, type PairedRow } from '../../compara/cigar-line.ts';
import type { ComparedProduct } from '../../compara/compared-product.ts';
import type { RecordLocation } from '../../index/blocks/object-sink.ts';

export interface HomologyForm extends AlignmentForm {
  condensed: boolean;
}

export interface GeneValue {
  /** The id as sent. */
  id: string;
  homologies: object[];
}

/** Whether an answer needs products: their sequences, or their rows of the alignment for cigar lines. */
export function needsProducts({ condensed, letters, cigarLine }: HomologyForm): boolean {
  return !condensed && (letters !== null || cigarLine);
}

/** One value per gene. One wave of reads for all products. */
export async function homologyValues(
  found: readonly FoundGene[],
  compara: Compara,
  species: ComparaSpecies,
  form: HomologyForm,
): Promise<GeneValue[]> {
  if (form.condensed)
    return found.map(({ requested, record, wanted }) => ({
      id: requested,
      homologies: wanted.map((index) => condensed(record, index, species)),
    }));
  const products = needsProducts(form) ? await readProducts(found, compara) : null;
  return found.map((each, which) => ({
    id: each.requested,
    homologies: full(each, products?.[which] ?? null, species, form),
  }));
}

function condensed({ homologies }: GeneHomologies, index: number, species: ComparaSpecies): object {
  const { type, method, speciesTreeNode, target } = at(homologies, index);
  return {
    type,
    taxonomy_level: levelOf(speciesTreeNode, species),
    method_link_type: method,
    id: target.geneId,
    protein_id: target.productId,
    species: species.genome(target.genome)?.name ?? null,
  };
}

function full(
  { record, wanted }: FoundGene,
  products: GeneProducts | null,
  species: ComparaSpecies,
  form: HomologyForm,
): object[] {
  if (wanted.length === 0) return [];
  const { of } = record.details();
  return wanted.map((index, which) => {
    const { type, method, speciesTreeNode, target: gene } = at(record.homologies, index);
    const { source, target, scores, cigarLines } = of(index);
    const [own, homologue] = products
      ? alignedPair(products.own, at(products.homologues, which), cigarLines, form)
      : [NOT_SHOWN, NOT_SHOWN];
    return {
      type,
      taxonomy_level: levelOf(speciesTreeNode, species),
      method_link_type: method,
      dn_ds: Number(dnDsRatio(scores) ?? 0) || null,
      source: product(record.gene, source, own, species, form),
      target: product(gene, target, homologue, species, form),
    };
  });
}

function levelOf(speciesTreeNode: number | null, species: ComparaSpecies): string | null {
  return species.node(speciesTreeNode)?.name ?? null;
}

function product(
  { geneId, productId, genome }: HomologyGene,
  { identity, similarity }: Percentages,
  { cigarLine, letters, isRow }: AlignedProduct,
  species: ComparaSpecies,
  form: HomologyForm,
): object {
  const compared = species.genome(genome);
  const isShown = form.letters !== null;
  // The same keys for all products, for speed; JSON omits undefined values.
  return {
    id: geneId,
    species: compared?.name ?? null,
    protein_id: productId,
    taxon_id: compared?.taxonId ?? undefined,
    perc_id: identity,
    perc_pos: similarity,
    cigar_line: form.cigarLine ? cigarLine : undefined,
    seq: isShown && !isRow ? letters : undefined,
    align_seq: isShown && isRow ? letters : undefined,
  };
}

interface AlignmentForm {
  /** Sequences to show: of the product, its coding sequence, or none. */
  letters: 'product' | 'coding' | null;
  aligned: boolean;
  cigarLine: boolean;
}

/** Alignment of one product; null for values that are unknown or not shown. */
interface AlignedProduct {
  cigarLine: string | null;
  letters: string | null;
  /** Whether `letters` includes gaps. */
  isRow: boolean;
}

const NOT_SHOWN: AlignedProduct = { cigarLine: null, letters: null, isRow: false };

/** @param cigarLines null if they are derived from the products' rows in the alignment of the tree */
function alignedPair(
  own: ComparedProduct | null,
  homologue: ComparedProduct,
  cigarLines: CigarLines | null,
  form: AlignmentForm,
): [source: AlignedProduct, target: AlignedProduct] {
  if (cigarLines) return [withLine(own, cigarLines[0], form), withLine(homologue, cigarLines[1], form)];
  const rows = own && pairedRows(own.row, homologue.row);
  return rows
    ? [withRow(own, rows[0], form), withRow(homologue, rows[1], form)]
    : [withLine(own, null, form), withLine(homologue, null, form)];
}

function withRow(product: ComparedProduct, row: PairedRow, form: AlignmentForm): AlignedProduct {
  const letters = lettersOf(product, form);
  return {
    cigarLine: form.cigarLine ? cigarLineOf(row) : null,
    isRow: form.aligned,
    letters: form.aligned && letters !== null ? pairedLetters(letters, row, lettersPerColumn(product, form)) : letters,
  };
}

function withLine(product: ComparedProduct | null, cigarLine: string | null, form: AlignmentForm): AlignedProduct {
  const isRow = form.aligned && !!cigarLine;
  if (!product) return { cigarLine, isRow, letters: null };
  const letters = lettersOf(product, form);
  return {
    cigarLine,
    isRow,
    letters: isRow && letters !== null ? alignedSequence(letters, cigarLine, lettersPerColumn(product, form)) : letters,
  };
}

function lettersOf(product: ComparedProduct, { letters }: AlignmentForm): string | null {
  return letters && product.letters(letters === 'coding');
}

function lettersPerColumn({ peptide }: ComparedProduct, { letters }: AlignmentForm): number {
  return letters === 'coding' && peptide ? 3 : 1;
}

/** A requested gene and its wanted homologies. */
export interface FoundGene {
  /** The id as sent. */
  requested: string;
  record: GeneHomologies;
  /** Indices into record.homologies. */
  wanted: readonly number[];
}

/** The products of a gene and its homologues. */
export interface GeneProducts {
  /** Null for a gene without product. */
  own: ComparedProduct | null;
  /** In the order of `wanted`. */
  homologues: readonly ComparedProduct[];
}

/** Reads the products of genes and their wanted homologues. One wave of reads. */
export async function readProducts(found: readonly FoundGene[], compara: Compara): Promise<GeneProducts[]> {
  const places: RecordLocation[] = [];
  const need = (place: RecordLocation) => places.push(place) - 1;
  const needed = found.map(({ record, wanted }) => {
    if (wanted.length === 0) return { own: null, homologues: [] };
    const { product, targets } = record.details();
    return { own: product && need(product), homologues: wanted.map((index) => need(at(targets, index))) };
  });
  const read = await compara.productsAt(places);
  return needed.map(({ own, homologues }) => ({
    own: own === null ? null : at(read, own),
    homologues: homologues.map((which) => at(read, which)),
  }));
}
