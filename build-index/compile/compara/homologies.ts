import { SCORES, type DetailsFields, type HomologyState, type Millionths } from '../../../src/compara/homology-details.ts';
import { encodeGeneHomologies } from '../../../src/compara/homology-record.ts';
import { toldBy } from '../../../src/compara/id-form.ts';
import { FieldWriter } from '../../../src/index/fields.ts';
import { GatheredSlices } from '../../../src/index/gathered-slices.ts';
import type { WrittenBlock } from '../../../src/index/object-sink.ts';
import type { TableEntry } from '../../../src/release/manifest.ts';
import type { Database } from '../../dump/database.ts';
import { integerColumn, textAt, textColumn, textsOf } from '../../dump/duckdb-bytes.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { remembered } from '../../remembered.ts';
import { GENES, HOMOLOGIES } from './homology-parts.ts';
import { HomologyProducts } from './homology-products.ts';

/** Writes every gene with its homologies, of what stageHomologyParts has staged; `blocks` are those of the `member-sequences` table. */
export async function compileHomologies(database: Database, folder: IndexFolder, name: string, blocks: readonly WrittenBlock[]): Promise<TableEntry> {
  const products = await HomologyProducts.read(database, blocks);
  const groups = homologiesOfGenes(database);
  const { writer, finish } = await folder.sortedTable(name, true);
  const fields = new FieldWriter();
  let group = await groups.next();
  for await (const chunk of database.chunks(GENES)) {
    const [ranks, versions, forms, canonical] = [integerColumn(chunk, 0), integerColumn(chunk, 2), integerColumn(chunk, 3), integerColumn(chunk, 4)];
    const [keys, ids] = [textColumn(chunk, 1), textColumn(chunk, 5)];
    const records = new GatheredSlices(ranks.length);
    for (let row = 0; row < ranks.length; row++) {
      const rank = ranks[row]!;
      const its = !group.done && group.value.rank === rank ? group.value : null;
      // The product that the gene is compared by may not be the canonical one.
      const own = its ? its.own : canonical[row]!;
      const record = encodeGeneHomologies({
        gene: own >= 0 ? products.ids(own) : { form: forms[row]!, ids: { gene: textAt(ids, row), product: toldBy('', '') } },
        version: versions[row]!, levels: its?.levels ?? [], targets: its?.targets.map((number) => products.ids(number)) ?? [],
        details: { ...placesOf(own, its?.targets ?? [], products), ids: its?.ids ?? [], states: its?.states ?? [], percentages: its?.percentages ?? [], scores: its?.scores ?? [], cigarLines: its?.cigarLines ?? [] },
      }, fields);
      records.add(record);
      if (its) group = await groups.next();
    }
    await writer.addAll(keys, records.take());
  }
  return finish();
}

/** @param own number of the gene's product, or -1 */
function placesOf(own: number, targets: readonly number[], products: HomologyProducts): Pick<DetailsFields, 'blocks' | 'product' | 'targets'> {
  const places = targets.map((number) => products.place(number));
  const ownPlace = own >= 0 ? products.place(own) : null;
  const blocks = [...new Set([...(ownPlace ? [ownPlace] : []), ...places].map(([block]) => block))].sort((a, b) => a - b);
  const told = ([block, index]: readonly [number, number]) => [blocks.indexOf(block), index] as const;
  return { blocks: blocks.map((block) => products.block(block)), product: ownPlace && told(ownPlace), targets: places.map(told) };
}

/** All homologies of a gene, as HOMOLOGIES has them: numbers of products and of levels. */
interface HomologyGroup {
  rank: number;
  own: number;
  targets: number[];
  levels: number[];
  ids: number[];
  percentages: Millionths[];
  states: HomologyState[];
  scores: string[];
  cigarLines: (string | null)[];
}

async function* homologiesOfGenes(database: Database): AsyncGenerator<HomologyGroup> {
  let group: HomologyGroup | undefined;
  const known = new KnownStates();
  for await (const chunk of database.chunks(HOMOLOGIES)) {
    const numbers = Array.from({ length: 10 }, (_, column) => integerColumn(chunk, column));
    const [ranks, owns, targets, levels, ids, identities, similarities, otherIdentities, otherSimilarities, hasLines] = numbers as [
      number[], number[], number[], number[], number[], number[], number[], number[], number[], number[],
    ];
    const [lines, otherLines, stateOf] = [textColumn(chunk, 10), textColumn(chunk, 11), textsOf(textColumn(chunk, 12))];
    for (let row = 0; row < ranks.length; row++) {
      const rank = ranks[row]!;
      if (!group || group.rank !== rank) {
        if (group) yield group;
        group = { rank, own: owns[row]!, targets: [], levels: [], ids: [], percentages: [], states: [], scores: [], cigarLines: [] };
      }
      group.targets.push(targets[row]!);
      group.levels.push(levels[row]!);
      group.ids.push(ids[row]!);
      group.percentages.push([identities[row]!, similarities[row]!, otherIdentities[row]!, otherSimilarities[row]!]);
      const hasCigarLines = hasLines[row] === 1;
      const { state, scores } = known.of(stateOf(row), hasCigarLines);
      group.states.push(state);
      if (scores.length > 0) group.scores.push(...scores);
      if (hasCigarLines) group.cigarLines.push(cigarLine(textAt(lines, row)), cigarLine(textAt(otherLines, row)));
    }
  }
  if (group) yield group;
}

/** As HOMOLOGIES writes it: with an equals sign before it, and nothing for NULL. */
function cigarLine(text: string): string | null {
  return text === '' ? null : text.slice(1);
}

interface ReadState {
  state: HomologyState;
  scores: string[];
}

const MOST_KNOWN = 10_000;

/** States as HOMOLOGIES writes them; those that are the same but for what the scores are, are the same object. */
class KnownStates {
  readonly #states = new Map<string, HomologyState>();
  /** The scores of most homologies are among few. One more tab behind them says that there are cigar lines. */
  readonly #read = remembered((text: string) => this.#parse(text), MOST_KNOWN);

  of(text: string, hasCigarLines: boolean): ReadState {
    return this.#read(hasCigarLines ? `${text}\t` : text);
  }

  #parse(text: string): ReadState {
    const [treeCompliant, highConfidence, ...scores] = text.split('\t') as [string, string, ...string[]];
    const hasCigarLines = scores.length > SCORES.length;
    const bits = SCORES.reduce((sum, _, place) => sum | (scores[place] ? 1 << place : 0), 0);
    const key = `${treeCompliant} ${highConfidence} ${bits} ${hasCigarLines}`;
    let state = this.#states.get(key);
    if (!state) this.#states.set(key, (state = { treeCompliant: numberOf(treeCompliant), highConfidence: numberOf(highConfidence), bits, hasCigarLines }));
    return { state, scores: scores.filter(Boolean) };
  }
}

function numberOf(text: string): number | null {
  return text === '' ? null : Number(text);
}
