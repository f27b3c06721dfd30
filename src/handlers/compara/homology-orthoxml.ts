/** Homologies of genes as OrthoXML, one group per homology. */
import { at } from '../../checked.ts';
import type { ComparedProduct } from '../../compara/compared-product.ts';
import { dnDsRatio, type HomologyScores } from '../../compara/homology-details.ts';
import type { GeneHomologies, HomologyGene } from '../../compara/homology-record.ts';
import { printedNumber } from '../../printed-number.ts';
import type { ComparaSpecies } from '../../compara/species.ts';
import {
  geneText,
  groupText,
  orthoxml,
  property,
  score,
  type OrthoGroup,
  type OrthoSpecies,
} from '../../formats/orthoxml.ts';
import { joinText } from '../../formats/text-stream.ts';
import type { Compara } from '../../release/compara.ts';
import { readProducts, type FoundGene, type GeneProducts } from './homology-value.ts';
import { textCache, type Texts } from './text-cache.ts';
import { orthoSpecies, taxonProperties } from './taxon-answer.ts';

/** The document of all wanted homologies. One wave of reads for products, whose ids it shows. */
export async function homologiesOrthoxml(
  found: readonly FoundGene[],
  version: number,
  compara: Compara,
  species: ComparaSpecies,
): Promise<string> {
  const products = await readProducts(found, compara);
  const compared = found
    .map((each, which) => ({ ...each, products: at(products, which) }))
    .filter(({ wanted }) => wanted.length > 0);
  return joinText(
    orthoxml({
      originVersion: String(version),
      species: speciesOf(compared, compara, species),
      groups: groupsOf(compared, compara, species),
    }),
  );
}

type ComparedGene = FoundGene & { products: GeneProducts };

function speciesOf(found: readonly ComparedGene[], compara: Compara, species: ComparaSpecies): OrthoSpecies[] {
  const genes = new Map<number, Map<number, string>>();
  const kept = textsOf('gene', compara, species);
  const add = (record: GeneHomologies, gene: HomologyGene, product: ComparedProduct | null) => {
    const { geneId, productId, genome } = gene;
    const [id, peptide] = product ? [product.id, product.peptide] : [0, false];
    let known = genes.get(genome);
    if (!known) genes.set(genome, (known = new Map()));
    known.set(id, kept.get(gene) ?? kept.keep(gene, geneText({ id, geneId, productId, peptide }), record));
  };
  for (const {
    record,
    products: { own, homologues },
    wanted,
  } of found) {
    add(record, record.gene, own);
    for (const [which, index] of wanted.entries())
      add(record, at(record.homologies, index).target, at(homologues, which));
  }
  return [...genes].map(([genome, members]) => ({
    ...orthoSpecies(species.genome(genome)),
    genes: [...members.values()],
  }));
}

function* groupsOf(found: readonly ComparedGene[], compara: Compara, species: ComparaSpecies): Generator<string> {
  // If two genes of the request are homologous, their homology occurs twice.
  const seen = new Set<number>();
  const kept = textsOf('homology', compara, species);
  for (const {
    record,
    products: { own, homologues },
    wanted,
  } of found) {
    const { of } = record.details();
    for (const [which, index] of wanted.entries()) {
      const { id } = of(index);
      const homology = at(record.homologies, index);
      if (!seen.has(id))
        yield kept.get(homology) ??
          kept.keep(
            homology,
            joinText(groupText(groupOf(record, index, own?.id ?? 0, at(homologues, which).id, species))),
            record,
          );
      seen.add(id);
    }
  }
}

/** Cached texts; the key includes products, since releases may share homologies but not products. */
function textsOf(part: string, compara: Compara, species: ComparaSpecies): Texts {
  return textCache.of(species, `${part} as OrthoXML ${compara.entry.tables?.['member-sequences']?.object}`);
}

function groupOf(
  { homologies, details }: GeneHomologies,
  index: number,
  own: number,
  homologue: number,
  species: ComparaSpecies,
): OrthoGroup {
  const { method, type, speciesTreeNode } = at(homologies, index);
  const { id, source, target, scores, treeCompliant, highConfidence } = details().of(index);
  const notes = [...scoreNotes(scores), ...taxonProperties(speciesTreeNode, species), property('description', type)];
  if (treeCompliant !== null) notes.push(property('is_tree_compliant', treeCompliant));
  if (highConfidence !== null) notes.push(property('is_high_confidence', highConfidence));
  return {
    kind: method === 'ENSEMBL_PARALOGUES' ? 'paralogGroup' : 'orthologGroup',
    id,
    notes,
    members: [
      { gene: own, notes: [identityScore(source.identity)] },
      { gene: homologue, notes: [identityScore(target.identity)] },
    ],
  };
}

function scoreNotes(scores: HomologyScores): string[] {
  const notes: string[] = [];
  const note = (name: keyof HomologyScores) => {
    const value = scores[name];
    if (value !== undefined) notes.push(score(name, value));
  };
  for (const name of ['n', 's', 'dn', 'ds', 'lnl'] as const) note(name);
  const ratio = dnDsRatio(scores);
  if (ratio !== null) notes.push(score('dnds_ratio', ratio));
  note('goc_score');
  note('wga_coverage');
  return notes;
}

function identityScore(identity: number): string {
  return score('perc_identity', printedNumber(identity));
}
