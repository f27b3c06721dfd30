/** The limits of reads per request: reads.test.ts asserts them, docs/performance.md shows them. */

export interface PromisedReads {
  /** The name in the documentation. */
  operation: string;
  /** Path below /rest, on the demo data. */
  path: string;
  body?: unknown;
  /** Waves of a process that has just started. The first one reads the root. */
  cold: number;
  /** Waves with the root in memory. */
  root: number;
  /** Waves with the root and the directories of all tables in memory, but no records. */
  directories: number;
  /** Single reads with the root in memory; a wave can have several. */
  reads: number;
  /** Maximum of KiB that are read with the root in memory. */
  kib: number;
}

const SPECIES = 'fictomys_demonstrans';
const GENE = 'DEMOAG00000000001';
const GENES = Array.from({ length: 40 }, (_, each) => `DEMOAG${String(each + 1).padStart(11, '0')}`);
const ACCESSIONS = Array.from({ length: 40 }, (_, each) => String(9_000_001 + each));
const TRANSCRIPT = 'DEMOAT00000000001';
const KINDS = ['gene', 'transcript', 'exon', 'cds', 'mane', 'repeat', 'simple', 'misc', 'band', 'regulatory', 'motif']
  .map((kind) => `feature=${kind}`)
  .join(';');
const REGIONS = Array.from({ length: 50 }, (_, each) => `1:${1 + each * 2000}-${each * 2000 + 2500}`);

function promise(
  operation: string,
  path: string,
  [cold, root, directories]: [cold: number, root: number, directories: number],
  reads: number,
  kib: number,
  body?: unknown,
): PromisedReads {
  return { operation, path, cold, root, directories, reads, kib, ...(body === undefined ? {} : { body }) };
}

export const PROMISED: readonly PromisedReads[] = [
  promise('info/ping, info/species', '/info/species', [1, 0, 0], 0, 0),
  promise('lookup/id', `/lookup/id/${GENE}`, [3, 2, 2], 2, 32),
  promise('lookup/id, expanded', `/lookup/id/${GENE}?expand=1;utr=1;mane=1`, [3, 2, 2], 2, 32),
  promise('lookup/id, expanded, with phenotypes', `/lookup/id/${GENE}?expand=1;phenotypes=1`, [3, 2, 2], 3, 32),
  promise('lookup/id of an unknown id', '/lookup/id/NOSUCHID1', [2, 1, 1], 1, 16),
  promise('lookup/symbol', `/lookup/symbol/${SPECIES}/DEMCHN1?expand=1`, [3, 2, 2], 2, 32),
  promise('sequence/region', `/sequence/region/${SPECIES}/1:10000..10100:1?mask=soft`, [3, 2, 2], 2, 80),
  promise(
    'sequence/region, 50 regions with exons in upper case',
    `/sequence/region/${SPECIES}?mask_feature=1`,
    [3, 2, 2],
    3,
    96,
    { regions: REGIONS },
  ),
  promise('sequence/id', `/sequence/id/${TRANSCRIPT}?type=cdna`, [4, 3, 3], 4, 96),
  promise('xrefs/id', `/xrefs/id/${GENE}?all_levels=1`, [3, 2, 2], 2, 32),
  promise('xrefs/symbol, xrefs/name', `/xrefs/symbol/${SPECIES}/DEMCHN1`, [2, 1, 1], 1, 16),
  promise('overlap/region, genes of 100 kb', `/overlap/region/${SPECIES}/1:1-100000?feature=gene`, [3, 2, 2], 2, 32),
  promise(
    'overlap/region, eleven kinds of features of 100 kb',
    `/overlap/region/${SPECIES}/1:1-100000?${KINDS}`,
    [4, 3, 3],
    8,
    48,
  ),
  promise('overlap/id, eleven kinds of features', `/overlap/id/${GENE}?${KINDS}`, [4, 3, 3], 7, 48),
  promise('overlap/translation', '/overlap/translation/DEMOAP00000000001', [3, 2, 2], 3, 32),
  promise(
    'overlap/region, variants of 100 kb',
    `/overlap/region/${SPECIES}/1:1-100000?feature=variation;feature=structural_variation;so_term=missense_variant`,
    [3, 2, 2],
    3,
    32,
  ),
  promise(
    'overlap/region, constrained elements of 100 kb',
    `/overlap/region/${SPECIES}/1:1-100000?feature=constrained;species_set=demo`,
    [3, 2, 2],
    2,
    16,
  ),
  promise(
    'overlap/translation, with variants',
    '/overlap/translation/DEMOAP00000000001?feature=transcript_variation',
    [4, 3, 3],
    3,
    32,
  ),
  promise('info/assembly', `/info/assembly/${SPECIES}`, [2, 1, 1], 1, 8),
  promise('info/assembly, with bands', `/info/assembly/${SPECIES}?bands=1`, [4, 3, 3], 3, 16),
  promise('map/cdna, map/cds, map/translation', `/map/cdna/${TRANSCRIPT}/100..300`, [3, 2, 2], 2, 32),
  promise('map between assemblies', `/map/${SPECIES}/DEMO0/1:20001..60000:1/DEMO1`, [3, 2, 2], 3, 16),
  promise('phenotype/region', `/phenotype/region/${SPECIES}/1:1-100000`, [3, 2, 2], 2, 16),
  promise('phenotype/gene', `/phenotype/gene/${SPECIES}/DEMCHN1`, [3, 2, 2], 2, 32),
  promise(
    'phenotype/gene, with associated and overlapping',
    `/phenotype/gene/${SPECIES}/DEMCHN1?include_associated=1;include_overlap=1`,
    [4, 3, 3],
    5,
    48,
  ),
  promise('phenotype/accession', `/phenotype/accession/${SPECIES}/DEMOGO:0000003`, [2, 1, 1], 1, 16),
  promise('transcript_haplotypes', `/transcript_haplotypes/${SPECIES}/DEMOAT00000000012`, [4, 3, 3], 9, 160),
  promise(
    'ga4gh/beacon/query',
    '/ga4gh/beacon/query?referenceName=1;start=8211;referenceBases=G;alternateBases=A;assemblyId=DEMO1',
    [4, 3, 3],
    6,
    96,
  ),
  promise('variation', `/variation/${SPECIES}/demors1`, [2, 1, 1], 1, 16),
  promise(
    'variation, with all details',
    `/variation/${SPECIES}/demooldrs1?pops=1;genotypes=1;phenotypes=1;genotyping_chips=1;population_genotypes=1`,
    [2, 1, 1],
    4,
    32,
  ),
  promise('variation of an unknown name', `/variation/${SPECIES}/nosuchname`, [2, 1, 1], 1, 16),
  promise('variation, three names', `/variation/${SPECIES}`, [2, 1, 1], 1, 16, {
    ids: ['demors1', 'demosv1', 'demosnv4'],
  }),
  promise('variant_recoder, by id', `/variant_recoder/${SPECIES}/demors1`, [4, 3, 3], 5, 160),
  promise(
    'variant_recoder, by HGVS on a transcript',
    `/variant_recoder/${SPECIES}/${TRANSCRIPT}:c.120C>T`,
    [4, 3, 3],
    6,
    160,
  ),
  promise(
    'variant_recoder, by a residue with a codon in two exons',
    `/variant_recoder/${SPECIES}/DEMOAP00000000001:p.Arg137Trp`,
    [5, 4, 4],
    6,
    160,
  ),
  promise('variation/pmid', `/variation/${SPECIES}/pmid/90000001`, [2, 1, 1], 1, 16),
  promise('archive/id', '/archive/id/DEMOAG90000000001', [2, 1, 1], 2, 16),
  promise('ontology/id, taxonomy/id', '/ontology/id/DEMOGO:0000003', [2, 1, 1], 1, 8),
  promise('ontology/ancestors, taxonomy/classification', '/ontology/ancestors/DEMOGO:0000101', [3, 2, 2], 2, 8),
  promise('ontology/name, taxonomy/name', '/taxonomy/name/demo%20mouse', [4, 3, 2], 3, 8),
  promise('genetree/id, cafe/genetree/id', '/genetree/id/DEMOGT00000000001?aligned=1', [2, 1, 1], 3, 64),
  promise('genetree/member/id', `/genetree/member/id/${SPECIES}/${GENE}`, [3, 2, 2], 6, 64),
  promise('genetree/member/id, of an exon', `/genetree/member/id/${SPECIES}/DEMOAE00000000001`, [3, 2, 2], 6, 96),
  promise('genetree/member/symbol', `/genetree/member/symbol/${SPECIES}/DEMCHN1`, [3, 2, 2], 5, 64),
  promise('genetree/member/symbol, by a synonym', `/genetree/member/symbol/${SPECIES}/DEMCHN1-OLD`, [3, 2, 2], 5, 96),
  promise(
    'genetree/member/symbol, by an accession',
    `/genetree/member/symbol/${SPECIES}/DN:00001?clusterset_id=default`,
    [3, 2, 2],
    5,
    96,
  ),
  promise('cafe/genetree/member/id', `/cafe/genetree/member/id/${SPECIES}/${GENE}`, [3, 2, 2], 5, 64),
  promise('cafe/genetree/member/symbol', `/cafe/genetree/member/symbol/${SPECIES}/DEMCHN1-OLD`, [3, 2, 2], 4, 64),
  promise('homology/id', `/homology/id/${SPECIES}/${GENE}`, [3, 2, 2], 3, 64),
  promise('homology/symbol', `/homology/symbol/${SPECIES}/DEMCHN1`, [3, 2, 2], 5, 64),
  promise('homology/symbol, by an accession', `/homology/symbol/${SPECIES}/9000001?sequence=cdna`, [3, 2, 2], 5, 96),
  promise('homology/id, condensed', `/homology/id/${SPECIES}/${GENE}?format=condensed`, [2, 1, 1], 2, 32),
  promise('homology/id, cigar lines only', `/homology/id/${SPECIES}/${GENE}?sequence=none`, [3, 2, 2], 3, 64),
  promise(
    'homology/id, without sequences and cigar lines',
    `/homology/id/${SPECIES}/${GENE}?sequence=none;cigar_line=0`,
    [2, 1, 1],
    2,
    32,
  ),
  promise('homology/id, sixteen genes', `/homology/id/${SPECIES}`, [3, 2, 2], 3, 96, { ids: GENES.slice(0, 16) }),
  promise('homology/id, forty genes', `/homology/id/${SPECIES}`, [3, 2, 2], 3, 128, { ids: GENES }),
  promise('homology/symbol, sixteen synonyms and accessions', `/homology/symbol/${SPECIES}`, [3, 2, 2], 5, 128, {
    symbols: ['DEMCHN1-OLD', ...ACCESSIONS.slice(1, 16)],
  }),
  promise('homology/symbol, forty accessions', `/homology/symbol/${SPECIES}`, [3, 2, 2], 5, 160, {
    symbols: ACCESSIONS,
  }),
  promise(
    'alignment/region, multiple',
    `/alignment/region/${SPECIES}/1:1-1000?species_set_group=demo`,
    [3, 2, 2],
    9,
    512,
  ),
  promise(
    'alignment/region, pairwise',
    `/alignment/region/${SPECIES}/1:1-1000?method=LASTZ_NET;species_set=demo_mouse;species_set=demo_vole`,
    [3, 2, 2],
    6,
    256,
  ),
  promise('vep/region, one substitution', `/vep/${SPECIES}/region/1:8212-8212:1/A`, [3, 2, 2], 5, 512),
  promise('vep/region, in a motif', `/vep/${SPECIES}/region/1:14987-14987:1/A`, [4, 3, 3], 7, 512),
  promise('vep/id', `/vep/${SPECIES}/id/demors1`, [4, 3, 3], 6, 512),
  promise('vep/hgvs, on the genome', `/vep/${SPECIES}/hgvs/1:g.8212G%3EA`, [4, 3, 3], 5, 512),
];

/** The rows of docs/performance.md. */
export function readsTable(): string {
  const rows = PROMISED.map(
    ({ operation, cold, root, directories, reads }) =>
      `| ${operation} | ${cold} | ${root} | ${directories} | ${reads} |`,
  );
  return [
    '| operation | just started | root in memory | directories too | single reads, root in memory |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
