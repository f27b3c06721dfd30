/** Ids, HGVS, SPDI and VCF of variants: variant_recoder. */
import { at } from '../../checked.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { NANOSECONDS } from '../../work-budget.ts';
import { changeOf, isOfLetters, isSequence, type PlacedAlleles } from '../../variants/variant-alleles.ts';
import type { VariantMapping } from '../../variants/variant-record.ts';
import type { SeqRegionRecord } from '../../genome/seq-region.ts';
import { trim, type Change } from '../../variants/variant-shift.ts';
import { reverseComplementOf } from '../../genome/bases.ts';
import { hasAttrib } from '../../genome/gene-record.ts';
import { ApiError } from '../../api-error.ts';
import type { Genome } from '../../release/genome.ts';
import { genomeWithDna } from '../../release/sequence-reader.ts';
import { genomicHgvs, spdi, transcriptNotations, vcfString, vrsAllele, type TranscriptNotations } from './notations.ts';
import { RecodedItem, readFields, type Field, type FieldParams } from './answer.ts';
import type { VariantPlace } from './variant-place.ts';
import { placeItems } from './place-items.ts';
import { refseqGenome } from './named-transcripts.ts';
import { predictedEffect, readCodingModels } from './coding-models.ts';
import { namesOfChange, readKnownAlong } from './known-variants.ts';
import { readAround, readSurroundings, type Surroundings, type Wanted } from './surroundings.ts';

export interface RecoderParams extends FieldParams {
  species: string;
  gencode_basic: boolean;
  failed: boolean;
  minimal: boolean;
}

/** GET variant_recoder: one variant. */
export function recodeVariant({
  params,
  ...request
}: OperationRequest<RecoderParams & { id: string | undefined }>): Promise<Answer> {
  return recodeVariants({ ...request, params, items: params.id ? [params.id] : [] });
}

/** An allele of an item at one of its places. */
interface PlacedAllele {
  item: RecodedItem;
  /** On the strand of the variant, for the answer. */
  allele: string;
  /** On the forward strand; null if the allele is not a sequence. */
  change: Change | null;
  /** Whether all alleles of the variant are single bases; with `minimal`, this one and the reference after trimming. */
  isSnp: boolean;
  place: VariantPlace;
  surroundings: Surroundings;
}

/**
 * POST variant_recoder: items without duplicates, in the order sent. As in Ensembl, the error of an item becomes a
 * warning of the next item without error. Throws ApiError (400) if all items have errors.
 */
export async function recodeVariants(request: OperationRequest<RecoderParams>): Promise<Answer> {
  const { params, items, release, work } = request;
  const genome = await release.genome(params.species);
  if (items.length === 0) throw new ApiError('variant ID is a required parameter for this endpoint');
  const [refseq, dna] = await Promise.all([refseqGenome(release, genome), genomeWithDna(release, genome)]);
  const fields = readFields(params);
  const wants = (...names: Field[]) => names.some((name) => fields.has(name));

  const wanted: Wanted = {
    transcripts: wants('hgvsc', 'hgvsp', 'mane_select'),
    known: wants('id', 'var_synonyms'),
    failed: params.failed,
    proteins: wants('hgvsp', 'mane_select'),
    attributes: params.gencode_basic ? ['gencode_basic'] : [],
  };

  const prefetch = (places: readonly VariantMapping[]) => prefetchAround(genome, refseq, places, wanted);
  const placed = await placeItems(release, genome, [...new Set(items)], prefetch, { withCaids: true });
  const recoded = placed.map(({ input, places, warnings }) => new RecodedItem(input, places, warnings));
  const places = recoded.flatMap((item) => item.places.map((place) => ({ item, place })));
  const { surroundings, models } = await readSurroundings(
    genome,
    dna,
    refseq,
    places.map(({ place }) => place),
    wanted,
  );
  const alleles = places.flatMap(({ item, place }, each) =>
    item.attempt(() => allelesOf(place, at(surroundings, each), item, params.minimal)),
  );
  // A gene's symbol has a place on each of its transcripts, and each place has notations on all of them.
  const notations = alleles.reduce((sum, { surroundings: { transcripts } }) => sum + transcripts.length, 0);
  work.spend(notations * NANOSECONDS.effect, 'fewer variants at a time');
  // A change within a repeat may be shifted into a coding sequence that has not been read.
  const further = new Set(
    !wanted.proteins
      ? []
      : alleles.flatMap(({ change, surroundings: { transcripts } }) =>
          change
            ? transcripts.filter((near) => !models.has(near.transcript) && near.positions.touchesCoding(change))
            : [],
        ),
  );
  const [furtherModels, { names, synonyms }] = await Promise.all([
    readCodingModels(dna, [...further]),
    wanted.known
      ? readNames(genome, alleles, params.failed, wants('var_synonyms'))
      : { names: [], synonyms: new Map<string, string[]>() },
  ]);
  const allModels = further.size > 0 ? new Map([...models, ...furtherModels]) : models;

  for (const [each, { item, allele, change, isSnp, place, surroundings: around }] of alleles.entries()) {
    const { region } = place;
    const answer = item.allele(allele);
    answer.add('id', names[each] ?? []);
    answer.add(
      'var_synonyms',
      (names[each] ?? []).flatMap((name) => synonyms.get(name) ?? []),
    );
    if (!isSequence(allele) && /^[ACGTN]+$/.test(allele))
      item.warn(`The allele ${allele} has unknown bases (N), so that neither HGVS nor SPDI can name it`);
    if (!change || !isSequence(allele)) continue;
    const hgvsg = genomicHgvs(region, change, around);
    const sequenceNotation = spdi(region, change);
    answer.add('hgvsg', [hgvsg]);
    answer.add('spdi', [sequenceNotation]);
    answer.add('vcf_string', [vcfString(region, change, around)]);
    if (fields.has('spdi') && sequenceNotation !== null) answer.add('ga4gh_vrs', vrsAlleles(region, change));
    const onTranscripts = around.transcripts.map((near) => {
      const coding = allModels.get(near.transcript);
      const predicted = coding ? predictedEffect(coding, change) : null;
      return transcriptNotations(near, change, isSnp, around, allModels, { predicted });
    });
    answer.add(
      'hgvsc',
      onTranscripts.map(({ hgvsc }) => hgvsc),
    );
    answer.add(
      'hgvsp',
      onTranscripts.map(({ hgvsp }) => hgvsp),
    );
    answer.add(
      'mane_select',
      onTranscripts
        .filter(({ transcript }) => hasAttrib(transcript.attribs, 'MANE_Select'))
        .map((notations) => maneSelect(hgvsg, notations)),
    );
  }
  return { kind: 'value', value: RecodedItem.answer(recoded, fields) };
}

/** Reads data around the locations of known variants, in the same wave as their regions. */
function prefetchAround(
  genome: Genome,
  refseq: Genome | null,
  mappings: readonly VariantMapping[],
  wanted: Wanted,
): Promise<unknown> {
  const places = mappings.map(({ region, start, end, alleleString }) => ({
    region: region.ordinal,
    start,
    end,
    longest: alleleString.length,
  }));
  return Promise.all([
    readAround(genome, places, wanted),
    wanted.transcripts ? refseq?.seqRegions([...new Set(mappings.map(({ region }) => region.name))]) : null,
  ]);
}

/**
 * Alternative alleles of a place. With `minimal`, alleles are trimmed to the bases that differ from the reference. As
 * in Ensembl, the only alternative allele of a padded insertion or deletion is always trimmed.
 */
function allelesOf(
  place: VariantPlace,
  surroundings: Surroundings,
  item: RecodedItem,
  minimal: boolean,
): PlacedAllele[] {
  return place.allelesWith(surroundings.flanks).flatMap((variant: PlacedAlleles) =>
    variant.alleles.slice(1).map((allele): PlacedAllele => {
      if (!isOfLetters(allele) || !isOfLetters(at(variant.alleles, 0)))
        return { item, allele, change: null, isSnp: false, place, surroundings };
      const change = changeOf(variant, allele);
      if (!minimal && !isPadded(variant))
        return {
          item,
          allele,
          change,
          isSnp: variant.alleles.every((each) => /^[ACGTN]$/.test(each)),
          place,
          surroundings,
        };
      const short = trim(change);
      const isSnp = short.reference.length === 1 && short.alternative.length === 1;
      return {
        item,
        allele: (variant.strand === 1 ? short.alternative : reverseComplementOf(short.alternative)) || '-',
        change: short,
        isSnp,
        place,
        surroundings,
      };
    }),
  );
}

function isPadded({ alleles: [reference, ...alternatives] }: PlacedAlleles): boolean {
  const [alternative, ...others] = alternatives;
  if (reference === undefined || alternative === undefined || others.length > 0) return false;
  return reference.length !== alternative.length && reference !== '-' && alternative !== '-';
}

/** Names of the known variants of each allele, and on request their synonyms. At most two waves of reads. */
async function readNames(
  genome: Genome,
  alleles: readonly PlacedAllele[],
  failed: boolean,
  withSynonyms: boolean,
): Promise<{ names: string[][]; synonyms: Map<string, string[]> }> {
  const changes = alleles.flatMap(({ change, place: { region }, surroundings }) =>
    change ? [{ ...surroundings, change, region }] : [],
  );
  const known = await readKnownAlong(genome, changes, failed);
  let next = 0;
  const names = alleles.map(({ change }) => (change ? namesOfChange(at(changes, next), at(known, next++)) : []));
  return { names, synonyms: await readSynonyms(genome, withSynonyms ? [...new Set(names.flat())] : []) };
}

/** Synonyms of known variants by name, as 'source: synonym,synonym' for each source. One wave of reads. */
async function readSynonyms(genome: Genome, names: readonly string[]): Promise<Map<string, string[]>> {
  const records = names.length > 0 ? await genome.variants(names) : [];
  return new Map(
    names.map((name, each) => [
      name,
      [...Map.groupBy(records[each]?.synonyms ?? [], ({ source }) => source)].map(
        ([source, synonyms]) => `${source}: ${synonyms.map((synonym) => synonym.name).join(',')}`,
      ),
    ]),
  );
}

function maneSelect(hgvsg: string | null, { hgvsc, hgvsp }: TranscriptNotations): object {
  return { hgvsg: hgvsg ?? '-', hgvsc: hgvsc ?? '-', hgvsp: hgvsp ?? '-' };
}

/** As in Ensembl, which makes the allele from the text of SPDI, its start is a text; none is an empty list. */
function vrsAlleles(region: SeqRegionRecord, change: Change): object[] {
  const allele = vrsAllele(region, change);
  if (!allele) return [];
  const { location } = allele;
  const interval = { ...location.interval, start: String(location.interval.start) };
  return [{ ...allele, location: { ...location, interval } }];
}
