/** Small parts that several views use. */
import { html, type Html } from '../html.ts';

/** Facts as terms and descriptions, without those that are empty. */
export function htmlList(rows: readonly (readonly [term: string, description: Html | string])[]): Html {
  const filled = rows.filter(([, description]) => String(description) !== '');
  return html`<dl class="fact-cards">
${filled.map(
  ([term, description]) => html`<div><dt>${term}</dt><dd>${description}</dd></div>
`,
)}</dl>`;
}
