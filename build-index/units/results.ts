import { only } from '../../src/checked.ts';
import type { ComparaMethods, Biotype } from '../../src/release/documents.ts';
import type {
  ComparaEntry,
  GenomeEntry,
  GenotypesEntry,
  ObjectEntry,
  SpeciesEntry,
  TableEntry,
  TaxaEntry,
  TermsEntry,
} from '../../src/release/manifest.ts';
import type { DatabaseAnnotation } from '../compile/genome/annotation-sources.ts';
import type { WantedDirectory } from '../output/write-release.ts';
import type { UnitTask } from './unit.ts';
import { type DumpDatabase, findDatabases } from '../dump/find-databases.ts';
import type { IndexFolder } from '../output/index-folder.ts';

/** A genome of a core-like database. */
export interface GenomeResult {
  entry: GenomeEntry;
  /** Its row of info/species, without groups. */
  species: SpeciesEntry;
  biotypes: DatabaseAnnotation['biotypes'];
}

/** What a database adds to the core genome of a species. */
export interface GenomeAddition {
  species: string;
  tables: GenomeEntry['tables'];
  documents: NonNullable<GenomeEntry['documents']>;
  longest: GenomeEntry['longest'];
  genotypes: GenotypesEntry | null;
  /** logic_names; null of a database that is not asked for them. */
  analyses: string[] | null;
  /** What of its input was left out, for the operator. */
  notices: string[];
}

/** By kind of task, what a unit tells the one that seals the release. */
export interface Results {
  core: {
    genomes: GenomeResult[];
    analyses: string[];
    /** The vocabulary of a core database. */
    biotypes: Biotype[];
    /** Name of the database, as Ensembl has it. */
    dbname: string;
    notices: string[];
  };
  variants: GenomeAddition;
  'variant-details': GenomeAddition;
  /** What they make stands in files. */
  'staged-details': null;
  'line-details': null;
  'joined-details': GenomeAddition;
  'variant-places': GenomeAddition;
  'vcf-genotypes': GenomeAddition;
  'own-genotypes': GenomeAddition;
  funcgen: GenomeAddition;
  ids: TableEntry;
  compara: { entry: ComparaEntry; catalogue: ComparaMethods };
  /** Null of a database without genes. `idPrefixes`: of exons and products; null where too many differ. */
  'compara-parts': { tables: Record<'gene-parts' | 'gene-names', TableEntry>; idPrefixes: string[] | null } | null;
  alignments: Pick<ComparaEntry, 'alignments'>;
  /** Tables by production name of the core genome. */
  'constrained-elements': { sets: string[]; tables: Record<string, TableEntry> };
  archive: TableEntry | null;
  ontology: TermsEntry | null;
  taxonomy: TaxaEntry | null;
}

export type Kind = UnitTask['kind'];

/** What a finished unit has left, as it is written beside its objects. */
export interface UnitRecord<K extends Kind = Kind> {
  id: string;
  key: string;
  result: Results[K];
  /** What it has written: its result may name objects of units before it, too. */
  objects: ObjectEntry[];
  /** Directories of its tables that should ride along with the root. */
  wanted: WantedDirectory[];
}

/** What the compiler of a unit works with. */
export interface UnitContext {
  /** Where objects go. */
  folder: IndexFolder;
  /** The unit's own folder, for what it leaves for others beside its objects. */
  work: string;
  /** Told the bytes of dumps (as stored) that have been read. */
  progress: (bytes: number) => void;
  database(folder: string): Promise<DumpDatabase>;
  /** The folder of another unit, which is finished. */
  folderOf(unit: string): string;
  record<K extends Kind>(unit: string): Promise<UnitRecord<K>>;
  /** Makes the objects of another unit readable through `folder`. */
  borrow(unit: string): Promise<void>;
}

/** The dumped database that a folder is. */
export async function databaseIn(folder: string): Promise<DumpDatabase> {
  return only(await findDatabases([folder]));
}
