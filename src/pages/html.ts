import { html as honoHtml, type raw } from 'hono/html';

/** HTML or SVG text, which is not escaped again. */
export type Html = ReturnType<typeof raw>;

/** Hono's `html` for values without promises. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return honoHtml(strings, ...values) as Html;
}
