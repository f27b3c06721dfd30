/** The genome browser: replaces the drawing of the page by a canvas that pans and zooms. The address holds the view. */
import { partsOf, wrapped } from '../drawing/origin.ts';
import { basesText } from '../drawing/scale.ts';
import { pinnedAddress } from '../pinned-links.ts';
import { Canvas, pageColours, type Hit } from './browse/canvas.ts';
import type { Place } from './browse/data.ts';
import { listen } from './browse/gestures.ts';
import { tracksOf } from './browse/tracks.ts';
import { bounds, clamped, zoomed, type View } from './browse/view.ts';

const root = document.getElementById('browser');
if (root) browse(root);

/** Milliseconds without movement before the address and the list of genes follow. */
const REST = 250;
const MOST_LISTED = 60;

function browse(root: HTMLElement): void {
  const { base = '', species = '', region = '', release = '', set = '', tracks: names = '' } = root.dataset;
  const [length, circularLength] = [Number(root.dataset.length), Number(root.dataset.circular)];
  const alignment = { name: root.dataset.alignmentName ?? '', query: root.dataset.alignment ?? '' };
  const place: Place = { base, species, region, release, set, alignment, length, circularLength };
  const [first, end] = [Number(root.dataset.start), Number(root.dataset.end)];
  let view: View = clamped({ start: first, span: end - first + 1 }, place);

  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return;
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'img');
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.hidden = true;
  const drawn = root.querySelector<HTMLElement>('.drawn');
  const { all, genes } = tracksOf(place, names.split(' '), invalidate);
  const addressOf = (path: string) => base + (release === '' ? path : pinnedAddress(path, release));
  let colours = pageColours();
  let hits: Hit[] = [];
  let height = 0;
  let frame = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let isShown = false;

  function invalidate(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function draw(): void {
    frame = 0;
    if (!context) return;
    const width = isShown ? canvas.clientWidth : root.clientWidth || 1;
    const ratio = devicePixelRatio || 1;
    const wide = Math.round(width * ratio);
    const high = Math.round(Math.max(height, 120) * ratio);
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
      canvas.style.height = `${Math.max(height, 120)}px`;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colours.ground;
    context.fillRect(0, 0, width, canvas.height);
    const surface = new Canvas(context, colours, width, view, circularLength);
    let top = 0;
    for (const track of all) top += track.draw(surface, top);
    hits = surface.hits;
    const wanted = Math.ceil(top + 6);
    const isLoading = all.some((track) => track.isLoading);
    // Tracks that wait for data, or that change with every movement, would make the page jump.
    if (wanted > height || (wanted < height && !isLoading && rest === undefined)) {
      height = wanted;
      invalidate();
    }
    if (!isShown && !isLoading) show();
    if (!isLoading && rest === undefined) listGenes();
  }

  /** Replaces the drawing of the server once there is something to see. */
  function show(): void {
    isShown = true;
    drawn?.replaceWith(canvas);
    root.append(tip);
    invalidate();
  }

  function move(next: View): void {
    view = next;
    invalidate();
    const parts = partsOf(bounds(view, place), place.length);
    for (const [which, marked] of root.querySelectorAll('.marked').entries()) {
      const { start, end } = parts[which] ?? { start: 1, end: 0 };
      marked.setAttribute('x', `${(100 * (start - 1)) / place.length}%`);
      marked.setAttribute('width', `${(100 * (end - start + 1)) / place.length}%`);
    }
    clearTimeout(rest);
    rest = setTimeout(settle, REST);
  }

  /** The address, the title and the text of the page follow the view. */
  function settle(): void {
    rest = undefined;
    const { start, end: unrolled } = bounds(view, place);
    const end = wrapped(unrolled, circularLength);
    history.replaceState(null, '', addressOf(`/browse/${species}/${encodeURIComponent(region)}:${start}-${end}`));
    const text = `${region}:${start.toLocaleString('en')}-${end.toLocaleString('en')}`;
    const heading = document.getElementById('place');
    if (heading) heading.textContent = text;
    document.title = document.title.replace(/^[^·]*/, `${text} `);
    const span = document.getElementById('span');
    if (span) span.textContent = basesText(unrolled - start + 1);
    describe(text);
    listGenes();
    invalidate();
  }

  function describe(text: string): void {
    canvas.setAttribute('aria-label', `${text}. Arrow keys pan, plus and minus zoom; the genes are listed below.`);
  }

  function listGenes(): void {
    const list = document.getElementById('genes');
    const { start, end } = bounds(view, place);
    const found = genes?.genesIn(start, end);
    if (!list || found === undefined || genes?.isLoading) return;
    const key = found === null ? 'none' : found.map(({ id }) => id).join();
    if (list.dataset.shown === key) return;
    list.dataset.shown = key;
    if (found === null || found.length === 0) {
      const note = document.createElement('p');
      note.className = 'soft';
      note.textContent = found === null ? 'Zoom in to 5 Mb or less for a list of genes.' : 'No genes here.';
      list.replaceChildren(note);
      return;
    }
    const items = document.createElement('ul');
    items.className = 'gene-list';
    for (const gene of found.slice(0, MOST_LISTED)) {
      const link = document.createElement('a');
      link.href = addressOf(`/lookup/id/${encodeURIComponent(gene.id)}?species=${species}`);
      link.textContent = gene.external_name || gene.id;
      const kind = document.createElement('span');
      kind.className = 'soft';
      kind.textContent = ` ${(gene.biotype ?? '').replaceAll('_', ' ')}`;
      const item = document.createElement('li');
      item.append(link, kind);
      items.append(item);
    }
    list.replaceChildren(items);
    if (found.length > MOST_LISTED) list.append(`and ${found.length - MOST_LISTED} more`);
  }

  const hitAt = ({ x, y }: { x: number; y: number }) =>
    hits.findLast((hit) => x >= hit.x && x <= hit.x + hit.width && y >= hit.y && y <= hit.y + hit.height);

  const moves = {
    view: () => view,
    pan: (pixels: number) =>
      move(clamped({ ...view, start: view.start + (pixels * view.span) / canvas.clientWidth }, place)),
    zoom: (factor: number, at: number) => move(zoomed(view, factor, at, place)),
    hover(point: { x: number; y: number } | null) {
      const hit = point && hitAt(point);
      canvas.classList.toggle('over', Boolean(hit?.path));
      tip.hidden = !hit;
      if (!hit || !point) return;
      tip.textContent = hit.title;
      tip.style.left = `${Math.max(4, Math.min(point.x + 12, canvas.clientWidth - tip.offsetWidth - 8))}px`;
      tip.style.top = `${canvas.offsetTop + point.y + 16}px`;
    },
    click(point: { x: number; y: number }) {
      const hit = hitAt(point);
      const details = document.getElementById('details');
      if (!details) return;
      details.replaceChildren();
      if (!hit) return;
      const [name = '', ...more] = hit.title.split('\n');
      const title = document.createElement(hit.path ? 'a' : 'strong');
      if (title instanceof HTMLAnchorElement) title.href = addressOf(hit.path ?? '');
      title.textContent = name;
      const text = document.createElement('p');
      text.className = 'soft';
      text.textContent = more.join(' · ');
      details.append(title, text);
    },
  };

  const actions: Readonly<Record<string, () => void>> = {
    left: () => moves.pan(-canvas.clientWidth / 2),
    right: () => moves.pan(canvas.clientWidth / 2),
    in: () => moves.zoom(0.5, 0.5),
    out: () => moves.zoom(2, 0.5),
    far: () => moves.zoom(10, 0.5),
    whole: () => move(clamped({ start: 1, span: place.length }, place)),
  };
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-action]'))
    link.addEventListener('click', (event) => {
      const action = actions[link.dataset.action ?? ''];
      if (!action || !isShown || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      action();
    });
  root.querySelector<HTMLElement>('.ideogram')?.addEventListener('click', (event) => {
    const strip = root.querySelector('.ideogram svg')?.getBoundingClientRect();
    if (!strip || !isShown) return;
    const middle = ((event.clientX - strip.left) / strip.width) * place.length;
    move(clamped({ ...view, start: middle - view.span / 2 }, place));
  });
  const toggle = document.querySelector<HTMLInputElement>('#all-transcripts');
  if (toggle && genes) {
    toggle.disabled = false;
    toggle.addEventListener('change', () => {
      genes.allTranscripts = toggle.checked;
      height = 0;
      invalidate();
    });
  }
  listen(canvas, moves);
  addEventListener('resize', invalidate);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    colours = pageColours();
    invalidate();
  });
  describe(`${region}:${first.toLocaleString('en')}-${wrapped(end, circularLength).toLocaleString('en')}`);
  invalidate();
}
