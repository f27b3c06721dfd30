import type { BlockReader } from '../../src/index/blocks/block-reader.ts';
import type { Genome } from '../../src/release/genome.ts';
import type { CompiledGenome, GenotypesEntry } from '../../src/release/manifest.ts';
import { Release } from '../../src/release/release.ts';
import { encodeRoot } from '../../src/release/root.ts';

const NOWHERE = { object: 'nowhere', size: 0, sha256: '' };

/**
 * A genome that has only the given tables and collections of genotypes.
 * @param directories the table directories that the root contains
 */
export function genomeOfTables(
  tables: CompiledGenome['tables'],
  reader: BlockReader,
  directories: Record<string, Uint8Array> = {},
  genotypes: GenotypesEntry[] = [],
): Genome {
  const genome: CompiledGenome = {
    species: 'homo_fictus',
    group: 'core',
    speciesId: 1,
    aliases: ['homo_fictus'],
    assembly: null,
    coordSystems: [],
    sequence: null,
    longest: [],
    tables,
    genotypes,
    info: NOWHERE,
  };
  const found = Release.fromRoot(
    encodeRoot(
      { id: 'test', version: 1, species: [], genomes: [genome], ids: { ...NOWHERE, directory: [0, 0] } },
      directories,
    ),
    reader,
  ).genomeAt(0);
  if (found instanceof Promise) throw new Error('the genome is not in the root');
  return found;
}
