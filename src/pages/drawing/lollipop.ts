/** A protein with its domains, and above them its variants as lollipops. */
import { severityOf } from '../../variants/consequences.ts';
import type { Html } from '../html.ts';
import { impactLegend, impactMark } from './impact-mark.ts';
import { laneCount, packLanes } from './lanes.ts';
import { positionText } from './scale.ts';
import { drawing, px, svg } from './svg.ts';
import { AXIS_HEIGHT, counted, link, positionAxis, positionScale, shortened, text, textWidth } from './text.ts';

interface ProteinDomain {
  /** Residues, from 1, inclusive. */
  start: number;
  end: number;
  name: string;
  /** Such as 'Pfam'. */
  source: string;
  href?: string;
}

export interface ProteinVariant {
  /** Residue, from 1. */
  position: number;
  name: string;
  /** SO term of the worst consequence. */
  consequence: string;
  /** Such as 'G/V'. */
  change?: string;
  href?: string;
}

export interface Lollipop {
  label: string;
  /** Number of residues. */
  length: number;
  domains: readonly ProteinDomain[];
  variants: readonly ProteinVariant[];
  /** Width of the drawing; default 1100. */
  width?: number;
}

const MARGIN = 10;
/** Heads of lollipops that share a place are stacked up to this number; the rest is counted above them. */
const MAX_STACK = 5;
const RADIUS = 5;
const STEM = 16;
const LANE_HEIGHT = 22;
/** Domains that need further lanes are left out. */
const MAX_LANES = 8;

export function lollipop({ label, length, domains, variants, width = 1100 }: Lollipop): Html {
  const [left, right] = [MARGIN, width - MARGIN];
  const span = { start: 1, end: Math.max(1, length) };
  const scale = positionScale(span, left, right);
  const stacks = stackVariants(variants, (position) => (scale(position) + scale(position + 1)) / 2);
  const highest = Math.max(0, ...stacks.map((stack) => Math.min(stack.variants.length, MAX_STACK)));
  const terms = variants.map(({ consequence }) => consequence);
  const legend = impactLegend(terms, left, right, 12);
  const backbone = legend.height + (highest === 0 ? 8 : 22 + highest * 2 * RADIUS + STEM);
  const packed = packLanes(domains, ({ start, end }) => [scale(start), scale(end + 1)], 3);
  const shown = packed.filter(({ lane }) => lane < MAX_LANES);
  const omitted = packed.length - shown.length;
  const top = backbone + 10;
  const axis = top + laneCount(shown) * LANE_HEIGHT + (omitted > 0 ? 22 : 8);
  const note = omitted > 0 ? text(left, axis - 8, `${counted(omitted, 'domain')} not drawn`, 'soft small') : '';
  return drawing({
    label,
    description:
      `Protein of ${counted(length, 'residue')} with ${counted(domains.length, 'domain')} and ` +
      `${counted(variants.length, 'variant')}.`,
    isImage: [...domains, ...variants].every(({ href }) => href === undefined),
    width,
    height: axis + AXIS_HEIGHT,
    content: svg`${legend.content}
${stacks.map((stack) => drawStack(stack, backbone))}
<rect x="${left}" y="${px(backbone)}" width="${px(right - left)}" height="6" rx="3" fill="var(--c0)"/>
${shown.map(({ item, lane }) => drawDomain(item, scale(item.start), scale(item.end + 1), top + lane * LANE_HEIGHT))}
${note}${positionAxis(span, left, right, axis, 'aa')}`,
  });
}

interface Stack {
  x: number;
  /** The most severe first. */
  variants: ProteinVariant[];
}

/** Variants whose heads would overlap share a stack at the place of the first. */
function stackVariants(variants: readonly ProteinVariant[], place: (position: number) => number): Stack[] {
  const stacks: Stack[] = [];
  for (const variant of variants.toSorted((one, other) => one.position - other.position)) {
    const x = place(variant.position);
    const last = stacks.at(-1);
    if (last && x - last.x < 2 * RADIUS) last.variants.push(variant);
    else stacks.push({ x, variants: [variant] });
  }
  for (const stack of stacks)
    stack.variants.sort((one, other) => severityOf(one.consequence) - severityOf(other.consequence));
  return stacks;
}

function drawStack({ x, variants }: Stack, backbone: number): Html {
  const heads = variants.slice(0, MAX_STACK);
  const more = variants.length - heads.length;
  const bottom = backbone - STEM;
  return svg`<path class="axis" d="M${px(x)} ${px(backbone)}v-${STEM}"/>${heads.map((variant, at) =>
    link(
      variant.href,
      svg`<g><title>${described(variant)}</title>${impactMark(
        variant.consequence,
        x,
        bottom - RADIUS - at * 2 * RADIUS,
        RADIUS,
      )}</g>`,
    ),
  )}${
    more > 0
      ? text(x, bottom - heads.length * 2 * RADIUS - 3, `+${more.toLocaleString('en')}`, 'soft small middle')
      : ''
  }`;
}

function described({ name, position, consequence, change }: ProteinVariant): string {
  const what = consequence.replaceAll('_', ' ');
  return `${name}: ${what}${change ? `, ${change}` : ''} at residue ${positionText(position)}`;
}

/** Colours of domains, by source. */
const COLOURS = ['var(--c1)', 'var(--c4)', 'var(--c3)', 'var(--c6)', 'var(--c7)', 'var(--c8)'];

function drawDomain({ start, end, name, source, href }: ProteinDomain, x: number, right: number, y: number): Html {
  const width = Math.max(2, right - x);
  const colour = COLOURS[hash(source) % COLOURS.length];
  const full = `${name} (${source})`;
  const label = textWidth(full) <= width - 8 ? full : shortened(name, width - 8);
  return link(
    href,
    svg`<g><title>${full}, residues ${positionText(start)} to ${positionText(end)}</title><rect x="${px(x)}" y="${px(
      y,
    )}" width="${px(width)}" height="${LANE_HEIGHT - 4}" rx="4" fill="${colour}" fill-opacity="0.18" stroke="${
      colour
    }"/>${label ? text(x + width / 2, y + 13, label, 'middle') : ''}</g>`,
  );
}

/** The same number for the same text, so that a source has the same colour on all pages. */
function hash(source: string): number {
  return Array.from(source).reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 0);
}
