/**
 * Samples of an index beside those that its manifest names: other genes, variants, trees, terms …, evenly apart along its
 * tables. Requests made of them find little of each other's blocks at hand, as those of many clients do.
 */
import type { BlockReader } from '../../src/index/block-reader.ts';
import { IntervalTable } from '../../src/index/interval-table.ts';
import { SortedTable } from '../../src/index/sorted-table.ts';
import type { SampleName, Samples } from '../../src/operation/samples.ts';
import type { TableEntry } from '../../src/release/manifest.ts';
import type { Release } from '../../src/release/release.ts';
import { drawFamilies, drawGenes } from './draw-genes.ts';
import { drawLinkage, drawPhenotypes, drawPublications, drawVariants } from './draw-variants.ts';
import { drawArchived, drawProbes, drawTaxa, drawTerms } from './draw-vocabulary.ts';

/** An index from which samples are drawn, and those that it names itself. */
export class SampledIndex {
  readonly release: Release;
  readonly reader: BlockReader;
  readonly count: number;
  readonly samples: Samples;

  constructor(release: Release, reader: BlockReader, count: number) {
    this.release = release;
    this.reader = reader;
    this.count = count;
    this.samples = release.manifest.samples ?? {};
  }

  /** The genome of the species that a sample names; null where the index has none. */
  genome(species: SampleName) {
    const name = this.samples[species];
    return name === undefined ? null : this.release.findGenome(name);
  }

  /** Records evenly apart along a table. */
  async intervals(table: TableEntry | undefined) {
    return table ? Array.fromAsync(new IntervalTable(table, this.reader).apart(this.count)) : [];
  }

  async entries(table: TableEntry | undefined) {
    return table ? Array.fromAsync(new SortedTable(table, this.reader).apart(this.count)) : [];
  }
}

/** So many sets of samples, the first as the manifest has them; the parts of a set fit together. */
export async function drawSamples(release: Release, reader: BlockReader, count: number): Promise<Samples[]> {
  const index = new SampledIndex(release, reader, count);
  const families: Samples[][] = [];
  for (const draw of [drawGenes, drawFamilies, drawVariants, drawPublications, drawLinkage, drawPhenotypes, drawArchived, drawProbes, drawTerms, drawTaxa]) {
    families.push(...await draw(index));
  }
  const drawn = Array.from({ length: count - 1 }, (_, each) => Object.assign({}, index.samples, ...families.map((family) => family[each % family.length] ?? {})) as Samples);
  return [index.samples, ...drawn];
}
