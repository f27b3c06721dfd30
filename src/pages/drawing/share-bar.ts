/** Shares of alleles or genotypes as a bar of parts, with their percentages as text. */
import { html, type Html } from '../html.ts';
import { px, svg } from './svg.ts';

export interface Share {
  name: string;
  /** From 0 to 1. */
  share: number;
  /** Number of observations. */
  count?: number;
}

const COLOURS = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c6)', 'var(--c7)', 'var(--c8)'];
/** Parts beyond this number are one part. */
const MAX_PARTS = 7;
const WIDTH = 240;
const HEIGHT = 12;

/** @param order names of all parts, which have the same colours in all bars of a table */
export function shareBar(shares: readonly Share[], order: readonly string[]): Html {
  const sorted = shares.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  const shown = sorted.length > MAX_PARTS ? sorted.slice(0, MAX_PARTS - 1) : sorted;
  const rest = sorted.slice(shown.length);
  const other = rest.reduce((sum, { share }) => sum + share, 0);
  const parts = rest.length === 0 ? shown : [...shown, { name: `${rest.length} others`, share: other }];
  let x = 0;
  const bars = parts.map(({ share }, at) => {
    const width = Math.max(0, Math.min(1, share)) * WIDTH;
    const from = x;
    x += width;
    return svg`<rect x="${px(from)}" width="${px(width)}" height="${HEIGHT}" fill="${colourOf(shown[at], order)}"
stroke="var(--ground)"/>`;
  });
  return html`<div class="share-row"><svg class="share" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none"
aria-hidden="true"><rect width="${WIDTH}" height="${HEIGHT}" fill="var(--grid)"/>${bars}</svg>
<span class="shares">${parts.map(
    (part, at) =>
      html`<span><svg class="mark" viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" rx="2"
fill="${colourOf(shown[at], order)}"/></svg>${part.name} ${percentText(part.share)}${
        'count' in part && part.count !== undefined
          ? html` <span class="soft">(${part.count.toLocaleString('en')})</span>`
          : ''
      }</span> `,
  )}</span></div>`;
}

function colourOf(share: Share | undefined, order: readonly string[]): string {
  if (!share) return 'var(--c0)';
  return COLOURS[order.indexOf(share.name) % COLOURS.length] ?? 'var(--c0)';
}

/** '72.1 %'; '< 0.1 %' for a small share that is not 0. */
function percentText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1 %';
  return `${percent.toFixed(1).replace(/\.0$/, '')} %`;
}
