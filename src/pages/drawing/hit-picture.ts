/**
 * A transcript with the places of variants: exons to scale, introns shortened, so that hits in short exons are seen.
 */
import { impactOf } from '../../variants/consequences.ts';
import type { Html } from '../html.ts';
import type { ShownTranscript } from '../views/gene-model.ts';
import { impactMark } from './impact-mark.ts';
import { positionText } from './scale.ts';
import { drawing, px, svg } from './svg.ts';
import { shortened, text, textWidth } from './text.ts';

export interface Hit {
  /** Genomic positions; an insertion has start = end + 1. */
  start: number;
  end: number;
  label: string;
  /** Most severe consequence on the transcript. */
  term: string;
}

/** Room for the marks and their labels. */
const LABEL_LINES = 3;
const LINE = 16;
const EXON_TOP = LABEL_LINES * LINE + 24;
const EXON_HEIGHT = 26;
const SIDE = 14;
/** An intron takes at most this share of the mean exon, so that exons are most of the picture. */
const INTRON_SHARE = 0.6;
/** Bases outside of the transcript that are drawn, and their share of the picture. */
const FLANK = 5000;
const FLANK_SHARE = 0.03;

/** Maps genomic positions to the picture, with shortened introns and flanks. */
export function shortenedScale(
  exons: readonly { start: number; end: number }[],
  [left, right]: readonly [number, number],
): (position: number) => number {
  const sorted = [...exons].sort((a, b) => a.start - b.start);
  const bases = sorted.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  const gap = Math.max(1, (bases / Math.max(sorted.length, 1)) * INTRON_SHARE);
  // Corners of the scale: genomic position and units from the left.
  const corners: [position: number, units: number][] = [];
  let units = 0;
  const flank = bases * FLANK_SHARE;
  for (const { start, end } of sorted) {
    const before = corners.at(-1)?.[0];
    if (before === undefined) corners.push([start - FLANK, 0]);
    units += before === undefined ? flank : Math.min(gap, Math.max(0, start - before));
    corners.push([start, units]);
    units += end - start + 1;
    corners.push([end + 1, units]);
  }
  units += flank;
  corners.push([(corners.at(-1)?.[0] ?? 1) + FLANK, units]);
  const factor = (right - left) / units;
  return (position) => {
    const after = corners.findIndex(([corner]) => corner >= position);
    if (after === -1) return right;
    if (after === 0) return left;
    const [from, low] = corners[after - 1] ?? [position, 0];
    const [to, high] = corners[after] ?? [position, 0];
    const share = to === from ? 0 : (position - from) / (to - from);
    return left + factor * (low + share * (high - low));
  };
}

/** @param hits at most some dozens */
export function hitPicture(transcript: ShownTranscript, hits: readonly Hit[], width: number): Html {
  const { exons, translation, strand, name } = transcript;
  const scale = shortenedScale(exons, [SIDE, width - SIDE]);
  const middle = EXON_TOP + EXON_HEIGHT / 2;
  const [from, to] = [scale(transcript.start), scale(transcript.end + 1)];
  const arrow = strand < 0 ? -4 : 4;
  const chevrons = [];
  for (let x = from + 12; x < to - 6; x += 22)
    chevrons.push(svg`<path class="axis" d="M${px(x - arrow / 2)} ${px(middle - 4)}l${px(arrow)} 4l${px(-arrow)} 4"/>`);
  const boxes = exons.map(({ start, end, coding }, which) => {
    const title = `Exon ${which + 1} of ${exons.length}, ${positionText(start)}–${positionText(end)}`;
    return svg`<g><title>${title}</title>${box(
      scale,
      { start, end },
      6,
      translation ? 'var(--utr)' : 'var(--noncoding)',
    )}${coding ? box(scale, coding, 0, 'var(--coding)') : ''}</g>
`;
  });
  const height = EXON_TOP + EXON_HEIGHT + 26;
  const label = `${name} with ${hits.map((hit) => `${hit.label} (${hit.term.replaceAll('_', ' ')})`).join(', ')}`;
  return drawing({
    width,
    height,
    label,
    isImage: true,
    content: svg`<path class="axis" d="M${px(from)} ${px(middle)}H${px(to)}"/>${chevrons}
${boxes}
${exonNumbers(transcript, scale)}
${hitMarks(hits, scale, width)}`,
  });
}

function box(
  scale: (position: number) => number,
  { start, end }: { start: number; end: number },
  inset: number,
  colour: string,
): Html {
  const [x, right] = [scale(start), scale(end + 1)];
  return svg`<rect x="${px(x)}" y="${px(EXON_TOP + inset)}" width="${px(Math.max(right - x, 1))}" height="${px(
    EXON_HEIGHT - 2 * inset,
  )}" rx="1.5" fill="${colour}"/>`;
}

/** Numbers below exons, where they have room. */
function exonNumbers({ exons }: ShownTranscript, scale: (position: number) => number): Html[] {
  let end = -Infinity;
  const sorted = exons.map((exon, which) => ({ ...exon, number: String(which + 1) })).sort((a, b) => a.start - b.start);
  return sorted.map((exon) => {
    const x = (scale(exon.start) + scale(exon.end + 1)) / 2;
    const half = textWidth(exon.number, 10.5) / 2 + 3;
    if (x - half < end) return svg``;
    end = x + half;
    return text(x, EXON_TOP + EXON_HEIGHT + 16, exon.number, 'soft small middle');
  });
}

/** A pin for each hit, with its label above, where labels have room. */
function hitMarks(hits: readonly Hit[], scale: (position: number) => number, width: number): Html[] {
  const ends: number[] = new Array(LABEL_LINES).fill(-Infinity);
  const sorted = [...hits].sort((a, b) => a.start - b.start);
  return sorted.map((hit) => {
    const low = Math.min(hit.start, hit.end);
    const high = Math.max(hit.start, hit.end);
    const [left, right] = [scale(low), scale(high + 1)];
    const x = (left + right) / 2;
    const label = shortened(hit.label, 180, 11.5);
    const half = textWidth(label, 11.5) / 2;
    const centre = Math.min(Math.max(x, half + 2), width - half - 2);
    const line = ends.findIndex((end) => end < centre - half - 8);
    if (line !== -1) ends[line] = centre + half;
    const top = LABEL_LINES * LINE + 4;
    const bar =
      right - left > 4
        ? svg`<rect x="${px(left)}" y="${px(EXON_TOP - 4)}" width="${px(
            right - left,
          )}" height="3" fill="var(--accent)"/>`
        : '';
    const words = line === -1 ? '' : text(centre, LABEL_LINES * LINE - line * LINE - 6, label, 'small strong middle');
    return svg`<g><title>${hit.label}: ${hit.term.replaceAll('_', ' ')}, ${impactOf(
      hit.term,
    ).toLowerCase()} impact</title>
<path class="pin" d="M${px(x)} ${px(top + 10)}V${px(EXON_TOP + EXON_HEIGHT)}"/>${bar}
${impactMark(hit.term, x, top + 6, 6)}${words}</g>
`;
  });
}
