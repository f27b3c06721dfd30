/** The heaviest requests that a release has data for: per operation the longest region, the most ids, all details. */
import { fillAddress, type ExampleValues } from '../../../src/release/example-values.ts';
import { at, present } from '../../../src/checked.ts';

/** A GET, or a POST with JSON or a VCF file. The path is below /rest. */
export interface Asked {
  path: string;
  body?: unknown;
  vcf?: string;
  accept?: string;
}

/** Sends a request. @returns the JSON of the answer, or null for an error */
export type Ask = (asked: Asked) => Promise<any>;

const WIDEST_OVERLAP = 5_000_000;
const LONGEST_SEQUENCE = 10_000_000;
const LONGEST_LINKAGE = 1_000_000;
/** Variants of one request and of an uploaded file. */
const [MOST_EFFECTS, UPLOADED] = [200, 20_000];
/** The maximum of ids for lookups and homologies; requests for sequences and variants use the first of them. */
const MOST_IDS = 1000;

const VCF_HEADER = '##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n';

/** Kinds of features that one request lists, in many formats. */
const KINDS = [
  'gene',
  'transcript',
  'cds',
  'exon',
  'repeat',
  'simple',
  'misc',
  'variation',
  'structural_variation',
  'regulatory',
  'motif',
];

export async function heavyRequests(values: ExampleValues, ask: Ask): Promise<Asked[]> {
  const species = present(values.species, 'species');
  const lengths = await regionsByLength(species, ask);
  const upTo = (longest: number) =>
    at(
      lengths.map(({ name, length }) => `${name}:1-${Math.min(longest, length)}`),
      0,
    );
  const overlap = `/overlap/region/${species}/${upTo(WIDEST_OVERLAP)}`;
  const genes: { id: string; external_name: string | null }[] = (await ask({ path: `${overlap}?feature=gene` })) ?? [];
  const ids = most(
    genes.map(({ id }) => id),
    MOST_IDS,
  );
  const symbols = most(
    genes.flatMap(({ external_name }) => external_name ?? []),
    MOST_IDS,
  );
  const variation: { id: string }[] = (await ask({ path: `${overlap}?feature=variation` })) ?? [];
  const variants = most(
    variation.map(({ id }) => id),
    200,
  );
  const sequence = `/sequence/region/${species}/${upTo(LONGEST_SEQUENCE)}`;
  const filled = (template: string): Asked[] => {
    const path = fillAddress(template, values);
    return path === null ? [] : [{ path }];
  };
  const in_ = (accept: string, asked: Asked[]) => asked.map((each) => ({ ...each, accept }));
  return [
    ...['application/json', 'text/x-gff3', 'text/xml', 'text/html'].map((accept) => ({
      path: `${overlap}?${KINDS.map((kind) => `feature=${kind}`).join(';')}`,
      accept,
    })),
    ...['application/json', 'text/x-fasta', 'text/plain', 'text/x-seqxml+xml', 'text/x-yaml', 'text/html'].map(
      (accept) => ({ path: sequence, accept }),
    ),
    { path: `${sequence.replace(/$/, ':-1')}?mask=soft` },
    { path: `${sequence}?mask_feature=1` },
    {
      path: `/sequence/region/${species}`,
      body: { regions: Array.from({ length: 50 }, () => upTo(LONGEST_SEQUENCE / 50)) },
    },
    ...['genomic', 'cdna', 'protein'].map((type) => ({
      path: `/sequence/id?type=${type};multiple_sequences=1;expand_5prime=50000`.replace(
        type === 'genomic' ? '' : ';expand_5prime=50000',
        '',
      ),
      body: { ids: ids.slice(0, 50) },
    })),
    ...['text/x-fasta', 'application/json'].flatMap((accept) =>
      in_(accept, [{ path: `/sequence/proteome/${species}` }]),
    ),
    ...['application/json', 'text/xml'].map((accept) => ({
      path: '/lookup/id?expand=1;utr=1;mane=1;phenotypes=1',
      body: { ids },
      accept,
    })),
    { path: `/lookup/symbol/${species}?expand=1`, body: { symbols } },
    { path: '/archive/id', body: { id: ids } },
    ...['application/json', 'text/xml'].map((accept) => ({
      path: `/homology/id/${values.homology_species ?? species}?sequence=cdna;compara=${values.homology_compara}`,
      body: { ids: accept === 'text/xml' ? ids.slice(0, 100) : ids },
      accept,
    })),
    {
      path: `/homology/symbol/${values.homology_species ?? species}?compara=${values.homology_compara}`,
      body: { symbols },
    },
    ...['pops=1;genotypes=1;phenotypes=1;population_genotypes=1;genotyping_chips=1'].flatMap((shown) => [
      { path: `/variation/${values.variation_species}?${shown}`, body: { ids: variants } },
    ]),
    { path: `/variant_recoder/${values.recoded_species ?? species}`, body: { ids: variants } },
    ...['application/json', 'text/x-phyloxml+xml', 'text/x-orthoxml+xml', 'text/x-nh'].flatMap((accept) =>
      in_(accept, filled('/genetree/id/{gene_tree}?compara={tree_compara};aligned=1;sequence=cdna;cigar_line=1')),
    ),
    ...filled('/genetree/id/{gene_tree}?compara={tree_compara};prune_species={species};aligned=1'),
    ...['application/json', 'text/x-phyloxml+xml'].flatMap((accept) =>
      in_(
        accept,
        filled('/alignment/region/{alignment_species}/').flatMap(({ path }) =>
          filled(
            `${path}${upTo(LONGEST_LINKAGE)}` +
              '?compara={alignment_compara};method={alignment_method};species_set_group={alignment_set}',
          ),
        ),
      ),
    ),
    ...filled('/vep/{vep_species}/region').map(({ path }) => ({
      path: `${path}?hgvs=1;protein=1;domains=1;numbers=1;canonical=1;uniprot=1;variant_class=1;mirna=1`,
      body: { variants: most([values.vep_line ?? ''], MOST_EFFECTS) },
    })),
    ...filled('/vep/{vep_species}/id').map(({ path }) => ({ path, body: { ids: variants } })),
    ...filled('/vep/{vep_species}/batch').map(({ path }) => ({
      path,
      vcf: `${VCF_HEADER}${`${(values.vep_record ?? '').replaceAll(' ', '\t')}\n`.repeat(UPLOADED)}`,
    })),
    ...filled(
      '/transcript_haplotypes/{haplotype_species}/{haplotype_transcript}?sequence=1;aligned_sequences=1;samples=1',
    ),
    ...filled(`/ld/{ld_species}/region/${upTo(LONGEST_LINKAGE)}/{ld_population}`),
    ...filled('/ld/{ld_species}/{ld_variant}/{ld_population}?attribs=1'),
    ...filled('/ontology/ancestors/{parent_term}'),
    ...filled('/ontology/name/%25a%25'),
    ...filled('/taxonomy/name/%25a%25'),
    ...filled('/taxonomy/classification/{taxon}'),
    ...filled(`/phenotype/region/{phenotype_species}/${upTo(LONGEST_SEQUENCE)}`),
    ...filled('/phenotype/gene/{phenotype_gene_species}/{phenotype_gene}?include_associated=1;include_overlap=1'),
    ...filled('/xrefs/id/{gene}?all_levels=1'),
    { path: `/xrefs/symbol/${species}/${symbols[0]}` },
    { path: '/info/species' },
    { path: '/info/genomes/division/EnsemblVertebrates?expand=1', accept: 'text/xml' },
    { path: `/info/assembly/${species}?bands=1;synonyms=1` },
    ...filled('/info/variation/populations/{population_species}'),
    ...filled('/regulatory/species/{microarray_species}/microarray/{microarray}/vendor/{vendor}'),
  ];
}

async function regionsByLength(species: string, ask: Ask): Promise<{ name: string; length: number }[]> {
  const assembly: { top_level_region: { name: string; length: number }[] } = await ask({
    path: `/info/assembly/${species}`,
  });
  return assembly.top_level_region.toSorted((a, b) => b.length - a.length);
}

/** `count` items of a list, repeated if it is shorter. An empty list stays empty. */
function most<T>(list: readonly T[], count: number): T[] {
  return list.length === 0 ? [] : Array.from({ length: count }, (_, each) => at(list, each % list.length));
}
