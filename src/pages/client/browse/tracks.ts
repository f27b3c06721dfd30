/** The tracks of a genome, in the order of the page. */
import { wrapped } from '../../drawing/origin.ts';
import { alignedBlocks, placeText, type Feature, type Place } from './data.ts';
import { DensityTrack, type DensityTrackOptions } from './density-track.ts';
import { GeneTrack } from './gene-track.ts';
import { impactColour } from './impact-colour.ts';
import { SequenceTrack } from './sequence-track.ts';
import { ruler } from './ruler.ts';
import type { Track } from './track.ts';

const readable = (text: string | null | undefined) => (text ?? '').replaceAll('_', ' ');
const lines = (...texts: (string | undefined)[]) => texts.filter(Boolean).join('\n');

/** Tracks of densities and boxes, by their names on the page. */
function optionsOf(place: Place): DensityTrackOptions[] {
  const { species } = place;
  const spanText = (feature: Feature) => placeText(feature, place);
  return [
    {
      kind: 'variation',
      title: 'Variants',
      colour: 'variant',
      shownEach: 8_000,
      hasDensity: true,
      describe: (variant) => ({
        colour: impactColour(variant.consequence_type ?? ''),
        title: lines(variant.id, variant.alleles?.join(' / '), readable(variant.consequence_type), spanText(variant)),
        path: `/variation/${species}/${encodeURIComponent(variant.id)}`,
      }),
    },
    {
      kind: 'structural_variation',
      title: 'Structural variants',
      colour: 'structural',
      shownEach: 1_000_000,
      hasDensity: false,
      describe: (variant) => ({
        colour: 'structural',
        title: lines(variant.id, 'structural variant', spanText(variant)),
        path: `/variation/${species}/${encodeURIComponent(variant.id)}`,
      }),
    },
    {
      kind: 'regulatory',
      title: 'Regulatory features',
      colour: 'regulatory',
      shownEach: 2_000_000,
      hasDensity: true,
      describe: (feature) => ({
        colour: 'regulatory',
        title: lines(readable(feature.description), feature.id, spanText(feature)),
        path: `/regulatory/species/${species}/id/${encodeURIComponent(feature.id)}`,
      }),
    },
    {
      kind: 'constrained',
      title: 'Constrained elements',
      colour: 'constrained',
      shownEach: 1_000_000,
      hasDensity: false,
      describe: (feature) => ({
        colour: 'constrained',
        title: lines(
          'constrained element',
          feature.score === undefined ? '' : `score ${feature.score}`,
          spanText(feature),
        ),
      }),
    },
    {
      kind: 'alignment',
      title: 'Alignments',
      colour: 'gene-other',
      shownEach: 100_000,
      hasDensity: false,
      load: alignedBlocks,
      describe: (block) => {
        const [start, end] = [block.start, block.end].map((position) => wrapped(position, place.circularLength));
        const region = `${encodeURIComponent(place.region)}:${start}-${end}`;
        return {
          colour: 'gene-other',
          title: lines(place.alignment.name, 'aligned block', spanText(block)),
          path: `/alignment/region/${species}/${region}?${place.alignment.query}`,
        };
      },
    },
    {
      kind: 'repeat',
      title: 'Repeats',
      colour: 'repeat',
      shownEach: 500_000,
      hasDensity: true,
      describe: (feature) => ({ colour: 'repeat', title: lines(feature.description ?? 'repeat', spanText(feature)) }),
    },
  ];
}

export interface Tracks {
  all: Track[];
  genes: GeneTrack | null;
}

/** @param names the tracks that the genome has data for */
export function tracksOf(place: Place, names: readonly string[], onChange: () => void): Tracks {
  const genes = names.includes('gene') ? new GeneTrack(place, onChange) : null;
  const sequence = names.includes('sequence') ? [new SequenceTrack(place, onChange)] : [];
  const others = optionsOf(place)
    .filter(({ kind }) => names.includes(kind))
    .map((options) => new DensityTrack(place, options, onChange));
  return { all: [ruler, ...sequence, ...(genes ? [genes] : []), ...others], genes };
}
