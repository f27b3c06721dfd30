/** The variants of a protein above its domains, for the page of a gene. */
import { bothWidths } from '../drawing/both-widths.ts';
import { lollipop, type ProteinVariant } from '../drawing/lollipop.ts';
import { counted } from '../drawing/text.ts';
import { severityOf } from '../../variants/consequences.ts';
import { html, type Html } from '../html.ts';
import { numberOf, objectsOf, textOf, type JsonObject } from './json-fields.ts';
import { pathOf } from './links.ts';
import type { PageRequest } from './view.ts';

export interface ShownProtein {
  id: string;
  length: number;
  species: string;
  /** The domains of one source. */
  domains: readonly { start: number; end: number; description: string; id: string; type: string }[];
}

/** Empty if the species has no variants in the protein, or too many to read. */
export async function proteinVariants(protein: ShownProtein, { base, ask }: PageRequest): Promise<Html> {
  const { id, length, species, domains } = protein;
  const answer = await ask(`${pathOf('overlap', 'translation', id)}?feature=transcript_variation`);
  const variants = worstOfEach(objectsOf(answer), base, species);
  if (variants.length === 0) return html``;
  const named = domains.map(({ start, end, description, id: name, type }) => ({
    start,
    end,
    name: description || name,
    source: type,
  }));
  const label = `Variants of ${id}`;
  return html`<h3>Variants</h3>
<figure>${bothWidths((width) => lollipop({ label, length, domains: named, variants, width }))}
<figcaption>${counted(variants.length, 'variant')} in the coding sequence, by residue. Heads of the same place are
stacked, the most severe at the bottom. Each head leads to the page of its variant.</figcaption></figure>`;
}

/** Each variant once, with its worst consequence. */
function worstOfEach(entries: readonly JsonObject[], base: string, species: string): ProteinVariant[] {
  const worst = new Map<string, ProteinVariant>();
  for (const entry of entries) {
    const name = textOf(entry, 'id');
    const position = numberOf(entry, 'start');
    const consequence = textOf(entry, 'type');
    if (name === '' || position === undefined || position < 1) continue;
    const known = worst.get(name);
    if (known && severityOf(known.consequence) <= severityOf(consequence)) continue;
    const href = `${base}${pathOf('variation', species, name)}`;
    worst.set(name, { name, position, consequence, change: textOf(entry, 'residues'), href });
  }
  return [...worst.values()];
}
