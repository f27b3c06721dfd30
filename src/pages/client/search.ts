/**
 * Suggestions of the search box: a combobox with a list (WAI-ARIA Authoring Practices, "Editable Combobox With List
 * Autocomplete"). Without this script, the form opens the search page.
 */
interface Suggestion {
  href: string;
  kind: string;
  name: string;
  detail: string;
}

/** Milliseconds without a key before suggestions are requested. */
const PAUSE = 60;

for (const form of document.querySelectorAll<HTMLFormElement>('form.search')) {
  const input = form.querySelector('input');
  if (input) suggest(form, input);
}

function suggest(form: HTMLFormElement, input: HTMLInputElement): void {
  const list = document.createElement('ul');
  list.id = 'suggestions';
  list.className = 'suggestions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  list.hidden = true;
  form.append(list);
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-expanded', 'false');

  let shown: Suggestion[] = [];
  let active = -1;
  let timer = 0;
  let request: AbortController | null = null;

  function close(): void {
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function activate(which: number): void {
    active = which;
    for (const [index, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(index === active));
      if (index === active) option.scrollIntoView({ block: 'nearest' });
    }
    if (active < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `suggestion-${active}`);
  }

  function show(suggestions: Suggestion[]): void {
    shown = suggestions;
    list.replaceChildren(...suggestions.map(optionOf));
    activate(-1);
    list.hidden = suggestions.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
  }

  function optionOf({ name, kind, detail, href }: Suggestion, index: number): HTMLElement {
    const option = document.createElement('li');
    option.id = `suggestion-${index}`;
    option.setAttribute('role', 'option');
    const title = document.createElement('strong');
    title.textContent = name;
    const more = document.createElement('span');
    more.className = 'soft';
    more.textContent = [kind, detail].filter(Boolean).join(' · ');
    option.append(title, more);
    // Before the input loses the focus, which closes the list.
    option.addEventListener('mousedown', (event) => event.preventDefault());
    option.addEventListener('click', () => location.assign(href));
    option.addEventListener('mousemove', () => active !== index && activate(index));
    return option;
  }

  async function load(): Promise<void> {
    request?.abort();
    const text = input.value.trim();
    if (text.length < 2) return show([]);
    request = new AbortController();
    try {
      const { signal } = request;
      // The form has the release that the page names.
      const release = form.querySelector<HTMLInputElement>('input[name="release"]')?.value ?? '';
      const query = new URLSearchParams({ q: text, ...(release && { release }) });
      const response = await fetch(`${form.action}/suggest?${query}`, { signal });
      if (!response.ok) return show([]);
      const { suggestions }: { suggestions: Suggestion[] } = await response.json();
      show(suggestions);
    } catch {
      // A newer request replaced this one, or the network failed: the form still works.
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(load, PAUSE);
  });
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (list.hidden) return void load();
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // One place more than suggestions: that of the text itself.
      const places = shown.length + 1;
      activate(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      const chosen = shown[active];
      if (chosen) location.assign(chosen.href);
    }
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}
