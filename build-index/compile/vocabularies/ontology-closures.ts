import type { RecordLocation } from '../../../src/index/object-sink.ts';
import type { CardPlace, ChartRelation, Closure } from '../../../src/terms/term-record.ts';
import type { Database } from '../../dump/database.ts';
import { RowsByKey } from '../rows/rows-by-key.ts';

interface RelativeRow {
  key: number;
  ontology: string;
  is_ancestor: boolean;
  card: number;
  distance: number;
}

interface ChartRow {
  key: number;
  ontology: string;
  child: number;
  relation_type: number;
  parent: number;
}

/** Ancestors and descendants within the ontology whose relations lead there, once for each distance, in order of cards. */
const RELATIVES = `
  WITH links AS (SELECT DISTINCT child_term_id, parent_term_id, distance, ontology_id FROM closure)
  SELECT DISTINCT key, sources.name AS ontology, is_ancestor, card, distance FROM (
    SELECT key, true AS is_ancestor, cards.ordinal AS card, distance, links.ontology_id
    FROM entries JOIN links ON child_term_id = entries.term_id JOIN cards ON cards.term_id = parent_term_id AND cards.ontology_id = links.ontology_id
    UNION ALL
    SELECT key, false, cards.ordinal, distance, links.ontology_id
    FROM entries JOIN links ON parent_term_id = entries.term_id AND distance > 0
    JOIN cards ON cards.term_id = child_term_id AND cards.ontology_id = links.ontology_id)
  JOIN sources USING (ontology_id)
  ORDER BY key, card, distance`;

/** The relations on all ways from a term up to its roots. Obsolete terms are not drawn. */
const CHART = `
  SELECT key, sources.name AS ontology, child.ordinal AS child, types.ordinal AS relation_type, parent.ordinal AS parent
  FROM entries JOIN closure ON closure.child_term_id = entries.term_id
  JOIN relation ON relation.parent_term_id = closure.parent_term_id AND relation.child_term_id = closure.subparent_term_id
    AND relation.ontology_id = closure.ontology_id
  JOIN types USING (relation_type_id) JOIN sources ON sources.ontology_id = closure.ontology_id
  JOIN cards child ON child.term_id = closure.subparent_term_id JOIN cards parent ON parent.term_id = closure.parent_term_id
  WHERE NOT child.is_obsolete AND NOT parent.is_obsolete
  ORDER BY key, closure.distance, closure.closure_id, relation.relation_id`;

/** What the closure table of an ontology database says of one entry after the other. */
export class ClosureReader {
  readonly #relatives: RowsByKey<RelativeRow>;
  readonly #chart: RowsByKey<ChartRow>;
  readonly #ontologies: readonly string[];
  readonly #place: (card: number) => RecordLocation;

  /** @param place where the card of an ordinal stands */
  constructor(database: Database, ontologies: readonly string[], place: (card: number) => RecordLocation) {
    this.#relatives = new RowsByKey(database.batches<RelativeRow>(RELATIVES));
    this.#chart = new RowsByKey(database.batches<ChartRow>(CHART));
    this.#ontologies = ontologies;
    this.#place = place;
  }

  /** The closures of an entry, whose key is greater than that of the one before. */
  async take(key: number): Promise<Closure[]> {
    const [relatives, chart] = [await this.#relatives.take(key), await this.#chart.take(key)];
    const names = new Set([...relatives, ...chart].map(({ ontology }) => ontology));
    return [...names].map((name) => {
      const places = (isAncestor: boolean): CardPlace[] => relatives
        .filter((row) => row.ontology === name && row.is_ancestor === isAncestor)
        .map(({ card, distance }) => ({ place: this.#place(card), distance }));
      return {
        ontology: this.#ontologies.indexOf(name), ancestors: places(true), descendants: places(false),
        chart: this.#drawn(chart.filter(({ ontology }) => ontology === name)),
      };
    });
  }

  #drawn(rows: readonly ChartRow[]): Closure['chart'] {
    const cards = [...new Set(rows.flatMap(({ child, parent }) => [child, parent]))].sort((a, b) => a - b);
    const index = new Map(cards.map((card, each) => [card, each]));
    return {
      places: cards.map(this.#place),
      relations: rows.map(({ child, relation_type, parent }): ChartRelation => [index.get(child)!, relation_type, index.get(parent)!]),
    };
  }
}
