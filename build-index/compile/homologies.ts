import { joinHead } from '../../src/index/headed-record.ts';
import type { WrittenBlock } from '../../src/index/object-sink.ts';
import type { TableEntry } from '../../src/release/manifest.ts';
import type { Database } from '../dump/database.ts';
import { integerColumn, textAt, textColumn } from '../dump/duckdb-bytes.ts';
import type { IndexFolder } from '../output/index-folder.ts';
import { GENES, HOMOLOGIES, homologyNames, stageHomologyParts } from './homology-parts.ts';

const encoder = new TextEncoder();

/** Writes every gene with its homologies; `blocks` are those of the `member-sequences` table. */
export async function compileHomologies(database: Database, folder: IndexFolder, name: string, blocks: readonly WrittenBlock[]): Promise<TableEntry> {
  await stageHomologyParts(database, blocks);
  const names = await homologyNames(database);
  const groups = homologiesOfGenes(database);
  const { writer, finish } = await folder.sortedTable(name, true);
  let group = await groups.next();
  for await (const chunk of database.chunks(GENES)) {
    const [ranks, keys, heads, products, tails] = [integerColumn(chunk, 0), textColumn(chunk, 1), textColumn(chunk, 2), textColumn(chunk, 3), textColumn(chunk, 4)];
    for (const [row, rank] of ranks.entries()) {
      const its = !group.done && group.value.rank === rank ? group.value : null;
      const listed = named(its?.names.map((number) => names.get(number)!) ?? [], its?.heads ?? []);
      const head = `${textAt(heads, row)}${its?.product || textAt(products, row)},${listed}]`;
      const tail = `[${its?.productTail || textAt(tails, row)},[${its?.tails.join(',') ?? ''}]]`;
      await writer.add(keys.bytes.subarray(keys.starts[row], keys.ends[row]), joinHead(encoder.encode(head), encoder.encode(tail)));
      if (its) group = await groups.next();
    }
  }
  return finish();
}

/** JSON of the methods, the kinds, and the homologies with the numbers that both have there. */
function named(names: readonly { method: string; type: string | null }[], heads: readonly string[]): string {
  const methods = [...new Set(names.map(({ method }) => method))];
  const types = [...new Set(names.map(({ type }) => type))];
  const rows = names.map(({ method, type }, each) => `[${methods.indexOf(method)},${types.indexOf(type)},${heads[each]!}`);
  return `${JSON.stringify(methods)},${JSON.stringify(types)},[${rows.join(',')}]`;
}

/** All homologies of a gene, as HOMOLOGIES has them; its own product where that is not the canonical one, else empty texts. */
interface HomologyGroup {
  rank: number;
  product: string;
  productTail: string;
  names: number[];
  heads: string[];
  tails: string[];
}

async function* homologiesOfGenes(database: Database): AsyncGenerator<HomologyGroup> {
  let group: HomologyGroup | undefined;
  for await (const chunk of database.chunks(HOMOLOGIES)) {
    const [ranks, names, heads, tails, products, productTails] = [
      integerColumn(chunk, 0), integerColumn(chunk, 1), textColumn(chunk, 2), textColumn(chunk, 3), textColumn(chunk, 4), textColumn(chunk, 5),
    ];
    for (const [row, rank] of ranks.entries()) {
      if (!group || group.rank !== rank) {
        if (group) yield group;
        group = { rank, product: textAt(products, row), productTail: textAt(productTails, row), names: [], heads: [], tails: [] };
      }
      group.names.push(names[row]!);
      group.heads.push(textAt(heads, row));
      group.tails.push(textAt(tails, row));
    }
  }
  if (group) yield group;
}
