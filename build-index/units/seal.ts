import { present } from '../../src/checked.ts';
import { isAncestral } from '../../src/compara/species.ts';
import { GENOME_DOCUMENTS } from '../../src/release/genome-documents.ts';
import { RELEASE_DOCUMENTS, RELEASE_TABLES } from '../../src/release/table-registry.ts';
import { CachedBlockReader } from '../../src/index/blocks/block-reader.ts';
import type { GenomeInfo, TableEntry } from '../../src/release/manifest.ts';
import { readDocument } from '../../src/release/documents.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { addGenome, describeGenome } from '../compile/genome/genome-metadata.ts';
import { mixedReleases } from '../compile/notices.ts';
import { SortedRows } from '../compile/rows/sorted-rows.ts';
import { taxonAncestors } from '../compile/terms/taxon-tree.ts';
import { Departures } from '../dump/departures.ts';
import { DumpError } from '../dump/dump-error.ts';
import { inputStamp, checkInputs } from './input-files.ts';
import { IndexFolder } from '../output/index-folder.ts';
import type { ReleaseDraft } from '../output/write-release.ts';
import { chooseExamples } from '../examples/choose-examples.ts';
import { gatherRelease, type GatheredRelease } from './gather-release.ts';
import { reportedDepartures, writeBuildReport } from './build-report.ts';
import type { BuildFolder } from './build-folder.ts';
import { compilerVersion } from './compiler-version.ts';
import { databaseIn, type UnitRecord } from './results.ts';
import { noteSealed, sealedRelease, type SealedRelease, serveSealed } from './sealed-plan.ts';
import type { BuildPlan, Unit } from './unit.ts';

/**
 * Makes a release of the finished units of a plan, makes it current in the index folder, and removes the units. If the
 * release exists already, it only becomes current again.
 *
 * @param isForEffects the release only serves to predict effects: it has no examples, and the units stay
 * @throws DumpError if a unit is not finished; the index folder then stays as it was
 */
export async function sealRelease(
  plan: BuildPlan,
  build: BuildFolder,
  indexFolder: string,
  { isForEffects = false } = {},
): Promise<SealedRelease> {
  const before = await finishSealed(plan, build, indexFolder);
  if (before) return before;
  if (plan.compiler !== (await compilerVersion()))
    throw new DumpError('another version of the compiler planned this build: plan it again');
  const finished: { unit: Unit; record: UnitRecord }[] = [];
  const missing: string[] = [];
  for (const unit of plan.units) {
    const record = await build.record(unit);
    if (record) finished.push({ unit, record });
    else missing.push(unit.id);
  }
  if (missing.length > 0)
    throw new DumpError(
      `${missing.length} of ${plan.units.length} units are not done: ${missing.join(', ')}; run them first`,
    );
  // Sealing reads taxonomies from the dumps, and the beginnings of all files for the stamp.
  const inputs = [...new Map(plan.units.flatMap((unit) => unit.inputs).map((input) => [input.path, input])).values()];
  await checkInputs(inputs);

  const folder = await IndexFolder.create(indexFolder, build.blockForm);
  folder.stamp = await inputStamp(inputs.map(({ path }) => path));
  try {
    const gathered = gatherRelease(
      plan,
      finished.map(({ record }) => record),
    );
    const { release } = gathered;
    const adopt = async (some: typeof finished) => {
      for (const { unit, record } of some) await folder.adopt(build.objectsOf(unit), record.objects, record.wanted);
    };
    // The order of adoption is the priority of directories: those of terms and taxa come last.
    const isTerms = ({ unit: { task } }: { unit: Unit }) => task.kind === 'ontology' || task.kind === 'taxonomy';
    await adopt(finished.filter((each) => !isTerms(each)));
    for (const [genome, sources] of gathered.annotation) {
      genome.documents = {
        ...genome.documents,
        annotation: await folder.document(GENOME_DOCUMENTS.annotation, sources.document(), { species: genome.species }),
      };
    }
    const departures = new Departures(plan.isStrict);
    const metadata = await compileMetadata(plan, gathered, folder, departures);
    await adopt(finished.filter(isTerms));
    const draft: ReleaseDraft = {
      version: Math.max(0, ...release.species.map((species) => species.release)),
      species: release.species,
      genomes: release.genomes,
      ids: release.ids,
      tables: {
        ...(release.archive ? { archive: release.archive } : {}),
        ...(metadata ? { 'genome-metadata': metadata } : {}),
        ...release.digests,
      },
      comparas: release.comparas,
      ...(release.constrainedSets.length > 0 ? { constrainedSets: release.constrainedSets } : {}),
      ...(release.biotypes ? { biotypes: await folder.document(RELEASE_DOCUMENTS.biotypes, release.biotypes) } : {}),
      terms: release.terms,
      taxa: release.taxa,
    };
    const samples = isForEffects ? {} : await chooseExamples(draft, folder);
    await checkInputs(inputs);
    const releases = new Map(release.species.map((species) => [species.name, species.release]));
    const report = {
      notices: [...gathered.notices, ...mixedReleases(releases), ...plan.notices],
      departures: reportedDepartures(
        plan,
        finished.map(({ record }) => record),
        departures,
      ),
    };
    // Before the release is current: a build that is killed then would leave one without a report.
    const id = await folder.writeRelease({ ...draft, samples }, (made) =>
      writeBuildReport(indexFolder, { id: made, ...report }),
    );
    const sealed = { id, genomes: release.genomes.length, ...report };
    await noteSealed(indexFolder, plan, sealed);
    if (!isForEffects) await build.clear(plan);
    return sealed;
  } catch (error) {
    await folder.discard();
    throw error;
  }
}

/**
 * If the release of this plan exists already, makes it current again and removes its units, of which a killed build may
 * have left some. Null if there is no such release.
 */
export async function finishSealed(
  plan: BuildPlan,
  build: BuildFolder | null,
  indexFolder: string,
): Promise<SealedRelease | null> {
  const sealed = await sealedRelease(indexFolder, plan);
  if (!sealed) return null;
  const served = await serveSealed(indexFolder, sealed);
  await build?.clear(plan);
  return served;
}

/** Writes the table that finds genomes by name, taxon and accession. Null without genomes. Reads adopted objects. */
async function compileMetadata(
  plan: BuildPlan,
  { release, described, shares }: GatheredRelease,
  folder: IndexFolder,
  departures: Departures,
): Promise<TableEntry | null> {
  return folder.withScratch(async (scratch) => {
    const rows = await SortedRows.create(scratch, 'genome-metadata');
    const written = folder.written();
    try {
      const reader = new CachedBlockReader(written, new ByteCache());
      const genomes = [];
      for (const { entry, dbname, folderName } of described) {
        const species = present(
          release.species.find(({ name }) => name === entry.species),
          `the species ${entry.species}`,
        );
        if (!isAncestral(folderName))
          genomes.push(
            describeGenome(rows, entry, await readDocument<GenomeInfo>(reader, entry.info), species, dbname),
          );
      }
      const dumps = await Promise.all(
        plan.databases
          .filter(({ group }) => group === 'taxonomy' || group === 'compara')
          .map(async (dump) => ({ ...(await databaseIn(dump.folder)), departures })),
      );
      const ancestors = await taxonAncestors(
        dumps,
        genomes.flatMap(({ species }) => species.taxonId ?? []),
      );
      for (const genome of genomes)
        addGenome(rows, genome, shares.get(genome.entry.species), ancestors.get(genome.species.taxonId ?? '') ?? []);
      if (rows.count === 0) return null;
      const table = await folder.sortedTable(RELEASE_TABLES['genome-metadata']);
      await rows.write(table.writer);
      return await table.finish();
    } finally {
      rows.close();
      await written.close();
    }
  });
}
