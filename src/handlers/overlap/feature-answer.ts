/** Streams features of several kinds in each format. */
import { bed, type BedFeature } from '../../formats/bed.ts';
import { gff3Lines, gff3Opening, type GffFeature } from '../../formats/gff3.ts';
import { jsonListOfParts } from '../../formats/text-stream.ts';
import { xmlListOfParts } from '../../formats/xml.ts';
import type { Place } from '../../genome/feature-placement.ts';
import type { Slice } from '../../genome/seq-region.ts';
import type { Answer, Format } from '../../operation/operation.ts';
import { bedFeature, gffFeature, type FeatureJson, type FeatureKind, type TranslationFeatureJson } from './kind.ts';
import type { FeaturePieces } from './scope.ts';

/** The features of one kind. */
interface FoundKind {
  kind: FeatureKind;
  features: FeaturePieces<Place>;
}

/** Most features per piece of text. */
const FEATURES_PER_PIECE = 500;

/** An answer with the features of each kind, in the order of the kinds. */
export function featureAnswer(found: readonly FoundKind[], slice: Slice, format: Format): Answer {
  return { kind: 'stream', chunks: featureText(found, slice, format) };
}

/** An answer with a list of all objects. */
export function objectAnswer(found: readonly FeaturePieces<TranslationFeatureJson>[], format: Format): Answer {
  return { kind: 'stream', chunks: objectText(allPieces(found), format) };
}

function featureText(found: readonly FoundKind[], slice: Slice, format: Format): AsyncIterable<string> {
  switch (format) {
    case 'gff3':
      return gffText(found, slice);
    case 'bed':
      return bedText(found, slice);
    default:
      return objectText(described(found, asJson, slice), format);
  }
}

function objectText(
  pieces: AsyncIterable<readonly (FeatureJson | TranslationFeatureJson)[]>,
  format: Format,
): AsyncIterable<string> {
  return format === 'xml' ? xmlListOfParts(pieces) : jsonListOfParts(pieces);
}

async function* gffText(found: readonly FoundKind[], slice: Slice): AsyncGenerator<string> {
  let before = gff3Opening(regionOf(slice));
  for await (const features of described(found, asGff, slice)) {
    yield before + gff3Lines(features);
    before = '';
  }
  yield before;
}

async function* bedText(found: readonly FoundKind[], slice: Slice): AsyncGenerator<string> {
  for await (const features of described(found, asBed, slice)) yield bed(features);
}

async function* described<R>(
  found: readonly FoundKind[],
  describe: (kind: FeatureKind, features: readonly Place[], slice: Slice) => R[],
  slice: Slice,
): AsyncGenerator<R[]> {
  for (const { kind, features } of found) {
    for await (const piece of features)
      for (let from = 0; from < piece.length; from += FEATURES_PER_PIECE)
        yield describe(
          kind,
          piece.length > FEATURES_PER_PIECE ? piece.slice(from, from + FEATURES_PER_PIECE) : piece,
          slice,
        );
  }
}

async function* allPieces<T>(found: readonly FeaturePieces<T>[]): AsyncGenerator<readonly T[]> {
  for (const pieces of found)
    for await (const piece of pieces)
      for (let from = 0; from < piece.length; from += FEATURES_PER_PIECE)
        yield piece.slice(from, from + FEATURES_PER_PIECE);
}

function asJson(kind: FeatureKind, features: readonly Place[], slice: Slice): FeatureJson[] {
  const listed = kind.isListed ? features.filter(kind.isListed) : features;
  return listed.map((feature) => kind.json(feature, slice));
}

function asGff(kind: FeatureKind, features: readonly Place[], slice: Slice): GffFeature[] {
  return features.map((feature) => gffFeature(slice, kind.json(feature, slice), kind.gff(feature)));
}

function asBed(kind: FeatureKind, features: readonly Place[], slice: Slice): BedFeature[] {
  return features.map((feature) => bedFeature(slice, feature, kind.bed(feature, slice)));
}

function regionOf({ region, start, end }: Slice): { name: string; start: number; end: number } {
  return { name: region.name, start, end };
}
