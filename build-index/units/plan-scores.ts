/** Plans the units of files with scores of alleles. */
import { SCORE_SOURCES, type ScoreSource } from '../../src/effects/allele-scores.ts';
import { CORE_GENOME_TABLES } from '../compile/genome/core-genome.ts';
import { speciesOfFolder } from '../compile/genome/species.ts';
import { DumpError } from '../dump/dump-error.ts';
import { asUnitName, filesOf, schemaOf, type Draft, type PlannedCore } from './unit-draft.ts';

/** Most scores are of human alleles. */
const USUAL_SPECIES = 'homo_sapiens';

/**
 * One unit for each species and source.
 *
 * @param texts '[species:]name=file'; without a species, human, or the only species of the build
 * @throws DumpError for an unknown name or species
 */
export function scoreUnits(texts: readonly string[], cores: readonly PlannedCore[]): Draft[] {
  const genomes = cores.filter(({ dump }) => dump.group === 'core');
  const files = new Map<PlannedCore, Map<ScoreSource, string[]>>();
  for (const text of texts) {
    const { species, source, file } = scoreFile(text);
    const core = coreOf(species, genomes, text);
    const ofCore = files.get(core) ?? new Map<ScoreSource, string[]>();
    ofCore.set(source, [...(ofCore.get(source) ?? []), file]);
    files.set(core, ofCore);
  }
  return [...files].flatMap(([{ dump }, ofCore]) =>
    [...ofCore].map(([source, paths]) => ({
      id: asUnitName(dump.species, 'scores', source),
      task: { kind: 'scores' as const, database: dump.folder, source, files: paths },
      after: [],
      schema: schemaOf(dump, CORE_GENOME_TABLES),
      files: [...filesOf(dump, CORE_GENOME_TABLES), ...paths],
    })),
  );
}

function scoreFile(text: string): { species: string | null; source: ScoreSource; file: string } {
  const [, species, name = '', file] = /^(?:(\w+):)?(\w+)=(.+)$/.exec(text) ?? [];
  if (file === undefined) throw new DumpError(`--scores '${text}' is not of the form name=file`);
  const source = SCORE_SOURCES.find((each) => each === name.toLowerCase());
  if (!source) throw new DumpError(`--scores '${text}': '${name}' is not one of ${SCORE_SOURCES.join(', ')}`);
  return { species: species?.toLowerCase() ?? null, source, file };
}

function coreOf(species: string | null, genomes: readonly PlannedCore[], text: string): PlannedCore {
  const named = (name: string) =>
    genomes.find(
      (each) => (each.species ? speciesOfFolder(each.species, each.dump)?.name : each.dump.species) === name,
    );
  if (species !== null) {
    const core = named(species);
    if (core) return core;
    throw new DumpError(`--scores '${text}': the dumps have no core database of ${species}`);
  }
  const [first, ...others] = genomes;
  const core = named(USUAL_SPECIES) ?? (others.length === 0 ? first : undefined);
  if (core) return core;
  throw new DumpError(`--scores '${text}': name the genome, as in species:name=file, since there are several`);
}
