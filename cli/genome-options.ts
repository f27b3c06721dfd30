/** Options of a build that give the files of a genome. */
import { type Command, InvalidArgumentError } from 'commander';
import { CodonTable } from '../src/genome/codon-table.ts';
import { type ChainFile, type GenomeSpec, NO_FILES } from '../build-index/genome-files/genome-spec.ts';
import { readGenomeConfig } from '../build-index/genome-files/genome-config.ts';
import type { SharedFiles } from '../build-index/genome-files/shared-files.ts';
import { DumpError } from '../build-index/dump/dump-error.ts';

/** Files that add to the genes of a genome, or to the release. */
interface FurtherOptions {
  gaf?: string[];
  xrefs?: string[];
  phenotypes?: string[];
  chain?: ChainFile[];
  ontology?: string[];
  taxonomy?: string;
  maf?: string[];
  geneTrees?: string[];
  speciesTree?: string;
}

/** The values of the options. */
export interface GenomeOptions extends FurtherOptions {
  config?: string;
  fasta?: string[];
  gff3?: string[];
  gtf?: string[];
  flat?: string[];
  species?: string;
  assembly?: string;
  taxon?: string;
  commonName?: string;
  codonTable?: number;
  circular?: string[];
  rename?: string;
}

const repeated = (value: string, values: string[] = []): string[] => [...values, value];

function addFurtherOptions(command: Command): Command {
  return command
    .option('--gaf <file>', 'GO terms of its genes or proteins as GAF; repeat for more files', repeated)
    .option('--xrefs <file>', 'table of its cross references; repeat for more files', repeated)
    .option('--phenotypes <file>', 'table of its phenotypes; repeat for more files', repeated)
    .option(
      '--chain <assembly=file>',
      'chain file of UCSC between its assembly and another, which has this name; repeat for more files',
      chainFile,
    )
    .option('--ontology <file>', 'terms of an ontology as OBO; repeat for more files', repeated)
    .option('--taxonomy <path>', "NCBI's taxdump.tar.gz, or a folder with nodes.dmp and names.dmp")
    .option('--maf <file>', 'alignments of the genomes as MAF; repeat for more files', repeated)
    .option('--gene-trees <path>', 'gene trees as Newick, or a folder of them; repeat for more', repeated)
    .option('--species-tree <file>', 'tree of the genomes as Newick');
}

function chainFile(text: string, files: ChainFile[] = []): ChainFile[] {
  const [, assembly, path] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (assembly === undefined || path === undefined)
    throw new InvalidArgumentError('It must be the name of the other assembly, "=" and a file');
  return [...files, { assembly, path }];
}

export function addGenomeOptions(command: Command): Command {
  return addFurtherOptions(command)
    .option('--config <file>', 'genomes.yaml that lists genomes with their files; see docs/own-genome.md')
    .option('--fasta <file>', 'sequences of a genome; plain, gzip or bgzip; repeat for more files', repeated)
    .option('--gff3 <file>', 'genes of that genome as GFF3; repeat for more files', repeated)
    .option('--gtf <file>', 'genes of that genome as GTF; repeat for more files', repeated)
    .option('--flat <file>', 'sequences and genes as GenBank or EMBL flat file; repeat for more files', repeated)
    .option('--species <name>', 'its name, such as "Arabidopsis thaliana" (default: the organism of a flat file)')
    .option('--assembly <name>', 'name of its assembly (default: as in the files)')
    .option('--taxon <id>', 'its taxon id at NCBI (default: as in the files)')
    .option('--common-name <name>', 'its common name')
    .option(
      '--codon-table <number>',
      "NCBI's number of the genetic code of genes that name none (default: 1, the standard code)",
      codonTable,
    )
    .option(
      '--circular <sequence>',
      'name of a circular sequence that the files do not mark; repeat for more',
      repeated,
    )
    .option('--rename <file>', 'lines of two columns: a name in the annotation, the name of the sequence');
}

function codonTable(text: string): number {
  const number = Number(text);
  if (!CodonTable.isKnown(number)) throw new InvalidArgumentError('It must be a number of a genetic code of NCBI');
  return number;
}

/**
 * The genome of the options; none if they give no files.
 * @param vcf files of its variants
 * @throws DumpError if something is missing
 */
export function genomesOf(options: GenomeOptions, vcf: readonly string[] = []): GenomeSpec[] {
  const { fasta = [], gff3 = [], gtf = [], flat = [], gaf = [], xrefs = [], phenotypes = [], species } = options;
  const { chain: chains = [] } = options;
  if (fasta.length + gff3.length + gtf.length + flat.length === 0) {
    if (species !== undefined)
      throw new DumpError('--species names a genome of files: give its sequences with --fasta');
    if (vcf.length > 0)
      throw new DumpError(
        `--vcf ${vcf[0]}: variants belong to a genome of files (--fasta, --gff3); for dumps, give a vcf_config.json`,
      );
    const [further] = [...gaf, ...xrefs, ...phenotypes, ...chains.map(({ path }) => path)];
    if (further !== undefined)
      throw new DumpError(`${further} adds to a genome of files: give its sequences with --fasta or --flat`);
    return [];
  }
  if (species === undefined && flat.length === 0)
    throw new DumpError(
      `give the species of the files: --species "Arabidopsis thaliana"${
        fasta.length > 0 ? '' : ', and their sequences: --fasta FILE, unless the GFF3 file has them'
      }`,
    );
  return [
    {
      ...NO_FILES,
      species: species ?? null,
      fasta,
      gff3,
      gtf,
      flat,
      vcf,
      gaf,
      xrefs,
      phenotypes,
      chains,
      assembly: options.assembly ?? null,
      taxon: options.taxon ?? null,
      commonName: options.commonName ?? null,
      codonTable: options.codonTable ?? 1,
      circular: options.circular ?? [],
      rename: options.rename ?? null,
    },
  ];
}

/** The files of the options that belong to the release. */
export function sharedOf(options: FurtherOptions): SharedFiles {
  const { ontology = [], taxonomy, maf = [], geneTrees = [], speciesTree } = options;
  return { ontology, taxonomy: taxonomy ?? null, compara: { maf, geneTrees, speciesTree: speciesTree ?? null } };
}

/**
 * The genomes of the options and of the --config file, and the files that belong to the release.
 * @param vcf files of variants of the genome of the options
 * @throws DumpError if something is missing
 */
export async function inputsOfGenomes(
  options: GenomeOptions,
  vcf: readonly string[],
): Promise<{ genomes: GenomeSpec[]; shared: SharedFiles }> {
  const own = genomesOf(options, vcf);
  const listed = options.config === undefined ? null : await readGenomeConfig(options.config);
  const { ontology, taxonomy, compara } = sharedOf(options);
  return {
    genomes: [...own, ...(listed?.genomes ?? [])],
    shared: {
      ontology: [...ontology, ...(listed?.shared.ontology ?? [])],
      taxonomy: taxonomy ?? listed?.shared.taxonomy ?? null,
      compara: {
        maf: [...compara.maf, ...(listed?.shared.compara.maf ?? [])],
        geneTrees: [...compara.geneTrees, ...(listed?.shared.compara.geneTrees ?? [])],
        speciesTree: compara.speciesTree ?? listed?.shared.compara.speciesTree ?? null,
      },
    },
  };
}

const KINDS = [
  ['flat', /\.(gb|gbk|gbff|genbank|embl)(\.b?gz)?$/i],
  ['fasta', /\.(fa|fna|fasta|fas)(\.b?gz)?$/i],
  ['gff3', /\.(gff|gff3)(\.b?gz)?$/i],
  ['gtf', /\.gtf(\.b?gz)?$/i],
  ['vcf', /\.vcf(\.b?gz)?$/i],
  ['gaf', /\.gaf(\.b?gz)?$/i],
] as const;

/** The option that takes a file of this name; null for a name that does not say what the file is. */
function kindOf(file: string): (typeof KINDS)[number][0] | null {
  return KINDS.find(([, pattern]) => pattern.test(file))?.[0] ?? null;
}

/**
 * Adds files, whose names say what they are, to those of options.
 * @throws DumpError for a file of another kind
 */
export function withFiles<Options extends GenomeOptions & { vcf?: string[] }>(
  options: Options,
  files: readonly string[],
): Options {
  const all = { ...options };
  for (const file of files) {
    const kind = kindOf(file);
    if (kind === null)
      throw new DumpError(
        unquotedName(file, options.species) ??
          `${file}: the name does not say what the file is; it should end with .gb, .embl, .fa, .gff3, .gtf, .vcf or ` +
            '.gaf, or one of these and .gz; other files have options',
      );
    all[kind] = [...(all[kind] ?? []), file];
  }
  return all;
}

/**
 * A sentence about a word that follows the name of a species, null if there is no name or the word looks like a file.
 */
function unquotedName(word: string, species: string | undefined): string | null {
  if (species === undefined || !/^[\w-]+\.?$/.test(word)) return null;
  return `${word}: put quotes around a name of several words: --species "${species} ${word}"`;
}

/** A sentence about a file without option where only options are allowed; null for another word. */
export function strayFile(word: string): string | null {
  const kind = kindOf(word);
  return kind === null ? null : `${word}: a file needs its option: --${kind} ${word}`;
}

/** @throws DumpError for a word of a command line that takes options only */
export function checkStrayWords([word]: readonly string[], { species }: GenomeOptions): void {
  if (word === undefined) return;
  throw new DumpError(
    strayFile(word) ??
      unquotedName(word, species) ??
      `${word}: this command takes options only, such as --fasta ${word}; see --help`,
  );
}
