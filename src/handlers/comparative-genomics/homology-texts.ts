/** Homologies of genes as JSON and XML. What one of them says in a form is kept: clients ask for much visited genes with ever other filters. */
import type { ComparaSpecies } from '../../compara/species.ts';
import { listItems, WrittenXml } from '../../formats/xml.ts';
import type { Compara } from '../../release/compara.ts';
import type { Found } from './homology-products.ts';
import { homologyValues, needsProducts, type HomologyForm } from './homology-value.ts';
import { keptTexts } from './kept-texts.ts';

/** The document; one wave of reads for the products of homologies that are not kept. */
export async function homologiesJson(found: readonly Found[], compara: Compara, species: ComparaSpecies, form: HomologyForm): Promise<string> {
  const lists = await textsOf(found, compara, species, form, 'json', JSON.stringify);
  return `{"data":[${found.map(({ requested }, which) => `{"id":${JSON.stringify(requested)},"homologies":[${lists[which]!.join()}]}`).join()}]}`;
}

/** What `xml` makes the document of. Reads as homologiesJson. */
export async function homologiesXml(found: readonly Found[], compara: Compara, species: ComparaSpecies, form: HomologyForm): Promise<object> {
  const lists = await textsOf(found, compara, species, form, 'xml', (value) => listItems('homologies', [value], DEPTH));
  return { data: found.map(({ requested }, which) => ({ id: requested, homologies: lists[which]!.length > 0 ? new WrittenXml(lists[which]!.join('')) : [] })) };
}

/** Of homologies in the document. */
const DEPTH = 3;

/** For each gene the texts of its homologies. */
async function textsOf(
  found: readonly Found[], compara: Compara, species: ComparaSpecies, form: HomologyForm, format: string, write: (value: object) => string,
): Promise<string[][]> {
  const { condensed, letters, aligned, cigarLine } = form;
  // A release may share its homologies with another, and not the products.
  const read = needsProducts(form) && compara.entry.tables?.['member-sequences']?.object;
  const kept = keptTexts.of(species, condensed ? `homology as ${format} condensed` : `homology as ${format} ${letters} ${aligned} ${cigarLine} ${read}`);
  const lists = found.map(({ record, wanted }) => wanted.map((index) => kept.get(record.homologies[index]!)));
  const missing = found.map((each, which) => ({ ...each, wanted: each.wanted.filter((_, at) => lists[which]![at] === undefined) }));
  if (missing.every(({ wanted }) => wanted.length === 0)) return lists as string[][];
  const made = await homologyValues(missing, compara, species, form);
  return found.map(({ record, wanted }, which) => {
    const values = made[which]!.homologies.values();
    return wanted.map((index, at) => lists[which]![at] ?? kept.keep(record.homologies[index]!, write(values.next().value!), record));
  });
}
