/** The release of an index folder, as far as a command needs it before threads open it themselves. */
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import { Release } from '../../src/release/release.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { LocalFolder } from '../../src/store/local-folder.ts';
import { faultOfIndexFolder } from '../index-folder-fault.ts';
import { AnnotateError } from '../operator-error.ts';

/**
 * The production name of the species to annotate with. Throws AnnotateError if the index lacks it or its bases.
 *
 * @param name as the user gave it; undefined for the only one of the index
 */
export async function chooseSpecies(index: string, name: string | undefined): Promise<string> {
  const fault = await faultOfIndexFolder(index);
  if (fault) throw new AnnotateError(`${index} cannot be used: ${fault}`);
  const store = new LocalFolder(index);
  try {
    const release = await Release.open(store, new CachedBlockReader(store, new ByteCache()));
    const cores = release.manifest.genomes.flatMap(({ group }, place) => (group === 'core' ? [place] : []));
    const species = (await release.genomesAt(cores)).flatMap((genome) =>
      genome.entry.sequence ? [genome.species] : [],
    );
    const list = species.length > 0 ? species.join(', ') : 'none has bases';
    if (name === undefined) {
      const [only] = species;
      if (only !== undefined && species.length === 1) return only;
      throw new AnnotateError(`choose a species of the index with --species: ${list}`);
    }
    const found = await release.findGenome(name);
    if (!found) throw new AnnotateError(`the index has no species '${name}'; it has: ${list}`);
    if (!found.entry.sequence)
      throw new AnnotateError(`the index has no bases of ${found.species}; it has those of: ${list}`);
    return found.species;
  } finally {
    await store.close();
  }
}
