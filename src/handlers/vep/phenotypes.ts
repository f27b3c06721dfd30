/** Phenotypes of features at the place of a variant, as Ensembl's plugin Phenotypes answers them. */
import { at } from '../../checked.ts';
import type { PhenotypeRecord } from '../../genome/phenotype-record.ts';
import type { Genome } from '../../release/genome.ts';
import type { IntervalQuery } from '../../index/tables/interval-table.ts';
import type { VepOptions } from './options.ts';
import type { VepVariant } from './vep-variant.ts';

/** Left out by the plugin's default. */
const HIDDEN_SOURCES = new Set(['HGMD-PUBLIC', 'COSMIC']);
const HIDDEN_TYPES = new Set(['StructuralVariation', 'SupportingStructuralVariation']);

export function phenotypeInterval({ region, start, end }: VepVariant): IntervalQuery {
  return { region: region.ordinal, start: Math.min(start, end), end: Math.max(start, end) };
}

/** The phenotypes at each variant. One wave of reads. */
export async function readPhenotypes(
  genome: Genome,
  variants: readonly VepVariant[],
  { plugins }: VepOptions,
): Promise<object[][]> {
  if (!plugins.has('Phenotypes') || variants.length === 0) return variants.map(() => []);
  const found = await genome.phenotypes.at(variants.map(phenotypeInterval));
  return variants.map(({ soClass }, index) =>
    at(found, index)
      .filter(({ source, type }) => {
        if (HIDDEN_SOURCES.has(source.replaceAll(' ', '_')) || HIDDEN_TYPES.has(type)) return false;
        return soClass === null || type !== 'Variation';
      })
      .map(describe),
  );
}

function describe(record: PhenotypeRecord): object {
  const { region, source, type, start, end, strand, objectId, description, attribs, submitters } = record;
  const fields: Record<string, unknown> = {
    seq_region_name: region,
    source: source.replaceAll(' ', '_'),
    type,
    start: Math.min(start, end),
    end: Math.max(start, end),
    strand: strand === 1 ? '+' : '-',
    id: objectId,
    ...(description && { phenotype: description.replaceAll('"', '') }),
  };
  for (const [code, value] of attribs) {
    if (code === 'submitter_id' || value === '') continue;
    const key = code.toLowerCase();
    fields[Object.hasOwn(fields, key) ? `attrib_${key}` : key] = value.replaceAll('"', '');
  }
  const submitter = submitters.at(-1);
  if (submitter !== undefined) fields['submitter_name'] = submitter;
  return fields;
}
