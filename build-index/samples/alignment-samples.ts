import { alignmentKey, alignmentNumber } from '../../src/compara/alignment-record.ts';
import { decodeAlignmentRecord } from '../../src/compara/stored-alignments.ts';
import { IntervalTable } from '../../src/index/interval-table.ts';
import type { Samples } from '../../src/operation/samples.ts';
import { comparaName } from '../../src/release/compara-names.ts';
import type { ComparaEntry } from '../../src/release/manifest.ts';
import { part, type AskedService } from './asked-service.ts';

/** Genomes of a set and regions of each that are looked at, and bases of an alignment that are shown. */
const GENOMES = 5;
const REGIONS = 100;
const SHOWN = 1000;

/** A region in the alignment of a named set of species, all of which the release has. */
export async function alignmentSamples(service: AskedService): Promise<Samples> {
  const { release } = service;
  for (const entry of release.manifest.comparas ?? []) {
    if (!entry.alignments) continue;
    const { methods, speciesSets } = await release.comparaMethods(entry);
    const aligning = methods.filter(({ class: its }) => its.startsWith('GenomicAlign')).flatMap(({ type }) => speciesSets[type] ?? []);
    for (const { method, species_set_group: set, species_set: species } of aligning) {
      if (set === '' || !species.every((name) => release.findGenome(name))) continue;
      for (const genome of service.genomes.filter((each) => species.includes(each.species)).slice(0, GENOMES)) {
        const { topLevel } = await genome.info();
        for (const { name } of topLevel.slice(0, REGIONS)) {
          const place = await firstAligned(service, entry, alignmentKey(genome.species, name, method, { group: set }));
          if (!place) continue;
          const region = `${name}:${place.start}-${Math.min(place.end, place.start + SHOWN - 1)}`;
          const query = `?compara=${part(comparaName(entry))};method=${method};species_set_group=${part(set)}`;
          if (!(await service.get(`/alignment/region/${genome.species}/${part(region)}${query}`))) continue;
          return { alignment_compara: comparaName(entry), alignment_species: genome.species, alignment_region: region, alignment_method: method, alignment_set: set };
        }
      }
    }
  }
  return {};
}

async function firstAligned({ reader }: AskedService, { alignments }: ComparaEntry, key: string): Promise<{ start: number; end: number } | null> {
  const table = new IntervalTable(alignments!.references, reader);
  for await (const found of table.eachOverlapping({ region: alignmentNumber(key), start: 1, end: 0xffff_ffff })) {
    const first = found.find(({ payload }) => decodeAlignmentRecord(payload).key === key);
    if (first) return first;
  }
  return null;
}
