import { chooseTree } from '../../src/compara/gene-member.ts';
import type { GeneHead } from '../../src/genome/gene-record.ts';
import type { Samples } from '../../src/operation/samples.ts';
import { comparaName } from '../../src/release/compara-names.ts';
import type { Compara } from '../../src/release/compara.ts';
import type { Genome } from '../../src/release/genome.ts';
import { part, type AskedService } from './asked-service.ts';

/** Genomes of a database, and named genes of each, among which one is looked for: a release has hundreds, of twenty thousand. */
const GENOMES = 10;
const GENES = 500;

/** A gene that a comparative database knows. */
interface ComparedGene {
  compara: Compara;
  genome: Genome;
  gene: GeneHead;
}

/** Genes that have a tree, a tree with gains and losses, and homologues; each with a name, if there is any. */
export async function familySamples(service: AskedService): Promise<Samples> {
  return { ...await treeSamples(service, 'tree'), ...await treeSamples(service, 'cafe'), ...await homologySamples(service) };
}

async function treeSamples(service: AskedService, kind: 'tree' | 'cafe'): Promise<Samples> {
  const path = kind === 'tree' ? '/genetree' : '/cafe/genetree';
  for await (const { compara, genome, gene } of comparedGenes(service)) {
    const [members] = await compara.members([gene.id]);
    const species = await compara.species();
    const member = members!.find((each) => species.genome(each.genome)?.name === genome.species);
    const tree = member && chooseTree(member);
    if (!tree || (kind === 'cafe' && !tree.cafe)) continue;
    const { id } = await compara.geneTreeAt(tree.place);
    if (id === null) continue;
    const name = comparaName(compara.entry);
    const wanted = [`/member/id/${genome.species}/${gene.id}`, `/member/symbol/${genome.species}/${part(gene.displayName!)}`, `/id/${part(id)}`];
    if (!(await service.hasData(wanted.map((each) => `${path}${each}?compara=${part(name)}`)))) continue;
    const found = { compara: name, species: genome.species, gene: gene.id, symbol: gene.displayName! };
    return { [kind === 'tree' ? 'gene_tree' : 'cafe_tree']: id, ...Object.fromEntries(Object.entries(found).map(([key, value]) => [`${kind}_${key}`, value])) };
  }
  return {};
}

async function homologySamples(service: AskedService): Promise<Samples> {
  for await (const { compara, genome, gene } of comparedGenes(service)) {
    const [homologies] = await compara.homologies([gene.id]);
    if (homologies!.length === 0) continue;
    const name = comparaName(compara.entry);
    const shown = async (path: string): Promise<boolean> => ((await service.get(`${path}?compara=${part(name)}`))?.data?.[0]?.homologies ?? []).length > 0;
    if (!(await shown(`/homology/id/${genome.species}/${gene.id}`)) || !(await shown(`/homology/symbol/${genome.species}/${part(gene.displayName!)}`))) continue;
    return { homology_compara: name, homology_species: genome.species, homology_gene: gene.id, homology_symbol: gene.displayName! };
  }
  return {};
}

/** Named genes of the release that comparative databases hold, database by database. */
async function* comparedGenes(service: AskedService): AsyncGenerator<ComparedGene> {
  for (const entry of service.release.manifest.comparas ?? []) {
    if (!entry.tables?.['gene-members']) continue;
    const compara = service.release.compara(entry);
    let genomes = 0;
    for (const genome of service.genomes) {
      const named = (await service.genes(genome)).filter(({ displayName }) => displayName).slice(0, GENES);
      const members = await compara.members(named.map(({ id }) => id));
      if (members.some((found) => found.length > 0) && ++genomes > GENOMES) break;
      for (const [each, gene] of named.entries()) if (members[each]!.length > 0) yield { compara, genome, gene };
    }
  }
}
