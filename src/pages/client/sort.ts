/** Lets people sort tables of data: a button in the heading of each column. */

/** The value of a cell: a number where the page gives one, or the text. */
function valueOf(row: HTMLTableRowElement, column: number): string | number {
  const cell = row.cells[column];
  const value = cell?.dataset.value ?? cell?.textContent.trim() ?? '';
  const number = Number(value);
  return value === '' || Number.isNaN(number) ? value.toLowerCase() : number;
}

/** Numbers come before texts, and nothing comes last in both directions. */
function compare(one: string | number, other: string | number, direction: 1 | -1): number {
  if (one === '' || other === '') return Number(one === '') - Number(other === '');
  if (typeof one === 'number' && typeof other === 'number') return (one - other) * direction;
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return String(one).localeCompare(String(other), 'en', { numeric: true }) * direction;
}

function sortBy(table: HTMLTableElement, heading: HTMLTableCellElement): void {
  const [body] = table.tBodies;
  if (!body) return;
  const before = heading.ariaSort;
  const first = heading.classList.contains('number') ? 'descending' : 'ascending';
  const now = before === null ? first : before === 'ascending' ? 'descending' : 'ascending';
  for (const each of table.querySelectorAll('thead th')) each.ariaSort = null;
  heading.ariaSort = now;
  const rows = Array.from(body.rows, (row) => ({ row, value: valueOf(row, heading.cellIndex) }));
  rows.sort((one, other) => compare(one.value, other.value, now === 'ascending' ? 1 : -1));
  body.append(...rows.map(({ row }) => row));
}

for (const table of document.querySelectorAll<HTMLTableElement>('table.data:not([data-paged])')) {
  for (const heading of table.querySelectorAll<HTMLTableCellElement>('thead th')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...heading.childNodes);
    button.addEventListener('click', () => sortBy(table, heading));
    heading.append(button);
  }
}
