import { html as honoHtml, type raw } from 'hono/html';

/** HTML or SVG text, which is not escaped again. */
export type Html = ReturnType<typeof raw>;

/**
 * Hono's `html` for values without promises. Letters beyond Latin-1 are written as entities: other than in strings, the
 * bundler does not escape them here, in regular expressions and in comments within classes. One of them would double
 * the memory of the Worker's script.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  return honoHtml(strings, ...values) as Html;
}
