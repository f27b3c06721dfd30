import { Parser } from 'htmlparser2';

/**
 * Names of the files and folders that a web server's page of a folder links to, in its order; folders without their slash. Links to
 * elsewhere (the folder above, other orders of the page) are passed over.
 *
 * @param folder address of the page; ends with a slash
 */
export function listedNames(html: string, folder: URL): string[] {
  const names = new Set<string>();
  const parser = new Parser({
    onopentag(tag, { href }) {
      if (tag !== 'a' || href === undefined || !URL.canParse(href, folder)) return;
      const { origin, pathname } = new URL(href, folder);
      if (origin !== folder.origin || !pathname.startsWith(folder.pathname)) return;
      const name = decoded(pathname.slice(folder.pathname.length).replace(/\/$/, ''));
      if (name !== '' && !name.includes('/')) names.add(name);
    },
  });
  parser.end(html);
  return [...names];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
