/** JSON for a person to read: indented, with keys, texts, numbers and words told apart by colour. */
import { raw } from 'hono/html';
import type { Html } from './document.ts';

/** Characters up to which parts are coloured: each part costs some thirty characters of markup. */
const LONGEST_COLOURED = 512 * 1024;

const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

/** @param json the text of any JSON value; other text comes out as it is, but escaped */
export function markUpJson(json: string): Html {
  if (json.length > LONGEST_COLOURED) return raw(escapeText(json));
  let text = '';
  let at = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [token, colon] = match;
    const kind = token.startsWith('"') ? (colon === undefined ? 's' : 'k') : /^[tfn]/.test(token) ? 'w' : 'n';
    const shown = colon === undefined ? token : token.slice(0, -colon.length);
    text += `${escapeText(json.slice(at, match.index))}<span class="${kind}">${escapeText(shown)}</span>${colon ?? ''}`;
    at = match.index + token.length;
  }
  return raw(text + escapeText(json.slice(at)));
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
