/** Small genomes of files in every format that `build` reads, as the valid start of each case of files.ts. */

const BASES = `CCCCCCCCCC${'ATGAAACCCGGGTTTTGGTAA'}CCCCCCCCC${'ATGAAACCCGGGTTTTGGTAA'}${'C'.repeat(39)}`;
const FASTA = `>chr1 a chromosome\n${BASES.slice(0, 60)}\n${BASES.slice(60)}\n`;

const gff3 = (id: string, start: number) =>
  `chr1\tmade\tgene\t${start}\t${start + 20}\t.\t+\t.\tID=${id};Name=${id.toUpperCase()};description=a gene%2C made\n` +
  `chr1\tmade\tmRNA\t${start}\t${start + 20}\t.\t+\t.\tID=${id}.1;Parent=${id};Dbxref=GO:0000001\n` +
  `chr1\tmade\tCDS\t${start}\t${start + 20}\t.\t+\t0\tID=${id}.p;Parent=${id}.1;protein_id=${id}.p\n`;
const gtf = (id: string, start: number) =>
  ['gene', 'transcript', 'exon', 'CDS']
    .map(
      (type) =>
        `chr1\tmade\t${type}\t${start}\t${start + 20}\t.\t+\t${type === 'CDS' ? 0 : '.'}\tgene_id "${id}"; ` +
        `gene_name "${id.toUpperCase()}"; transcript_id "${id}.1"; exon_number "1"; protein_id "${id}.p";\n`,
    )
    .join('');

const GENES_A = `##gff-version 3\n##sequence-region chr1 1 100\n${gff3('ma', 11)}${gff3('mb', 41)}`;
const GENES_B = `##gff-version 3\n${gff3('ra', 11)}${gff3('rb', 41)}`;

const GENBANK = `LOCUS       MADE1                    100 bp    DNA     linear   BCT 01-JAN-2024
DEFINITION  A made sequence.
ACCESSION   MADE1
VERSION     MADE1.1
SOURCE      Mus madeus
  ORGANISM  Mus madeus
            Eukaryota; Metazoa.
FEATURES             Location/Qualifiers
     source          1..100
                     /organism="Mus madeus"
                     /mol_type="genomic DNA"
                     /db_xref="taxon:101"
     gene            11..31
                     /gene="ma"
                     /locus_tag="MA_1"
     CDS             join(11..20,21..31)
                     /gene="ma"
                     /locus_tag="MA_1"
                     /codon_start=1
                     /transl_table=11
                     /product="a protein, made"
                     /protein_id="MAP_1.1"
                     /db_xref="GeneID:12"
                     /translation="MKPGFW"
     tRNA            complement(41..61)
                     /locus_tag="MA_2"
                     /product="tRNA-Ala"
ORIGIN
        1 ${BASES.slice(0, 60).toLowerCase()}
       61 ${BASES.slice(60).toLowerCase()}
//
`;
const EMBL = `ID   MADE1; SV 1; linear; genomic DNA; STD; PRO; 100 BP.
XX
AC   MADE1;
XX
DE   A made sequence.
XX
OS   Mus madeus
OC   Eukaryota; Metazoa.
XX
FH   Key             Location/Qualifiers
FH
FT   source          1..100
FT                   /organism="Mus madeus"
FT                   /db_xref="taxon:101"
FT   gene            11..31
FT                   /gene="ma"
FT                   /locus_tag="MA_1"
FT   CDS             11..31
FT                   /locus_tag="MA_1"
FT                   /product="a protein, made"
FT                   /protein_id="MAP_1.1"
XX
SQ   Sequence 100 BP;
     ${BASES.slice(0, 60).toLowerCase()}        60
     ${BASES.slice(60).toLowerCase()}        100
//
`;
const VCF = `##fileformat=VCFv4.2
##INFO=<ID=AF,Number=A,Type=Float,Description="Frequency">
##contig=<ID=chr1,length=100>
#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tS1\tS2
chr1\t14\trs1;old1\tA\tG,T\t.\tPASS\tAF=0.1,0.2;AA=A\tGT\t0|1\t1|2
chr1\t20\trs2\tGGG\tG\t9\tPASS\t.\tGT\t0/1\t./.
chr1\t45\t.\tA\t<DEL>\t.\tPASS\tSVTYPE=DEL;END=60\tGT\t0|0\t0|1
`;
const OBO = `format-version: 1.2
ontology: go

[Term]
id: GO:0000001
name: making
namespace: molecular_function
def: "To make." [made:1]

[Term]
id: GO:0000002
name: making more
namespace: molecular_function
synonym: "more" RELATED []
is_a: GO:0000001 ! making
relationship: part_of GO:0000001
`;
const GAF =
  '!gaf-version: 2.2\nMADE\tma\tma\tenables\tGO:0000001\tPMID:1\tIDA\t\tF\t\tma\tprotein\ttaxon:101\t20240101\tM\t\t\n';
const XREFS =
  'id\tdbname\tprimary_id\tdisplay_id\tsynonyms\nma\tHGNC\tX1\tXONE\tone|eins\nmb.p\tUniprot/SWISSPROT\tP1\tPONE\t\n';
const PHENOTYPES =
  'id\tregion\tdescription\ttype\tsignificant\taccession\tsource\nma\t\tPale\t\t\tTO:0000326\tMade\n' +
  '\tchr1:5-9:-1\ttwo\tQTL\t1\t\t\n';
const CHAIN = 'chain 9 old1 90 + 0 90 chr1 100 - 0 90 7\n50 10 10\n30\n';
const MAF = `##maf version=1
a score=1
s MM1.chr1 10 21 + 100 ATGAAACCCGGGTTTTGGTAA
s RM1.chr1 10 20 + 100 ATGAAACCCGGGTTTTGGTA-
`;
const NEWICK = '((ma:0.1,ra.1:0.2)95:0.05,(mb.p:0.1,rb:0.1):0.1);';
const NODES = '1\t|\t1\t|\tno rank\t|\t\t|\t8\t|\t0\t|\t1\t|\n101\t|\t1\t|\tspecies\t|\tMM\t|\t4\t|\t1\t|\t1\t|\n';
const NAMES = '1\t|\troot\t|\t\t|\tscientific name\t|\n101\t|\tMus madeus\t|\t\t|\tscientific name\t|\n';

const MUS = 'species: Mus madeus, assembly: MM1, taxon: 101, fasta: a.fa, gff3: a.gff3';
const RATTUS = 'species: Rattus madeus, assembly: RM1, taxon: 102, fasta: b.fa, gff3: b.gff3';
const TWO = `genomes:\n  - { ${MUS} }\n  - { ${RATTUS} }\n`;
const of = (...more: string[]) => `genomes:\n  - { ${[MUS, ...more].join(', ')} }\n`;

/** The configuration file of a case, the files that it names, and the one of them that is changed. */
export interface FileInput {
  format: string;
  changed: string;
  files: Readonly<Record<string, string>>;
}

const input = (format: string, changed: string, config: string, files: Record<string, string> = {}): FileInput => ({
  format,
  changed,
  files: { 'genomes.yaml': config, 'a.fa': FASTA, 'a.gff3': GENES_A, ...files },
});
const OTHER = { 'b.fa': FASTA, 'b.gff3': GENES_B };

export const FILE_INPUTS: readonly FileInput[] = [
  input('FASTA', 'a.fa', of()),
  input('GFF3', 'a.gff3', of()),
  input('GTF', 'a.gtf', 'genomes: [{ species: Mus madeus, fasta: a.fa, gtf: a.gtf }]', { 'a.gtf': gtf('ma', 11) }),
  input('GenBank', 'a.gb', 'genomes: [{ flat: a.gb }]', { 'a.gb': GENBANK }),
  input('EMBL', 'a.embl', 'genomes: [{ flat: a.embl }]', { 'a.embl': EMBL }),
  input('VCF', 'a.vcf', of('vcf: a.vcf'), { 'a.vcf': VCF }),
  input('OBO', 'go.obo', `ontology: go.obo\n${of('gaf: a.gaf')}`, { 'go.obo': OBO, 'a.gaf': GAF }),
  input('GAF', 'a.gaf', of('gaf: a.gaf'), { 'a.gaf': GAF }),
  input('TSV', 'x.tsv', of('xrefs: x.tsv'), { 'x.tsv': XREFS }),
  input('TSV', 'p.tsv', of('phenotypes: p.tsv'), { 'p.tsv': PHENOTYPES }),
  input('TSV', 'r.tsv', of('rename: r.tsv'), { 'r.tsv': '1 chr1\n# comment\nCM1.1\tchr1\n' }),
  input('chain', 'o.chain', of('chain: { old: o.chain }'), { 'o.chain': CHAIN }),
  input('MAF', 'w.maf', `maf: w.maf\n${TWO}`, { ...OTHER, 'w.maf': MAF }),
  input('Newick', 'tree/1.nwk', `gene_trees: tree\n${TWO}`, { ...OTHER, 'tree/1.nwk': NEWICK }),
  input('Newick', 's.nwk', `gene_trees: tree\nspecies_tree: s.nwk\n${TWO}`, {
    ...OTHER,
    'tree/1.nwk': NEWICK,
    's.nwk': '(mus_madeus:0.1,rattus_madeus:0.2)Muridae:0.3;',
  }),
  input('taxdump', 'tax/nodes.dmp', `taxonomy: tax\n${of()}`, { 'tax/nodes.dmp': NODES, 'tax/names.dmp': NAMES }),
  input('taxdump', 'tax/names.dmp', `taxonomy: tax\n${of()}`, { 'tax/nodes.dmp': NODES, 'tax/names.dmp': NAMES }),
  input('YAML', 'genomes.yaml', `# all keys\n${of('circular: [chr1]', 'codon_table: 1', 'common_name: mouse')}`),
];
