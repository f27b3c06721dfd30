import { renamed, without, type AgeStep } from './age-step.ts';
import { type DumpTable, NULL, type DumpText } from './dump-text.ts';

export const VARIATION_STEPS: readonly AgeStep[] = [
  without(99, 'phenotype.class_attrib_id'),
  { until: 96, change: ancestralAllelesOfVariants },
  without(91, 'submitter'),
  without(85, 'phenotype_ontology_accession.mapping_type'),
  without(84, 'phenotype_ontology_accession'),
  { until: 80, change: individualsAsSamples },
  renamed(80, 'compressed_genotype_region', { sample_id: 'individual_id' }),
  without(77, 'structural_variation.copy_number', 'transcript_variation.display'),
  without(76, 'variation_feature.display'),
  { until: 75, change: evidenceAsWords },
];

function ancestralAllelesOfVariants(tables: DumpText): void {
  const [variants, places] = [tables.get('variation'), tables.get('variation_feature')];
  if (!variants || !places || places.index('ancestral_allele') < 0) return;
  const alleles = new Map<string, string>();
  for (const row of places.rows) {
    const id = places.field(row, 'variation_id');
    if (!alleles.has(id)) alleles.set(id, places.field(row, 'ancestral_allele'));
  }
  places.drop('ancestral_allele');
  variants.drop('ancestral_allele');
  variants.add(
    'ancestral_allele',
    'varchar(255) DEFAULT NULL',
    (row) => alleles.get(variants.field(row, 'variation_id')) ?? NULL,
  );
}

/** Each sample becomes the individual. Parents are named by the first sample of theirs. */
function individualsAsSamples(tables: DumpText): void {
  const [individuals, samples] = [tables.get('individual'), tables.get('sample')];
  if (!individuals || !samples) return;
  const sampleOf = new Map<string, string>();
  for (const row of samples.rows) {
    const individual = samples.field(row, 'individual_id');
    if (!sampleOf.has(individual)) sampleOf.set(individual, samples.field(row, 'sample_id'));
  }
  const rowOf = new Map(individuals.rows.map((row) => [individuals.field(row, 'individual_id'), row]));
  const parent = (id: string) => sampleOf.get(id) ?? NULL;
  individuals.rows = samples.rows.map((sample) => {
    const person = rowOf.get(samples.field(sample, 'individual_id'));
    return individuals.columns.map(({ name }) => {
      if (name === 'individual_id') return samples.field(sample, 'sample_id');
      if (name === 'name') return samples.field(sample, 'name');
      const field = person ? individuals.field(person, name) : NULL;
      return name.endsWith('_individual_id') ? parent(field) : field;
    });
  });
  tables.delete('sample');
  const populations = tables.get('sample_population');
  if (!populations) return;
  populations.rename('sample_id', 'individual_id');
  tables.delete('sample_population');
  tables.set('individual_population', populations);
}

function evidenceAsWords(tables: DumpText): void {
  const attribs = tables.get('attrib');
  const words = new Map(attribs?.rows.map((row) => [attribs.field(row, 'attrib_id'), attribs.field(row, 'value')]));
  for (const name of ['variation', 'variation_feature']) {
    const table = tables.get(name);
    const column = table?.columns[table.index('evidence_attribs')];
    if (!table || !column) continue;
    const index = table.index('evidence_attribs');
    for (const row of table.rows)
      row[index] = (row[index] ?? NULL)
        .split(',')
        .map((id) => words.get(id) ?? id)
        .join();
    column.type = 'text DEFAULT NULL';
    table.rename('evidence_attribs', 'evidence');
  }
  const structural = tables.get('structural_variation');
  if (!structural) return;
  const ids = new Map([...words].map(([id, word]) => [word, id]));
  structural.add('clinical_significance_attrib_id', 'int unsigned DEFAULT NULL', (row) =>
    idOfWord(attribs, ids, structural.field(row, 'clinical_significance')),
  );
  structural.drop('clinical_significance');
}

/** The id of a word in `attrib`, which is added if it is new. */
function idOfWord(attribs: DumpTable | undefined, ids: Map<string, string>, word: string): string {
  if (word === NULL || !attribs) return NULL;
  const known = ids.get(word);
  if (known !== undefined) return known;
  const id = String(1 + Math.max(0, ...attribs.rows.map((row) => Number(attribs.field(row, 'attrib_id')))));
  attribs.rows.push(attribs.columns.map(({ name }) => (name === 'attrib_id' ? id : name === 'value' ? word : '1')));
  ids.set(word, id);
  return id;
}
