/** Writes a genome that is served as FASTA and GFF3, as a user would download it. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningService } from './running-service.ts';

const FEATURES = ['gene', 'transcript', 'exon', 'cds'].map((feature) => `feature=${feature}`).join(';');
/** Bases of a request: regions of features are at most 5 Mb. */
const PIECE = 4_000_000;

export interface ExportedGenome {
  fasta: string;
  gff3: string;
  /** Lengths of the regions by name. */
  regions: Map<string, number>;
}

/** @param without names of top-level regions that are left out */
export async function exportGenome(
  service: Pick<RunningService, 'get'>,
  species: string,
  folder: string,
  without: readonly string[] = [],
): Promise<ExportedGenome> {
  const [fasta, gff3] = [join(folder, 'genome.fa'), join(folder, 'genes.gff3')];
  const [bases, genes] = [await open(fasta, 'w'), await open(gff3, 'w')];
  const regions = new Map<string, number>();
  try {
    await genes.write('##gff-version 3\n');
    const { json } = await service.get(`/info/assembly/${species}`);
    for (const { name, length, coord_system: system } of json.top_level_region) {
      if (without.includes(name)) continue;
      regions.set(name, length);
      await bases.write(`>${name} dna:${system} ${system}:${json.assembly_name}:${name}:1:${length}:1\n`);
      // A gene that crosses the end of a piece is in both.
      let last = new Set<string>();
      for (let start = 1; start <= length; start += PIECE) {
        const end = Math.min(length, start + PIECE - 1);
        const { text } = await service.get(`/sequence/region/${species}/${name}:${start}..${end}`, 'text/plain');
        await bases.write(`${text.trim().replaceAll(/.{60}/g, '$&\n')}\n`);
        const features = await service.get(
          `/overlap/region/${species}/${name}:${start}-${end}?${FEATURES}`,
          'text/x-gff3',
        );
        const lines = features.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
        await genes.write(lines.flatMap((line) => (last.has(line) ? [] : [`${line}\n`])).join(''));
        last = new Set(lines);
      }
    }
  } finally {
    await bases.close();
    await genes.close();
  }
  return { fasta, gff3, regions };
}
