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
import type { CollectionDigests } from '../compile/refget/sequence-collections.ts';
import type { WantedDirectory } from '../output/write-release.ts';
import type { UnitTask } from './unit.ts';
import { type Departure, Departures } from '../dump/departures.ts';
import { type DumpDatabase, findDatabases } from '../dump/find-databases.ts';
import type { IndexFolder } from '../output/index-folder.ts';

/** A genome of a core-like database. */
export interface GenomeResult {
  entry: GenomeEntry;
  /** The species as in info/species, without groups. */
  species: SpeciesEntry;
  biotypes: DatabaseAnnotation['biotypes'];
  /** Null for a genome without bases of its own. */
  collection: CollectionDigests | null;
}

/** Data that a further database adds to the core genome of a species. */
export interface GenomeAddition {
  species: string;
  tables: GenomeEntry['tables'];
  documents: NonNullable<GenomeEntry['documents']>;
  longest: GenomeEntry['longest'];
  genotypes: GenotypesEntry | null;
  /** As in GenomeEntry. */
  listsFrequencies?: boolean;
  /** logic_names; null for databases whose analyses are not listed. */
  analyses: string[] | null;
  /** Notices about skipped input. */
  notices: string[];
}

/** Results of units for the seal, by kind of task. */
export interface Results {
  core: {
    genomes: GenomeResult[];
    analyses: string[];
    /** The vocabulary of a core database. */
    biotypes: Biotype[];
    /** Ensembl's name of the database. */
    dbname: string;
    notices: string[];
  };
  variants: GenomeAddition;
  'variant-details': GenomeAddition;
  /** Their output is in files. */
  'staged-details': null;
  'line-details': null;
  'joined-details': GenomeAddition;
  'variant-places': GenomeAddition;
  'vcf-genotypes': GenomeAddition;
  'own-genotypes': GenomeAddition;
  funcgen: GenomeAddition;
  scores: GenomeAddition;
  ids: TableEntry;
  /** Null for a release without bases. */
  digests: DigestTables | null;
  compara: { entry: ComparaEntry; catalogue: ComparaMethods };
  /** Null for a database without genes. `idPrefixes`: of exons and products; null if there are too many. */
  'compara-parts': { tables: Record<'gene-parts' | 'gene-names', TableEntry>; idPrefixes: string[] | null } | null;
  alignments: Pick<ComparaEntry, 'alignments'>;
  /** Tables by production name of the core genome. */
  'constrained-elements': { sets: string[]; tables: Record<string, TableEntry> };
  archive: TableEntry | null;
  ontology: TermsEntry | null;
  taxonomy: TaxaEntry | null;
}

/** The tables of refget and of sequence collections. */
export type DigestTables = Record<'sequence-digests' | 'sequence-collections', TableEntry>;

export type Kind = UnitTask['kind'];

/** The record of a finished unit, stored next to its objects. */
export interface UnitRecord<K extends Kind = Kind> {
  id: string;
  key: string;
  result: Results[K];
  /** Objects that the unit has written. Its result may also name objects of earlier units. */
  objects: ObjectEntry[];
  /** Departures of its dumps from sound databases. */
  departures: Departure[];
  /** Directories of its tables that should be in the root. */
  wanted: WantedDirectory[];
}

/** The context of a unit's compiler. */
export interface UnitContext {
  /** Receives the objects. */
  folder: IndexFolder;
  /** The unit's own folder, for files that later units read. */
  work: string;
  /** Gets the bytes of stored dumps that were read since the last call. */
  progress: (bytes: number) => void;
  database(folder: string): Promise<DumpDatabase>;
  /** The folder of another, finished unit. */
  folderOf(unit: string): string;
  record<K extends Kind>(unit: string): Promise<UnitRecord<K>>;
  /** Makes the objects of another unit readable through `folder`. */
  borrow(unit: string): Promise<void>;
}

/** The dumped database in a folder. The plan counts links and folders in it that are skipped. */
export async function databaseIn(folder: string): Promise<DumpDatabase> {
  return only(await findDatabases([folder], new Departures()));
}
