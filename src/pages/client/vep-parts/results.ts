/** Shows the results of a run: counts, bars, filters, the first rows, downloads. */
import { EffectCounts, filtered, type EffectFilter, type ShownVariant } from '../../vep/effect-rows.ts';
import { countBars, countText, tableHead, variantRows } from '../../vep/effect-table.ts';
import { consequenceOptions, filterFields, geneOptions } from '../../vep/vep-filters.ts';
import { html } from '../../html.ts';
import { appendMarkup, showMarkup } from '../shared/markup.ts';
import type { Run } from './run.ts';

/** Most rows of the table. */
const MAX_ROWS = 1000;

export class Results {
  readonly #place: HTMLElement;
  readonly #run: Run;
  readonly #readFilter: () => EffectFilter;
  /** Counts of what the filter shows, and the rows of it that are in the table. */
  #shown = new EffectCounts();
  #rows = 0;
  /** Number of the present filter: an older one stops. */
  #filtering = 0;

  constructor(place: HTMLElement, run: Run, readFilter: () => EffectFilter) {
    this.#place = place;
    this.#run = run;
    this.#readFilter = readFilter;
    showMarkup(
      place,
      html`<h2>Results</h2>
<p id="counts" role="status">Sending …</p>
<p id="downloads" hidden>Download: <button class="quiet" type="button" data-file="vcf">VCF</button>
<button class="quiet" type="button" data-file="tsv">TSV</button>
<button class="quiet" type="button" data-file="json">JSON</button></p>
<div id="refused"></div><div id="bars"></div>
${filterFields({ impacts: [], consequence: '', gene: '', canonicalOnly: false }, run.counts)}
<p class="soft" id="shown" role="status"></p>
<table class="effects"><caption class="hidden">Effects of the variants</caption>${tableHead()}</table>`,
    );
    for (const button of place.querySelectorAll<HTMLButtonElement>('[data-file]'))
      button.addEventListener('click', () => void this.#download(button));
  }

  #find(selector: string): HTMLElement {
    const found = this.#place.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`the page has no ${selector}`);
    return found;
  }

  /** Adds the variants of an answer. @param size bytes of the file */
  add(variants: readonly ShownVariant[], size: number): void {
    this.#append(variants, this.#readFilter());
    const { counts, bytes } = this.#run;
    const part = size > 0 && bytes < size ? ` ${Math.floor((100 * bytes) / size)} % of the file.` : '';
    this.#find('#counts').textContent = `${countText(counts)}.${part}`;
    this.#showCounts();
  }

  /** The run has ended. @param problem why it ended early */
  end(problem: string | null): void {
    const { counts } = this.#run;
    this.#find('#counts').textContent = `${countText(counts)}${problem === null ? '' : ', then it stopped'}.`;
    this.#find('#downloads').hidden = counts.variants === 0;
    this.#showCounts();
    if (problem === null) return;
    const message = document.createElement('p');
    message.className = 'problem';
    message.setAttribute('role', 'alert');
    message.textContent = problem;
    this.#find('#counts').after(message);
  }

  #showCounts(): void {
    const { counts, refusals } = this.#run;
    showMarkup(this.#find('#bars'), countBars(counts));
    const { consequence } = this.#readFilter();
    showMarkup(this.#find('#filter-consequence'), consequenceOptions(counts, consequence));
    showMarkup(this.#find('#filter-genes'), geneOptions(counts));
    showMarkup(
      this.#find('#refused'),
      counts.refused === 0
        ? ''
        : html`<details class="problem"><summary>No result for ${counts.refused.toLocaleString('en')}
${counts.refused === 1 ? 'line' : 'lines'}</summary><ul>${refusals.map(
            ({ input, error }) => html`<li><code>${input.slice(0, 80)}</code> ${error}</li>`,
          )}</ul></details>`,
    );
  }

  #append(variants: readonly ShownVariant[], filter: EffectFilter): void {
    const added: ShownVariant[] = [];
    for (const variant of variants) {
      const shown = filtered(variant, filter);
      if (!shown) continue;
      this.#shown.add(shown);
      if (this.#rows >= MAX_ROWS) continue;
      this.#rows += shown.effects.length;
      added.push(shown);
    }
    const { base, species } = this.#run.options;
    if (added.length > 0) appendMarkup(this.#find('table'), variantRows(added, { base, species }));
    const more = this.#shown.effects - this.#rows;
    this.#find('#shown').textContent =
      `Shown: ` +
      `${countText(this.#shown)}${more > 0 ? `; the table has the first ${this.#rows.toLocaleString('en')}` : ''}.`;
  }

  /** Applies the filter to all answers so far. */
  async filter(): Promise<void> {
    const turn = ++this.#filtering;
    const filter = this.#readFilter();
    this.#shown = new EffectCounts();
    this.#rows = 0;
    for (const body of this.#place.querySelectorAll('table tbody')) body.remove();
    this.#append([], filter);
    for await (const variants of this.#run.variants()) {
      if (turn !== this.#filtering) return;
      this.#append(variants, filter);
    }
  }

  async #download(button: HTMLButtonElement): Promise<void> {
    const kind = button.dataset.file;
    button.disabled = true;
    try {
      const blob = kind === 'json' ? this.#run.json() : kind === 'tsv' ? await this.#run.tsv() : await this.#run.vcf();
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = `effects.${kind}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (error) {
      this.end(error instanceof Error ? error.message : String(error));
    } finally {
      button.disabled = false;
    }
  }
}
