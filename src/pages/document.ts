/** The frame of every page: readable on a phone, in light and dark, without scripts. */
import { html, raw } from 'hono/html';
import { STYLE } from './style.ts';

/** Text that is HTML already. */
export type Html = ReturnType<typeof raw>;

export interface Frame {
  /** Where the service stands: '/rest', or '' for the root. */
  base: string;
  title: string;
  body: Html;
}

export function htmlDocument({ base, title, body }: Frame): string {
  return String(html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
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
