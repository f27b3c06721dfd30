/** Tables of data. src/pages/client/sort.ts lets people sort them; without scripts they are plain tables. */
import { raw } from 'hono/html';
import { html, type Html } from './html.ts';

export interface Column {
  name: string;
  /** Numbers are aligned to the right, and sorted from the highest to the lowest first. */
  isNumber?: boolean;
}

/** @property value what the cell is sorted by, if that is not its text */
export type Cell = string | number | Html | { shown: Html | string; value: string | number };

export interface DataTable {
  /** Names the table for readers who do not see it. */
  label: string;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
}

/** The first cell of a row is its heading. A wide table scrolls within its frame, also by keyboard. */
export function dataTable({ label, columns, rows }: DataTable): Html {
  return html`<div class="wide" role="region" aria-label="${label}" tabindex="0"><table class="data">
<thead><tr>${columns.map(
    ({ name, isNumber }) => html`<th scope="col"${isNumber ? raw(' class="number"') : ''}>${name}</th>`,
  )}</tr></thead>
<tbody>
${rows.map(
  (cells) => html`<tr>${cells.map((cell, at) => drawCell(cell, at === 0, columns[at]?.isNumber ?? false))}</tr>
`,
)}</tbody></table></div>`;
}

function drawCell(cell: Cell, isHeading: boolean, isNumber: boolean): Html {
  const hasValue = typeof cell === 'object' && 'value' in cell;
  const shown = hasValue ? cell.shown : typeof cell === 'number' ? cell.toLocaleString('en') : cell;
  const value = hasValue ? cell.value : typeof cell === 'number' ? cell : undefined;
  const attributes = html`${isNumber ? raw(' class="number"') : ''}${
    value === undefined ? '' : html` data-value="${value}"`
  }`;
  return isHeading ? html`<th scope="row"${attributes}>${shown}</th>` : html`<td${attributes}>${shown}</td>`;
}
