/** The style of all pages: light or dark as the system setting, one column on phones, contrast of at least 4.5 to 1. */
export const SITE_STYLE = `
:root {
  color-scheme: light dark; --text: #1b2126; --soft: #56606a; --line: #dbe1e6; --ground: #fff; --raised: #f4f7f9;
  --control: #87929c; --link: #0a5aa8; --get: #0b6b4f; --get-ground: #dff3ea; --post: #8a3f00; --post-ground: #fdebd8;
  --key: #7a2e8e;
  --string: #1a6b35; --number: #9a4a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e8eb; --soft: #a7b1ba; --line: #364049; --ground: #12171b; --raised: #1a2127; --control: #6d7984;
    --link: #7fbcff;
    --get: #86dcb9; --get-ground: #12392c; --post: #f5b87c; --post-ground: #43290f; --key: #dba6ea; --string: #8fd6a4;
    --number: #f0b27a;
  }
}
* { box-sizing: border-box; }
/* Names may contain marks of direction, which must not turn the text around them. Blocks are isolated anyway. */
a, b, strong, em, code, mark, span, label, option, button, tspan, text { unicode-bidi: isolate; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; font: 1rem/1.55 system-ui, sans-serif; color: var(--text); background: var(--ground);
  overflow-wrap: break-word;
}
body > header { background: var(--raised); border-bottom: 1px solid var(--line); }
body > header nav, main, footer { max-width: 72rem; margin: 0 auto; padding: 0.7rem 1.25rem; }
body > header nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; align-items: baseline; }
body > header a { text-decoration: none; }
body > header a:hover { text-decoration: underline; }
body > header nav { align-items: center; }
body > header nav > strong { font-size: 1.1rem; }
.search { position: relative; display: flex; flex: 1 1 16rem; max-width: 26rem; margin-right: auto; }
.search input, .search button {
  font: inherit; font-size: 0.95rem; color: inherit; background: var(--ground); border: 1px solid var(--control);
  padding: 0.3rem 0.7rem; min-width: 0;
}
.search input { flex: 1; border-radius: 6px 0 0 6px; border-right: 0; appearance: none; }
.search button { border-radius: 0 6px 6px 0; cursor: pointer; background: var(--raised); }
.search button:hover { background: var(--line); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
body > header nav > strong a { color: inherit; }
.suggestions {
  position: absolute; z-index: 5; top: calc(100% + 4px); left: 0; right: 0; margin: 0; padding: 0.25rem;
  list-style: none;
  background: var(--ground); border: 1px solid var(--control); border-radius: 8px; box-shadow: 0 6px 24px #0003;
  max-height: 70vh; overflow-y: auto;
}
.suggestions[hidden] { display: none; }
.suggestions li {
  display: flex; gap: 0.6rem; align-items: baseline; max-width: none; padding: 0.35rem 0.6rem; border-radius: 5px;
  cursor: pointer;
}
.suggestions li[aria-selected="true"] { background: var(--raised); outline: 1px solid var(--line); }
.suggestions strong { font-size: 0.95rem; }
.suggestions .soft { font-size: 0.85rem; margin-left: auto; text-align: right; }
.choices { list-style: none; margin: 1rem 0; padding: 0; max-width: 48rem; border-top: 1px solid var(--line); }
.choices li { max-width: none; border-bottom: 1px solid var(--line); }
.choices a {
  display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; padding: 0.55rem 0.25rem;
  text-decoration: none;
}
.choices a:hover { background: var(--raised); }
.fields { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; margin: 1.25rem 0; }
.fields label { display: grid; gap: 0.2rem; font-size: 0.875rem; color: var(--soft); }
.fields input, .fields select, .fields button, .fields textarea {
  font: inherit; font-size: 0.95rem; color: var(--text); background: var(--ground); border: 1px solid var(--control);
  border-radius: 6px; padding: 0.35rem 0.7rem; max-width: 100%;
}
.fields button { background: var(--raised); cursor: pointer; }
.fields button:hover { background: var(--line); }
h1 .subtitle { display: block; font-size: 1rem; font-weight: 400; color: var(--soft); }
h2 .soft { font-weight: 400; }
.crumbs { margin-bottom: 0; }
.crumbs + h1 { margin-top: 0.25rem; }
.line { display: block; font-size: 0.85rem; }
.fact-cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: 0.75rem 1.25rem;
margin: 1rem 0; }
.fact-cards dt { color: var(--soft); font-size: 0.8rem; }
.fact-cards dd { margin: 0; font-size: 0.95rem; }
.chips { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 1.25rem 0; }
.chips span { align-self: center; font-size: 0.9rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
h3 .soft { font-weight: 400; }
.chips a {
  padding: 0.2rem 0.75rem; border: 1px solid var(--line); border-radius: 99px; text-decoration: none;
  background: var(--raised); font-size: 0.9rem;
}
.chips a:hover { border-color: var(--link); }
.badge {
  display: inline-block; padding: 0 0.45em; border-radius: 4px; font-size: 0.72rem; font-weight: 600; line-height: 1.6;
  color: var(--get); background: var(--get-ground); vertical-align: 0.1em;
}
.badge.mane { color: var(--post); background: var(--post-ground); }
.answer { margin-top: 3rem; border-top: 1px solid var(--line); }
.answer h2 { margin-top: 1.25rem; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); }
a { color: var(--link); text-underline-offset: 0.15em; }
p, li, dd { max-width: 48rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 1rem 0 0.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
h1 code, h2 code { font-size: 0.9em; }
code { overflow-wrap: anywhere; }
pre {
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem 1rem;
  margin: 0.5rem 0; white-space: pre-wrap; overflow-wrap: anywhere;
}
summary { cursor: pointer; font-weight: 600; padding: 0.25rem 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.45rem 1rem 0.45rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; }
tbody th { white-space: nowrap; }
td { overflow-wrap: anywhere; }
table:not(.data) td:nth-child(3) { min-width: 14rem; }
table.data { font-size: 0.9rem; font-variant-numeric: tabular-nums; }
.data th, .data td { padding: 0.3rem 1rem 0.3rem 0; white-space: nowrap; }
.data .number { text-align: right; }
.method {
  display: inline-block; min-width: 3.6em; padding: 0.05em 0.5em; border-radius: 4px;
  font: 600 0.75rem/1.6 ui-monospace, monospace; text-align: center; vertical-align: 0.1em;
}
.get { color: var(--get); background: var(--get-ground); }
.post { color: var(--post); background: var(--post-ground); }
.groups ul, ul.formats {
  list-style: none; margin: 0.5rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem;
}
.operations { list-style: none; margin: 0; padding: 0; }
.operations li { max-width: none; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.operations a { text-decoration: none; }
.operations a:hover code { text-decoration: underline; }
.operations span.soft { display: block; }
.soft, footer { color: var(--soft); }
.k { color: var(--key); } .s { color: var(--string); } .n { color: var(--number); } .w { color: var(--link); }
@media (min-width: 60rem) {
  .sided { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0 3rem; }
  .groups { position: sticky; top: 1rem; align-self: start; padding-top: 1.5rem; }
  .groups ul { display: block; }
  .groups li { padding: 0.15rem 0; }
}
@media (max-width: 40rem) {
  body > header nav { column-gap: 1rem; }
  body > header nav > strong { flex-basis: 100%; }
  .search { flex-basis: 100%; max-width: none; }
  h1 { font-size: 1.25rem; }
  table:not(.data) {
    thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    &, tbody, tr, tbody th, td { display: block; border: 0; padding: 0; white-space: normal; }
    tr { padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
    td:empty { display: none; }
    td:nth-child(2), td:nth-child(4) { color: var(--soft); }
  }
}
`;
