import { html as honoHtml, type raw } from 'hono/html';

/** HTML or SVG text, which is not escaped again. */
export type Html = ReturnType<typeof raw>;

/**
 * Hono's `html` for values without promises. Write letters beyond Latin-1 as entities: the bundler escapes them in
 * strings, but not in tagged templates, regular expressions and comments within classes. A single one doubles the
 * memory of the Worker's script.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return honoHtml(strings, ...values) as Html;
}
