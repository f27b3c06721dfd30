import type { GenotypedSamplesDocument } from '../../../src/variants/variant-details.ts';
import type { Database } from '../../dump/database.ts';

/** A population whose frequencies are counted from genotypes because the database does not contain them. */
export interface CountedPopulation {
  name: string;
  /** Numbers of its samples. */
  samples: ReadonlySet<number>;
}

/** The genotyped samples, numbered: first those of the database, then those that only VCF files contain. */
export class GenotypedSamples {
  /** Content of the genome's document, by number. */
  readonly list: GenotypedSamplesDocument = [];
  readonly #byId = new Map<number, number>();
  readonly #byName = new Map<string, number>();

  static async load(database: Database): Promise<GenotypedSamples> {
    const samples = new GenotypedSamples();
    const rows = database.rows<{ id: number; name: string; gender: string | null }>(`
      SELECT sample_id AS id, s.name, gender FROM sample s LEFT JOIN individual i USING (individual_id)
        WHERE s.name IS NOT NULL ORDER BY sample_id`);
    for await (const { id, name, gender } of rows) samples.#byId.set(id, samples.#add(name, gender ?? 'Unknown'));
    return samples;
  }

  /** Number of the sample with a sample_id; undefined if the database has none. */
  withId(id: number): number | undefined {
    return this.#byId.get(id);
  }

  /**
   * Number of the sample of a VCF file with a name. Assigns a new number to a name that the database does not contain.
   */
  named(name: string): number {
    return this.#byName.get(name) ?? this.#add(name, null);
  }

  async countedPopulations(database: Database): Promise<CountedPopulation[]> {
    const populations = new Map<string, Set<number>>();
    const rows = database.rows<{ name: string; sample: number }>(`
      SELECT p.name, sample_id AS sample FROM population p JOIN sample_population USING (population_id)
      WHERE freqs_from_gts = 1 AND p.name IS NOT NULL ORDER BY population_id`);
    for await (const { name, sample } of rows) {
      const number = this.#byId.get(sample);
      if (number === undefined) continue;
      populations.set(name, (populations.get(name) ?? new Set()).add(number));
    }
    return [...populations].map(([name, samples]) => ({ name, samples }));
  }

  #add(name: string, gender: string | null): number {
    const number = this.list.push([name, gender]) - 1;
    if (!this.#byName.has(name)) this.#byName.set(name, number);
    return number;
  }
}
