/** The operations of VEP: effects of variants given as region and allele, lines, names or HGVS. */
import { ApiError } from '../../api-error.ts';
import { MAX_ALLELE, refuseImpossible, soClassOf, type LineVariant } from '../../effects/input-line.ts';
import { parseRegionQuery } from '../../genome/region-query.ts';
import { forwardSlice } from '../../genome/seq-region.ts';
import type { Answer, OperationRequest } from '../../operation/operation.ts';
import { genomeWithDna, readBases } from '../../release/sequence-reader.ts';
import { resolveSlice } from '../resolve/slice.ts';
import { asText } from '../variant-recoder/transcript-sequences.ts';
import { prefetchAround } from './around.ts';
import { readOptions, type VepParams } from './options.ts';
import { placeLines, placeNames, placeVariants, readFeaturesAhead, type PlacedInputs } from './place.ts';
import { MISSING_DATA_HEADER, withoutData } from './plugins.ts';
import { predictEffects } from './predict.ts';

type Request<P = unknown> = OperationRequest<VepParams & P>;

/** GET /vep/:species/region/:region/:allele */
export async function vepRegion(request: Request<{ region: string; allele: string | undefined }>): Promise<Answer> {
  const { params, release } = request;
  const genome = await release.genome(params.species);
  const { region: text, allele = '' } = params;
  const query = parseRegionQuery(text);
  // An insertion has an end before its start, and positions beyond the region have unknown bases.
  const [{ region }] = await Promise.all([
    resolveSlice(genome, query.name, { notFound: () => `No slice found for location ${query.name}` }),
    prefetchAround(genome),
  ]);
  if (!/^[ATGC-]+$/i.test(allele) && !/INS|DUP|DEL|TDUP/i.test(allele))
    throw new ApiError(`Allele must be A,T,G,C or SO term [got: ${allele}]`);
  const options = readOptions(params);
  const start = query.start ?? 1;
  // Without a position, all of the region is the reference.
  const end = query.end ?? (query.start === null ? region.length : start);
  const strand = query.strand === -1 ? -1 : 1;
  const isStructural = /INS|DUP|DEL|TDUP/.test(allele);
  if (!isStructural && end + 1 < start) throw new ApiError('End coord + 1 is less than start coord');
  if (!Number.isSafeInteger(end)) throw new ApiError(`region '${text}' ends beyond any region`);
  let reference = '';
  if (!isStructural && start <= end) {
    if (end - start + 1 > MAX_ALLELE)
      throw new ApiError(
        `region '${text}' has ${end - start + 1} bases as its reference allele; at most ${MAX_ALLELE} are allowed`,
      );
    const stored = forwardSlice(region, { start, end });
    const dna = await genomeWithDna(release, genome);
    const [[bases]] = await Promise.all([
      start > region.length ? [] : readBases(dna, [{ ...stored, strand }]),
      readFeaturesAhead(genome, [{ region, start, end }]),
    ]);
    reference = asText(bases ?? new Uint8Array(0));
    const unknown = 'N'.repeat(end - start + 1 - reference.length);
    reference = strand === 1 ? reference + unknown : unknown + reference;
  }
  if (!isStructural && reference === allele)
    throw new ApiError(`request for consequence of [${allele}] matches reference [${reference}]`);
  const alleles = isStructural ? [] : [reference || '-', allele.toUpperCase()];
  const line: LineVariant = {
    input: [region.name, start, end, isStructural ? allele : `${reference || '-'}/${allele}`, 1].join(' '),
    name: null,
    sequence: region.name,
    start,
    end,
    strand: 1,
    alleles,
    original: alleles.join('/'),
    soClass: isStructural ? (soClassOf(allele) ?? allele) : null,
    symbolic: null,
    lookUpReference: false,
    isWhole: false,
    incomplete: false,
  };
  refuseImpossible(line);
  const placed = await placeVariants(release, genome, [line]);
  return answer(request, placed, options);
}

/** POST /vep/:species/region */
export async function vepRegions(request: Request): Promise<Answer> {
  const options = readOptions(request.params);
  const genome = await request.release.genome(request.params.species);
  if (request.items.length === 0) throw new ApiError('the list of variants is empty; send at least one');
  const placed = await placeLines(request.release, genome, request.items, {
    most: request.mostItems,
    onlyUnique: !options.ambiguous_hgvs,
  });
  return answer(request, placed, options);
}

/** GET /vep/:species/id/:id */
export function vepId({ params, ...request }: Request<{ id: string | undefined }>): Promise<Answer> {
  if (!params.id) throw new ApiError('rs_id is a required parameter for this endpoint');
  return vepIds({ ...request, params, items: [params.id] });
}

/** POST /vep/:species/id */
export async function vepIds(request: Request): Promise<Answer> {
  const options = readOptions(request.params);
  const genome = await request.release.genome(request.params.species);
  if (!genome.entry.tables['variants'])
    throw new ApiError(`Species ${genome.species} does not have a variation database`);
  if (request.items.length === 0) throw new ApiError('the list of ids is empty; send at least one');
  return answer(
    request,
    await placeNames(request.release, genome, request.items, { onlyIds: true, onlyUnique: false }),
    options,
  );
}

/** GET /vep/:species/hgvs/:hgvs_notation */
export function vepHgvs({ params, ...request }: Request<{ hgvs_notation: string | undefined }>): Promise<Answer> {
  if (!params.hgvs_notation) throw new ApiError('HGVS is a required parameter for this endpoint');
  return vepHgvsNotations({ ...request, params, items: [params.hgvs_notation] });
}

/** POST /vep/:species/hgvs */
export async function vepHgvsNotations(request: Request): Promise<Answer> {
  const options = readOptions(request.params);
  const genome = await request.release.genome(request.params.species);
  if (request.items.length === 0) throw new ApiError('the list of notations is empty; send at least one');
  return answer(
    request,
    await placeNames(request.release, genome, request.items, { onlyIds: false, onlyUnique: !options.ambiguous_hgvs }),
    options,
  );
}

/** The effects of all that could be placed; the first refusal (400) if nothing could. */
async function answer(
  { params, release, work, memory }: Request,
  { lines, refusals }: PlacedInputs,
  options: ReturnType<typeof readOptions>,
): Promise<Answer> {
  const [refusal] = refusals;
  if (lines.length === 0 && refusal) throw refusal;
  const genome = await release.genome(params.species);
  const missing = withoutData(genome, options.plugins);
  return {
    kind: 'value',
    value: await predictEffects(release, genome, lines, options, { work, memory }),
    ...(missing.length > 0 && { headers: { [MISSING_DATA_HEADER]: missing.join(', ') } }),
  };
}
