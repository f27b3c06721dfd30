/**
 * The VEP page with scripts: small texts as the page itself answers them, without loading it again; larger ones and
 * files in pieces, with counts and a table that grow; filters; pictures of single variants.
 */
import { MAX_PAGE_TEXT, MAX_PAGE_VARIANTS, readInput, vepQuery } from '../vep/vep-filters.ts';
import { variantLines } from '../vep/variant-lines.ts';
import { parsedPage } from './shared/markup.ts';
import { Results } from './vep-parts/results.ts';
import { Run } from './vep-parts/run.ts';

const form = document.querySelector<HTMLFormElement>('form.vep');
if (form) start(form);

function start(form: HTMLFormElement): void {
  const base = form.closest<HTMLElement>('[data-base]')?.dataset.base ?? '';
  const text = form.querySelector('textarea');
  const file = form.querySelector<HTMLInputElement>('input[type="file"]');
  const stop = form.querySelector<HTMLElement>('#vep-stop');
  if (!text || !file || !stop) return;
  for (const each of form.querySelectorAll<HTMLElement>('.with-script')) each.hidden = false;
  for (const each of form.querySelectorAll<HTMLElement>('.without-script')) each.hidden = true;
  text.removeAttribute('maxlength');
  text.required = false;

  let request = new AbortController();
  let results: Results | null = null;
  const place = () => document.querySelector<HTMLElement>('#results') ?? form;

  /** The fields of the form, with filters that belong to it. */
  function fields(): URLSearchParams {
    const found = new URLSearchParams();
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && (value !== '' || name === 'variants')) found.append(name, value);
    return found;
  }

  function input() {
    const query = new Map<string, string[]>();
    for (const [name, value] of fields()) query.set(name, [...(query.get(name) ?? []), value]);
    return readInput(query, '');
  }

  /** Small texts: the answer is a part of the page. */
  async function showPage(): Promise<void> {
    const address = new URL(form.action);
    address.search = String(fields());
    address.hash = '';
    history.replaceState(null, '', address);
    place().setAttribute('aria-busy', 'true');
    const response = await fetch(address, { signal: request.signal, headers: { accept: 'text/html' } });
    const page = parsedPage(await response.text()).querySelector('#results');
    if (!page) return location.assign(address);
    place().replaceWith(page);
  }

  async function sendPieces(source: File | string): Promise<void> {
    history.replaceState(null, '', form.action.replace(/#.*$/, ''));
    const { species, options, distance, release } = input();
    const { signal } = request;
    const run = new Run({ base, species, query: vepQuery({ options, distance, release }), source, signal });
    const shown = new Results(place(), run, () => input().filter);
    results = shown;
    stop?.removeAttribute('hidden');
    const size = typeof source === 'string' ? 0 : source.size;
    try {
      await run.send((variants) => shown.add(variants, size));
      shown.end(run.counts.variants === 0 && run.counts.refused === 0 ? 'There are no variants in it.' : null);
    } catch (error) {
      shown.end(signal.aborted ? 'You stopped it.' : error instanceof Error ? error.message : String(error));
    } finally {
      if (request.signal === signal) stop?.setAttribute('hidden', '');
    }
  }

  async function submit(): Promise<void> {
    request.abort();
    request = new AbortController();
    results = null;
    const chosen = file?.files?.[0];
    const typed = text?.value ?? '';
    const isSmall = typed.length <= MAX_PAGE_TEXT && variantLines(typed).length <= MAX_PAGE_VARIANTS;
    try {
      await (chosen ? sendPieces(chosen) : isSmall ? showPage() : sendPieces(typed));
      const shown = place();
      shown.removeAttribute('aria-busy');
      shown.focus({ preventScroll: true });
      shown.scrollIntoView({ block: 'start' });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) form.submit();
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // The button of the filters belongs to the form, too.
    if (results && event.submitter?.closest('.filters')) void results.filter();
    else void submit();
  });
  stop.addEventListener('click', () => request.abort());
  document.addEventListener('change', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('.filters')) return;
    if (results) void results.filter();
    else void showPage().catch(() => form.submit());
  });
  // What is typed replaces a chosen file.
  text.addEventListener('input', () => (file.value = ''));

  form.addEventListener('dragover', (event) => {
    event.preventDefault();
    form.classList.add('dropping');
  });
  form.addEventListener('dragleave', () => form.classList.remove('dropping'));
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    form.classList.remove('dropping');
    if (!event.dataTransfer || event.dataTransfer.files.length === 0) return;
    file.files = event.dataTransfer.files;
    void submit();
  });

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.picture') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    showPicture(link).catch(() => location.assign(link.href));
  });
}

/** The picture of a variant, which its page has. */
async function showPicture({ href }: HTMLAnchorElement): Promise<void> {
  const response = await fetch(href, { headers: { accept: 'text/html' } });
  const page = parsedPage(await response.text());
  const picture = page.querySelector('#pictures');
  const dialog = document.createElement('dialog');
  dialog.className = 'shown-picture';
  dialog.setAttribute('aria-label', 'Picture of the variant');
  const nothing = document.createElement('p');
  nothing.textContent = 'This variant is in no transcript.';
  const close = document.createElement('button');
  close.className = 'quiet';
  close.textContent = 'Close';
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  dialog.append(picture ?? nothing, close);
  document.body.append(dialog);
  dialog.showModal();
}
