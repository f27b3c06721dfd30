/**
 * Sends the form of an operation without loading the page again, and copies code. Without this script, the form opens
 * the same page with its values in the address.
 */
import { copyButtons } from './shared/copy-buttons.ts';
import { parsedPage } from './shared/markup.ts';

const form = document.querySelector<HTMLFormElement>('form.try');
let request: AbortController | null = null;

/** The address of the page with the values of the form, without empty ones. */
function pageOf(from: HTMLFormElement): URL {
  const address = new URL(from.action);
  address.hash = '';
  for (const [name, value] of new FormData(from))
    if (typeof value === 'string' && value !== '') address.searchParams.append(name, value);
  // A page without any value would send the example.
  if (address.search === '') for (const [name] of new FormData(from)) address.searchParams.append(name, '');
  return address;
}

async function show(address: URL, from: HTMLFormElement): Promise<void> {
  request?.abort();
  request = new AbortController();
  const { signal } = request;
  const shown = document.querySelector('#answer');
  shown?.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(address, { signal, headers: { accept: 'text/html' } });
    const page = parsedPage(await response.text());
    const answer = page.querySelector('#answer');
    if (!shown || !answer) return location.assign(address);
    answer.removeAttribute('aria-busy');
    shown.replaceWith(answer);
    copyButtons(answer);
    markWrong(page, from);
    if (answer instanceof HTMLElement) answer.focus({ preventScroll: isVisible(answer) });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    location.assign(address);
  }
}

/** Marks the fields that the new page marks as wrong. */
function markWrong(page: Document, from: HTMLFormElement): void {
  for (const field of from.querySelectorAll('[id]')) {
    const isWrong = page.getElementById(field.id)?.hasAttribute('aria-invalid') ?? false;
    if (isWrong) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
  }
}

function isVisible(element: Element): boolean {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < innerHeight * 0.7;
}

if (form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const address = pageOf(form);
    history.pushState(null, '', address);
    void show(address, form);
  });
  // The fields of an earlier state are those of its page.
  addEventListener('popstate', () => location.reload());
  copyButtons(document);
}
