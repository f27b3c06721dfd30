/** The frame of every page: readable on a phone, in light and dark, without scripts. */
import { html, raw } from 'hono/html';

/** Text that is HTML already. */
export type Html = ReturnType<typeof raw>;

export interface Frame {
  /** Where the service stands: '/rest', or '' for the root. */
  base: string;
  title: string;
  body: Html;
}

const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --soft: #5a6169; --line: #d8dde2; --ground: #fff; --raised: #f5f7f9; --link: #0b5cad; --key: #7a2e8e; --string: #1a6b35; --number: #9a4a00; --word: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ec; --soft: #a4adb6; --line: #3a424a; --ground: #14181c; --raised: #1d2328; --link: #7ab8ff; --key: #dba6ea; --string: #8fd6a4; --number: #f0b27a; --word: #7ab8ff; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); }
header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0.75rem 1rem; }
header { border-bottom: 1px solid var(--line); }
header nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; align-items: baseline; }
header strong { margin-right: auto; }
a { color: var(--link); }
h1 { font-size: 1.4rem; margin: 1rem 0 0.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 1.75rem 0 0.5rem; }
code, pre { font: 0.86rem/1.5 ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem; margin: 0.5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; }
dl.operations { margin: 0; }
dl.operations dt { margin-top: 0.6rem; overflow-wrap: anywhere; }
dl.operations dd { margin: 0; color: var(--soft); }
.method { display: inline-block; min-width: 3.2em; font-weight: 600; }
.soft, footer { color: var(--soft); }
.k { color: var(--key); } .s { color: var(--string); } .n { color: var(--number); } .w { color: var(--word); }
`;

export function htmlDocument({ base, title, body }: Frame): string {
  return String(html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · genomic-edge</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<header>
<nav aria-label="Site">
<strong><a href="${base}/">genomic-edge</a></strong>
<a href="${base}/">Operations</a>
<a href="${base}/reference">Reference</a>
<a href="${base}/openapi.json">OpenAPI</a>
<a href="${base}/info/data?content-type=text/html">Releases</a>
</nav>
</header>
<main>
${body}
</main>
<footer>Reference data of <a href="https://www.ensembl.org">Ensembl</a>, in the dialect of its REST service. genomic-edge is not part of Ensembl.</footer>
</body>
</html>
`);
}
