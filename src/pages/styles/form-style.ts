/** Forms, the page of an operation, and messages. */
export const FORM_STYLE = `
:root { --field: #fff; --field-line: #8a96a1; --wrong: #a3231b; --wrong-ground: #fdecea; }
@media (prefers-color-scheme: dark) {
  :root { --field: #0d1114; --field-line: #6c7884; --wrong: #ffb4ab; --wrong-ground: #3d1512; }
}
.entry input, .entry select, .entry textarea, .entry button { font: inherit; color: inherit; }
.entry input[type="text"], .entry input[type="file"], .entry select, .entry textarea {
  width: 100%; max-width: 100%; padding: 0.4rem 0.6rem; background: var(--field); border: 1px solid var(--field-line);
  border-radius: 6px;
}
.entry input[type="text"], .entry textarea { font: 0.875rem/1.5 ui-monospace, monospace; }
.entry textarea { resize: vertical; display: block; }
.entry ::placeholder { color: var(--soft); opacity: 1; }
.entry [aria-invalid="true"] { border-color: var(--wrong); }
.entry input[type="checkbox"] { width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--link); flex: none; }
button.main, .entry button.main {
  padding: 0.45rem 1.1rem; border: 1px solid transparent; border-radius: 6px; background: var(--link);
  color: var(--ground); font: inherit; font-weight: 600; cursor: pointer;
}
button.main:hover { filter: brightness(1.1); }
button.main:disabled { opacity: 0.6; cursor: default; }
button.quiet, .entry button.quiet {
  padding: 0.3rem 0.8rem; border: 1px solid var(--field-line); border-radius: 6px; background: none; color: var(--link);
  font: inherit; font-size: 0.9375rem; cursor: pointer;
}
button.quiet:hover { background: var(--raised); }
.field { margin: 0 0 1rem; padding: 0; border: 0; min-width: 0; }
.field > label, .field > legend { font-weight: 600; padding: 0; }
.field .soft { font-size: 0.875rem; font-weight: 400; margin-left: 0.35rem; }
.field > input, .field > select, .field > textarea { margin-top: 0.2rem; }
.field code { font-size: 0.9rem; font-weight: 600; }
.field.flag { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 0.6rem; align-items: center; }
.field.flag > input { margin: 0; }
.field.flag > .help { grid-column: 2; }
.help { margin: 0.2rem 0 0; font-size: 0.875rem; line-height: 1.45; color: var(--soft); }
.values { display: flex; flex-wrap: wrap; gap: 0.1rem 1.1rem; margin-top: 0.25rem; font-size: 0.9375rem; }
.values label { display: inline-flex; align-items: center; gap: 0.4rem; padding: 0.15rem 0; overflow-wrap: anywhere; }
.send { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; align-items: center; margin: 1.25rem 0; }
.problem, .hint { padding: 0.6rem 0.9rem; border-radius: 6px; border-left: 4px solid var(--link); }
.problem { color: var(--wrong); background: var(--wrong-ground); border-color: var(--wrong); }
.hint { background: var(--raised); }
.request > h2, .tried-answer > h2:first-child { margin-top: 1rem; }
.request > .soft, .request > ul.soft { font-size: 0.875rem; }
.tried-answer:focus { outline: none; }
.tried-answer .formats { font-size: 0.875rem; }
.snippets pre { margin-top: 0.25rem; }
.copy {
  float: right; margin: 0.55rem 0.55rem 0 0.5rem; padding: 0.1rem 0.6rem; border: 1px solid var(--line);
  border-radius: 5px; background: var(--ground); color: var(--link); font: inherit; font-size: 0.8125rem;
  cursor: pointer;
}
.copy:hover { border-color: var(--field-line); }
.tried-answer[aria-busy="true"] { opacity: 0.5; transition: opacity 0.1s 0.15s; }
.snippets details { border-bottom: 1px solid var(--line); padding: 0.15rem 0; }
@media (min-width: 60rem) {
  .tried { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 0 2.5rem; align-items: start; }
  .tried-answer { scroll-margin-top: 100vh; }
  .tried-answer > pre { max-height: 32rem; overflow: auto; }
}
`;
