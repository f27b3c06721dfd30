/** Layout of all pages: responsive, light and dark. Scripts only add to what the pages show without them. */
import { raw } from 'hono/html';
import { assetPath, type ScriptName } from './assets.ts';
import { html, type Html } from './html.ts';

interface DocumentParts {
  /** Base path of the service: '/rest', or '' for the root. */
  base: string;
  title: string;
  body: Html;
  /** Scripts of the page, in addition to that of the search box. */
  scripts?: readonly ScriptName[];
  /** The text in the search box. */
  searched?: string;
}

export function htmlDocument({ base, title, body, scripts = [], searched = '' }: DocumentParts): string {
  return String(html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · genomic-edge</title>
<link rel="icon" href="${assetPath(base, 'icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath(base, 'site.css')}">
${SITE_SCRIPTS.concat(scripts).map(
  (script) => html`<script type="module" src="${assetPath(base, script)}"></script>
`,
)}</head>
<body>
<header>
<nav aria-label="Site">
<strong><a href="${base}/">genomic-edge</a></strong>
${searchForm(base, searched)}
<a href="${base}/">Operations</a>
<a href="${base}/tools/vep">VEP</a>
<a href="${base}/reference">Reference</a>
<a href="${base}/openapi.json">OpenAPI</a>
<a href="${base}/status">Data</a>
</nav>
</header>
<main>
${body}
</main>
<footer>Reference data in the format of <a href="https://www.ensembl.org">Ensembl</a>'s REST service.
genomic-edge is not part of Ensembl.</footer>
</body>
</html>
`);
}

/** Scripts of every page. */
const SITE_SCRIPTS: readonly ScriptName[] = ['search.js'];

/** The search box, which src/pages/client/search.ts extends by suggestions. */
function searchForm(base: string, searched: string): Html {
  return html`<form class="search" role="search" action="${base}/search">
<input type="search" name="q" value="${searched}" aria-label="Gene, region, variant or HGVS"
 placeholder="Gene, region, variant &hellip;"
 maxlength="300" autocomplete="off" autocapitalize="off" spellcheck="false">
<button>Search</button>
</form>`;
}

/** @param path as in the catalogue (':id') or in OpenAPI ('{id}') */
export function markUpAddress(method: string, path: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span> <code>${markUpPath(path)}</code>`;
}

export function markUpPath(path: string): Html {
  const [, ...segments] = path.split('/');
  const marked = segments.map((segment) => {
    const variable = /^[:{]/.test(segment);
    return html`${raw('<wbr>')}/${variable ? html`<span class="k">${segment}</span>` : segment}`;
  });
  return html`${marked}`;
}
