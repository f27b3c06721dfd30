/**
 * What the variation database of a species says of variants. Tables by name are asked by any name of a variant; those that
 * are asked at the same time are read in the same waves.
 */
import { decodeStructural, isStructural, type StructuralVariantRecord } from '../variants/structural-variant.ts';
import { decodeRecord } from '../genome/feature-records.ts';
import type { TranscriptVariationRecord } from '../variants/transcript-variation.ts';
import { decodeDetails } from '../variants/details-record.ts';
import { decodeInMatrix, genotypesFrom, type GenotypesInMatrix } from '../variants/genotypes-in-matrix.ts';
import { decodeGenotypeGroups } from '../variants/genotypes-record.ts';
import type { GenotypeGroup, VariantDetails } from '../variants/variant-details.ts';
import { decodeVariant, publicationKey, variantKey, type VariantRecord } from '../variants/variant-record.ts';
import { StoreError } from '../store/store.ts';
import type { StoredTables } from './stored-tables.ts';
import type { GenotypeCollection } from './genotypes.ts';
import type { GenomeTable } from './manifest.ts';

/** What a request wants of variants beside their records. */
export interface VariantWishes {
  details: boolean;
  genotypes: boolean;
}

export type FoundVariant =
  | { structural: false; variant: VariantRecord; details: VariantDetails | null; genotypes: GenotypeGroup[] | null }
  | { structural: true; variant: StructuralVariantRecord };

/** Blocks of genotype matrices that are in memory at a time; and what each takes, as stored bytes of other tables. */
const [BLOCKS_AT_ONCE, STORED_BLOCK] = [64, 8 * 1024] as const;

export class Variation {
  readonly #tables: StoredTables<GenomeTable>;
  readonly #collections: readonly GenotypeCollection[];

  constructor(tables: StoredTables<GenomeTable>, collections: readonly GenotypeCollection[] = []) {
    this.#tables = tables;
    this.#collections = collections;
  }

  /** Short and structural variants by name, synonym or number of a submission ('ss123'), in any case; null for an unknown one. */
  async find(names: readonly string[], wishes: VariantWishes): Promise<(FoundVariant | null)[]> {
    const keys = names.map(variantKey);
    const [records, details, genotypes] = await Promise.all([
      this.#tables.records('variants', keys),
      wishes.details ? this.#tables.records('variant-details', keys) : null,
      wishes.genotypes ? this.#genotypes(keys) : null,
    ]);
    return records.map(([record], each) => {
      if (!record) return null;
      if (isStructural(record)) return { structural: true, variant: this.#tables.decoded('variants', () => decodeStructural(record)) };
      const variant = this.#decode(record, keys[each]!);
      return {
        structural: false, variant,
        details: details && this.#tables.decoded('variant-details', () => decodeDetails(details[each]![0])),
        genotypes: genotypes && genotypes[each]!,
      };
    });
  }

  /** Stored bytes of the blocks that `find` reads; costs no more than the directories. */
  async storedBytes(names: readonly string[], wishes: VariantWishes): Promise<number> {
    const keys = names.map(variantKey);
    const tables: GenomeTable[] = ['variants', ...(wishes.details ? ['variant-details' as const] : []), ...(wishes.genotypes ? ['variant-genotypes' as const] : [])];
    const bytes = await Promise.all(tables.map((table) => this.#tables.storedBytes(table, keys)));
    const blocks = wishes.genotypes && this.#collections.length > 0 ? Math.min(names.length, BLOCKS_AT_ONCE) * STORED_BLOCK : 0;
    return bytes.reduce((sum, each) => sum + each, blocks);
  }

  /** Those that stand in a matrix are read from there, in one wave more, or several for very many: what says where is read beside the records. */
  async #genotypes(keys: readonly string[]): Promise<GenotypeGroup[][]> {
    const [records] = await Promise.all([this.#tables.records('variant-genotypes', keys), ...this.#collections.map((collection) => collection.prepare())]);
    const [places, groups] = this.#tables.decoded('variant-genotypes', () => {
      const inMatrices = records.map(([record]) => decodeInMatrix(record));
      return [inMatrices, records.map(([record], each) => (inMatrices[each] ? [] : decodeGenotypeGroups(record)))];
    });
    const inMatrix = [...places.entries()].filter((entry): entry is [number, GenotypesInMatrix] => entry[1] !== null);
    for (let from = 0; from < inMatrix.length; from += BLOCKS_AT_ONCE) {
      const some = inMatrix.slice(from, from + BLOCKS_AT_ONCE);
      const found = await this.#fromMatrices(some.map(([, place]) => place));
      for (const [at, [each]] of some.entries()) groups[each]!.push(found[at]!);
    }
    return groups;
  }

  /** Of places in any collections: what stands near each other is one read. */
  async #fromMatrices(places: readonly GenotypesInMatrix[]): Promise<GenotypeGroup[]> {
    const stray = places.find((place) => !this.#collections.some(({ entry }) => entry.id === place.collection));
    if (stray) throw new StoreError(`genotypes of ${stray.name} are in a collection that the release does not have`);
    const found = new Map<GenotypesInMatrix, GenotypeGroup>();
    await Promise.all(this.#collections.map(async (collection) => {
      const its = places.filter((place) => place.collection === collection.entry.id);
      if (its.length === 0) return;
      const [variants, columns] = await Promise.all([collection.variants(its.map(({ region, position }) => ({ region, start: position, end: position }))), collection.columns()]);
      for (const [each, place] of its.entries()) found.set(place, genotypesFrom(variants[each]!, place, columns));
    }));
    return places.map((place) => found.get(place)!);
  }

  /** Short variants that a publication cites, in the order of the database; null for an unknown publication. */
  async citedBy(kind: 'pmid' | 'pmcid', id: string): Promise<VariantRecord[] | null> {
    const key = publicationKey(kind, id);
    const [[known, ...variants] = []] = await this.#tables.records('variants-by-publication', [key]);
    return known ? variants.map((record) => this.#decode(record, key)) : null;
  }

  /** What variants do to the coding sequence of a transcript (stable id without version), in the order of the database. */
  async onTranscript(id: string): Promise<TranscriptVariationRecord[]> {
    const [found] = await this.#tables.find('transcript-variations', [id.toLowerCase()], decodeRecord<TranscriptVariationRecord>);
    return found!;
  }

  /** Stored bytes of what `onTranscript` would read. */
  bytesOnTranscript(id: string): Promise<number> {
    return this.#tables.storedBytes('transcript-variations', [id.toLowerCase()]);
  }

  /** As onTranscript, in pieces, read block by block. */
  async *eachOnTranscript(id: string): AsyncGenerator<TranscriptVariationRecord[]> {
    const wanted = id.toLowerCase();
    for await (const [key, record] of this.#tables.sorted('transcript-variations')?.entries(wanted) ?? []) {
      if (key !== wanted) return;
      yield [this.#tables.decoded('transcript-variations', () => decodeRecord<TranscriptVariationRecord>(record))];
    }
  }

  #decode(record: Uint8Array, key: string): VariantRecord {
    return this.#tables.decoded('variants', (shapes) => decodeVariant(record, key, shapes));
  }
}
