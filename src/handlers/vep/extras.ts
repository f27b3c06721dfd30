/** What answers need beyond genes: references and protein domains. */
import { at } from '../../checked.ts';
import type { ProteinFeatureRecord } from '../../genome/feature-records.ts';
import type { GeneXrefs } from '../../genome/xref-record.ts';
import type { Genome } from '../../release/genome.ts';
import type { Release } from '../../release/release.ts';
import { findStableIds } from '../resolve/stable-id.ts';
import type { VepOptions } from './options.ts';
import type { TranscriptExtras } from './transcript-block.ts';
import type { VepTranscript } from './transcripts-near.ts';

const NONE: TranscriptExtras = { transcriptXrefs: [], translationXrefs: [], domains: [] };

export class Extras {
  readonly #xrefs: ReadonlyMap<string, GeneXrefs>;
  readonly #domains: ReadonlyMap<string, readonly ProteinFeatureRecord[]>;

  constructor(xrefs: ReadonlyMap<string, GeneXrefs>, domains: ReadonlyMap<string, readonly ProteinFeatureRecord[]>) {
    this.#xrefs = xrefs;
    this.#domains = domains;
  }

  of({ gene, transcript }: VepTranscript): TranscriptExtras {
    const found = this.#xrefs.get(gene.id)?.transcripts.find(({ id }) => id === transcript.id);
    const translation = transcript.translation?.id;
    const domains = translation === undefined ? undefined : this.#domains.get(translation);
    if (!found && !domains) return NONE;
    return {
      transcriptXrefs: found?.xrefs() ?? [],
      translationXrefs: found?.translations.find(({ id }) => id === translation)?.xrefs() ?? [],
      domains: domains ?? [],
    };
  }
}

/** Do the options need records beyond those of genes? */
export function needsExtras({ uniprot, xref_refseq: refseq, domains, plugins }: VepOptions): boolean {
  return uniprot || refseq || domains || plugins.has('GO');
}

/** Two waves of reads: the places of genes and proteins, then their records. None where no option needs them. */
export async function readExtras(
  release: Release,
  genome: Genome,
  transcripts: readonly VepTranscript[],
  options: VepOptions,
): Promise<Extras> {
  const genes =
    options.uniprot || options.xref_refseq || options.plugins.has('GO')
      ? [...new Set(transcripts.map(({ gene }) => gene.id))]
      : [];
  const proteins = options.domains
    ? [...new Set(transcripts.flatMap(({ transcript }) => transcript.translation?.id ?? []))]
    : [];
  if (genes.length + proteins.length === 0) return new Extras(new Map(), new Map());
  const found = await findStableIds(release, [...genes, ...proteins], { species: genome.species }, true);
  // In many genomes of plants, fungi and bacteria, a transcript and its translation have the same id.
  const located = found.map((objects, index) => {
    const type = index < genes.length ? 'Gene' : 'Translation';
    return objects.find((each) => each.type === type && each.genome.index === genome.index)?.stableId;
  });
  const xrefPlaces = genes.flatMap((id, index) => withPlace(id, located[index]?.xrefs));
  const domainPlaces = proteins.flatMap((id, index) => withPlace(id, located[genes.length + index]?.proteinFeatures));
  const [xrefs, domains] = await Promise.all([
    genome.xrefs(xrefPlaces.map(({ place }) => place)),
    genome.proteinFeatures(domainPlaces.map(({ place }) => place)),
  ]);
  return new Extras(
    new Map(xrefPlaces.map(({ id }, index) => [id, at(xrefs, index)])),
    new Map(domainPlaces.map(({ id }, index) => [id, at(domains, index)])),
  );
}

function withPlace<P>(id: string, place: P | null | undefined): { id: string; place: P }[] {
  return place ? [{ id, place }] : [];
}
