/** Adds the cross references of GAF files and of tables to the genes of a genome. */
import type { Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import type { CoreRows } from './core-rows.ts';
import { readGaf } from './gaf-reader.ts';
import type { GenomeSpec } from './genome-spec.ts';
import { tableRows } from './table-reader.ts';
import type { WrittenObject, WrittenObjects } from './written-objects.ts';

type Progress = ((bytes: number) => void) | undefined;

const INFO_TYPES = [
  'NONE',
  'PROJECTION',
  'MISC',
  'DEPENDENT',
  'DIRECT',
  'SEQUENCE_MATCH',
  'INFERRED_PAIR',
  'COORDINATE_OVERLAP',
  'CHECKSUM',
] as const;
const XREF_COLUMNS = {
  needed: ['id', 'dbname', 'primary_id'],
  optional: [
    'display_id',
    'description',
    'synonyms',
    'version',
    'info_type',
    'info_text',
    'linkage_types',
    'db_display_name',
  ],
} as const;

interface Context {
  db: CoreRows;
  objects: WrittenObjects;
  departures: Departures;
  progress: Progress;
  /** Of the genome; associations of other taxa are left out. */
  taxon: string | null;
  /** The name of a term, if an ontology of the build has it. */
  nameOfTerm: (accession: string) => string | null;
}

/** @throws DumpError for a file of another format or genome */
export async function addFurtherXrefs({ xrefs, gaf }: GenomeSpec, context: Context): Promise<void> {
  for (const path of xrefs) await addXrefTable(path, context);
  for (const path of gaf) await addAssociations(path, context);
}

/**
 * References of genes, transcripts and translations, each with the stable id of its object.
 *
 * @throws DumpError for a file with other columns, or of which no id is in the genome
 */
async function addXrefTable(path: string, { db, objects, departures, progress }: Context): Promise<void> {
  const reading = departures.reading(path, '');
  const counts = { found: 0, unknown: 0 };
  const rows = tableRows(path, XREF_COLUMNS, 'line that is no cross reference', reading, progress);
  for await (const { line, get, all } of rows) {
    const id = get('id') ?? '';
    const object = objects.withId(id);
    const info = get('info_type')?.toUpperCase() ?? 'DIRECT';
    const infoType = INFO_TYPES.find((type) => type === info);
    if (!infoType) {
      const sentence = `${path} line ${line}: info_type is ${info}; it may be ${INFO_TYPES.join(', ')}`;
      reading.note('line that is no cross reference', () => sentence);
      continue;
    }
    if (!object) {
      counts.unknown++;
      reading.note('id that the genome lacks', () => `${path} line ${line}: the genome has no ${id}`);
      continue;
    }
    counts.found++;
    const [dbname, primary] = [get('dbname') ?? '', get('primary_id') ?? ''];
    db.externalDb(dbname, get('db_display_name'));
    const link = db.link(object, {
      db: dbname,
      primary,
      label: get('display_id') ?? primary,
      version: get('version'),
      description: get('description'),
      infoType,
      infoText: get('info_text') ?? '',
      synonyms: all('synonyms'),
    });
    for (const evidence of all('linkage_types')) db.evidence(link, null, evidence);
  }
  if (counts.found === 0 && counts.unknown > 0) throw new DumpError(noneKnown(path, 'id'));
}

/**
 * Terms of the Gene Ontology. An association of a gene is also one of its canonical transcript, since Ensembl's
 * databases have such references at products, where VEP reads them.
 *
 * @throws DumpError for a file that is no GAF, or of which no object is in the genome
 */
async function addAssociations(
  path: string,
  { db, objects, departures, progress, taxon, nameOfTerm }: Context,
): Promise<void> {
  const reading = departures.reading(path, '');
  const counts = { found: 0, unknown: 0 };
  for await (const { line, names, term, evidence, taxon: own } of readGaf(path, reading, progress)) {
    const isOther = taxon !== null && own !== null && own !== taxon;
    const found = isOther ? [] : objects.named(names);
    if (found.length === 0) {
      counts.unknown++;
      reading.note('id that the genome lacks', () =>
        isOther
          ? `${path} line ${line}: ${names[0]} is of taxon ${own}, the genome of ${taxon}`
          : `${path} line ${line}: the genome has no ${names.join(', ')}`,
      );
      continue;
    }
    counts.found++;
    const [dbname = ''] = term.split(':', 1);
    for (const { object, by } of found) {
      const transcript: WrittenObject | null = object.gene?.transcript ?? null;
      for (const each of transcript ? [object, transcript] : [object]) {
        const link = db.link(each, {
          db: dbname,
          primary: term,
          label: term,
          version: null,
          description: nameOfTerm(term),
          infoType: by === null ? 'DIRECT' : 'DEPENDENT',
          infoText: '',
          synonyms: [],
        });
        db.evidence(link, by, evidence);
      }
    }
  }
  if (counts.found === 0 && counts.unknown > 0) throw new DumpError(noneKnown(path, 'object'));
}

function noneKnown(path: string, what: string): string {
  return `${path}: no ${what} is a gene, transcript or translation of the genome; is the file of another genome?`;
}
