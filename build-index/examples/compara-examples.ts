import { at, only } from '../../src/checked.ts';
import { chooseTree } from '../../src/compara/gene-member.ts';
import type { GeneHead } from '../../src/genome/gene-record.ts';
import type { ExampleValues } from '../../src/release/example-values.ts';
import { comparaName, type Compara } from '../../src/release/compara.ts';
import type { Genome } from '../../src/release/genome.ts';
import { part, type DraftService } from './draft-service.ts';
import { alignmentKey, alignmentNumber, decodeAlignmentRecord } from '../../src/compara/alignment-record.ts';
import { IntervalTable } from '../../src/index/tables/interval-table.ts';
import type { ComparaEntry } from '../../src/release/manifest.ts';

/** Limits of the search: genomes of a database, and named genes of each. A release has hundreds, with 20,000 genes. */
const GENOMES = 10;
const GENES = 500;
/** Limits of the search for alignments: genomes of a set, regions of each; and bases of the shown region. */
const ALIGNED_GENOMES = 5;
const ALIGNED_REGIONS = 100;
const SHOWN_BASES = 1000;

/** A named gene in a compara database. */
interface ComparedGene {
  compara: Compara;
  genome: Genome;
  gene: GeneHead & { displayName: string };
}

function isNamed(gene: GeneHead): gene is ComparedGene['gene'] {
  return Boolean(gene.displayName);
}

/** Named genes with a tree, a CAFE tree and homologues, and an aligned region. */
export async function comparaExamples(service: DraftService): Promise<ExampleValues> {
  return {
    ...(await treeExamples(service, 'tree')),
    ...(await treeExamples(service, 'cafe')),
    ...(await homologyExamples(service)),
    ...(await alignmentExamples(service)),
  };
}

async function treeExamples(service: DraftService, kind: 'tree' | 'cafe'): Promise<ExampleValues> {
  const path = kind === 'tree' ? '/genetree' : '/cafe/genetree';
  for await (const { compara, genome, gene } of comparedGenes(service)) {
    const members = only(await compara.members([gene.id]));
    const species = await compara.species();
    const member = members.find((each) => species.genome(each.genome)?.name === genome.species);
    const tree = member && chooseTree(member);
    if (!tree || (kind === 'cafe' && !tree.cafe)) continue;
    const { id } = await compara.geneTreeAt(tree.place);
    if (id === null) continue;
    const name = comparaName(compara.entry);
    const wanted = [
      `/member/id/${genome.species}/${gene.id}`,
      `/member/symbol/${genome.species}/${part(gene.displayName)}`,
      `/id/${part(id)}`,
    ];
    if (!(await service.hasData(wanted.map((each) => `${path}${each}?compara=${part(name)}`)))) continue;
    const found = { compara: name, species: genome.species, gene: gene.id, symbol: gene.displayName };
    return {
      [kind === 'tree' ? 'gene_tree' : 'cafe_tree']: id,
      ...Object.fromEntries(Object.entries(found).map(([key, value]) => [`${kind}_${key}`, value])),
    };
  }
  return {};
}

async function homologyExamples(service: DraftService): Promise<ExampleValues> {
  for await (const { compara, genome, gene } of comparedGenes(service)) {
    if (only(await compara.homologies([gene.id])).length === 0) continue;
    const name = comparaName(compara.entry);
    const shown = async (path: string): Promise<boolean> =>
      ((await service.get(`${path}?compara=${part(name)}`))?.data?.[0]?.homologies ?? []).length > 0;
    if (
      !(await shown(`/homology/id/${genome.species}/${gene.id}`)) ||
      !(await shown(`/homology/symbol/${genome.species}/${part(gene.displayName)}`))
    )
      continue;
    return {
      homology_compara: name,
      homology_species: genome.species,
      homology_gene: gene.id,
      homology_symbol: gene.displayName,
    };
  }
  return {};
}

/** Named genes of the release in compara databases, database by database. */
async function* comparedGenes(service: DraftService): AsyncGenerator<ComparedGene> {
  for (const entry of service.release.manifest.comparas ?? []) {
    if (!entry.tables?.['gene-members']) continue;
    const compara = service.release.compara(entry);
    let genomes = 0;
    for (const genome of service.genomes) {
      const named = (await service.genes(genome)).filter(isNamed).slice(0, GENES);
      const members = await compara.members(named.map(({ id }) => id));
      if (members.some((found) => found.length > 0) && ++genomes > GENOMES) break;
      for (const [each, gene] of named.entries()) if (at(members, each).length > 0) yield { compara, genome, gene };
    }
  }
}

/** A region in the alignment of a named set of species that the release contains completely. */
async function alignmentExamples(service: DraftService): Promise<ExampleValues> {
  const { release } = service;
  for (const entry of release.manifest.comparas ?? []) {
    const { alignments } = entry;
    if (!alignments) continue;
    const { methods, speciesSets } = await release.comparaMethods(entry);
    const aligning = methods
      .filter(({ class: its }) => its.startsWith('GenomicAlign'))
      .flatMap(({ type }) => speciesSets[type] ?? []);
    for (const { method, species_set_group: set, species_set: species } of aligning) {
      if (set === '' || !species.every((name) => release.speciesNamed(name))) continue;
      for (const genome of service.genomes.filter((each) => species.includes(each.species)).slice(0, ALIGNED_GENOMES)) {
        const { topLevel } = await genome.info();
        for (const { name } of topLevel.slice(0, ALIGNED_REGIONS)) {
          const place = await firstAligned(
            service,
            alignments,
            alignmentKey(genome.species, name, method, { group: set }),
          );
          if (!place) continue;
          const region = `${name}:${place.start}-${Math.min(place.end, place.start + SHOWN_BASES - 1)}`;
          const query = `?compara=${part(comparaName(entry))};method=${method};species_set_group=${part(set)}`;
          if (!(await service.get(`/alignment/region/${genome.species}/${part(region)}${query}`))) continue;
          return {
            alignment_compara: comparaName(entry),
            alignment_species: genome.species,
            alignment_region: region,
            alignment_method: method,
            alignment_set: set,
          };
        }
      }
    }
  }
  return {};
}

async function firstAligned(
  { reader }: DraftService,
  { references }: NonNullable<ComparaEntry['alignments']>,
  key: string,
): Promise<{ start: number; end: number } | null> {
  const table = new IntervalTable(references, reader);
  for await (const found of table.eachOverlapping({ region: alignmentNumber(key), start: 1, end: 0xffff_ffff })) {
    const first = found.find(({ payload }) => decodeAlignmentRecord(payload).key === key);
    if (first) return first;
  }
  return null;
}
