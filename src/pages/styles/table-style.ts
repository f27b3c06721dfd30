/** Tables of data, which keep their columns in narrow windows, unlike the tables of the documentation. */
export const TABLE_STYLE = `
.wide:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table.data { display: table; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
table.data thead { display: table-header-group; position: static; width: auto; height: auto; clip-path: none; }
table.data tbody { display: table-row-group; }
table.data tr { display: table-row; padding: 0; border: 0; }
table.data th, table.data td {
  display: table-cell; padding: 0.35rem 1.25rem 0.35rem 0; border-bottom: 1px solid var(--line); min-width: 0;
  color: var(--text); overflow-wrap: normal; white-space: normal;
}
table.data thead th { color: var(--soft); white-space: nowrap; }
table.data tbody th { font-weight: 500; }
table.data .number { text-align: right; white-space: nowrap; }
table.data .whole { white-space: nowrap; }
table.data button {
  font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; white-space: nowrap;
}
table.data button:hover { color: var(--link); text-decoration: underline; }
table.data button::after { content: "\\2195"; opacity: 0.45; margin-left: 0.35em; }
table.data [aria-sort="ascending"] button::after { content: "\\2191"; opacity: 1; }
table.data [aria-sort="descending"] button::after { content: "\\2193"; opacity: 1; }
h3 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
pre.flank { line-height: 1.9; }
pre.flank mark { background: var(--post-ground); color: var(--post); border-radius: 3px; padding: 0.1em 0.25em;
font-weight: 600; }
`;
