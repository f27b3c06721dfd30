/** The page a browser gets: the answer as indented JSON, to be read by a person. */

/** `title` and `value` come from outside and are escaped. */
export function htmlPage(title: string, value: unknown): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>
body { font: 16px/1.4 system-ui, sans-serif; margin: 1.5rem; color: #1b1b1b; background: #fff; }
h1 { font-size: 1.1rem; overflow-wrap: anywhere; }
pre { font: 13px/1.45 ui-monospace, monospace; background: #f5f5f5; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>${escape(title)}</h1>
<pre>${escape(JSON.stringify(value ?? null, null, 2))}</pre>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
