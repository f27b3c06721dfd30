/** A chromosome as a bar with its bands, and the density of its genes above. */
import type { Html } from '../html.ts';
import { px, svg } from './svg.ts';

interface DrawnBand {
  start: number;
  end: number;
  name: string;
  /** Ensembl's stain: gpos25, gneg, acen … */
  stain: string;
}

export interface DrawnChromosome {
  name: string;
  length: number;
  bands: readonly DrawnBand[];
  /** Genes in parts of equal length. */
  density: readonly number[];
}

const HEIGHT = 40;
const BAR = { top: 26, height: 14 };

/**
 * The drawing fills the width of its container, in which the longest chromosome has all of it.
 * @param mostGenes in a part: the scale of all chromosomes; denser parts are cut
 */
export function chromosomeBar({ length, bands, density }: DrawnChromosome, longest: number, mostGenes: number): Html {
  const width = (100 * length) / Math.max(longest, 1);
  // Units are thousandths of the chromosome: bases would lose digits.
  const x = (position: number) => px((1000 * (position - 1)) / Math.max(length, 1));
  // Bands may cover only a part.
  const parts = [{ start: 1, end: length, name: '', stain: 'gneg' }, ...bands];
  return svg`<svg class="chromosome" width="${px(width)}%" height="${String(HEIGHT)}"
viewBox="0 0 1000 ${String(HEIGHT)}"
 preserveAspectRatio="none" aria-hidden="true">${densityArea(density, mostGenes)}
${parts.map(
  ({ start, end, name, stain }) => svg`<rect class="${stainClass(stain)}" x="${x(start)}" y="${String(BAR.top)}"
 width="${px((1000 * (end - start + 1)) / Math.max(length, 1))}" height="${String(BAR.height)}">${
   name ? svg`<title>${name}</title>` : ''
 }</rect>`,
)}
<rect class="outline" x="0" y="${String(BAR.top)}" width="1000" height="${String(BAR.height)}"/></svg>`;
}

/** Stains of Ensembl that the style sheet knows. */
const STAINS = ['gneg', 'gpos25', 'gpos33', 'gpos50', 'gpos66', 'gpos75', 'gpos100', 'acen', 'gvar', 'stalk', 'tip'];

function stainClass(stain: string): string {
  if (stain === 'gpos') return 'gpos100';
  return STAINS.includes(stain) ? stain : 'gneg';
}

/** Steps, one for each part. */
function densityArea(density: readonly number[], most: number): Html | string {
  if (density.length === 0 || most <= 0) return '';
  const step = 1000 / density.length;
  const y = (count: number) => px(BAR.top - 3 - Math.min(1, count / most) * (BAR.top - 4));
  const path = density.map((count, which) => `V${y(count)}H${px((which + 1) * step)}`).join('');
  return svg`<path class="density" d="M0 ${y(0)}${path}V${y(0)}z"/>`;
}
