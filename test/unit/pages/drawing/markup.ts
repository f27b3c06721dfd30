/** A name that would break out of markup, and its escaped form. */
export const MARKUP = '<script>"&\'';
export const ESCAPED = '&lt;script&gt;&quot;&amp;&#39;';

/** The texts that a drawing shows, without those that appear only under the pointer. */
export function drawnText(drawing: string): string {
  return drawing
    .replaceAll(/<(title|desc)>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
