import { isAncestral } from '../../src/compara/ancestral-genomes.ts';
import { CachedBlockReader } from '../../src/index/block-reader.ts';
import type { GenomeInfo, TableEntry } from '../../src/release/manifest.ts';
import { readDocument } from '../../src/release/read-document.ts';
import { ByteCache } from '../../src/store/byte-cache.ts';
import { addGenome, describeGenome } from '../compile/genome/genome-metadata.ts';
import { mixedReleases } from '../compile/notices.ts';
import { SortedRows } from '../compile/rows/sorted-rows.ts';
import { taxonAncestors } from '../compile/vocabularies/taxon-ancestors.ts';
import { DumpError } from '../dump/dump-error.ts';
import { inputStamp } from '../output/input-stamp.ts';
import { IndexFolder } from '../output/index-folder.ts';
import type { ReleaseDraft } from '../output/publish.ts';
import { chooseSamples } from '../samples/choose-samples.ts';
import { gatherRelease, type GatheredRelease } from './gather-release.ts';
import type { BuildFolder } from './build-folder.ts';
import { compilerVersion } from './compiler-version.ts';
import { checkInputs } from './input-files.ts';
import { databaseIn } from './unit-context.ts';
import type { UnitRecord } from './results.ts';
import { noteSealed, sealedRelease, serveSealed } from './sealed-plan.ts';
import type { Plan } from './unit.ts';

export interface SealedRelease {
  id: string;
  genomes: number;
  /** What the operator should know: one sentence each. */
  notices: string[];
  /** It was there already. */
  unchanged?: boolean;
  /** Id of the release that was the current one before, where this one, unchanged, has become so again. */
  insteadOf?: string;
}

/** Directories up to this length ride along with the root: a genome is found by a name, then read. */
const ATTACHED_BYTES = 256 * 1024;

/**
 * Makes a release of the finished units of a plan and makes it the current one of the index folder; then lets go of the units.
 * One that was made of the same before stays as it is, and is the current one again.
 *
 * @throws DumpError when a unit is not finished; the index folder is then as it was before
 */
export async function sealRelease(plan: Plan, build: BuildFolder, indexFolder: string): Promise<SealedRelease> {
  const before = await finishSealed(plan, build, indexFolder);
  if (before) return before;
  if (plan.compiler !== await compilerVersion()) throw new DumpError('the build was planned by another version of the compiler: plan it again');
  const records: UnitRecord[] = [];
  const missing: string[] = [];
  for (const unit of plan.units) {
    const record = await build.record(unit);
    if (record) records.push(record);
    else missing.push(unit.id);
  }
  if (missing.length > 0) throw new DumpError(`${missing.length} of ${plan.units.length} units are not done: ${missing.join(', ')}`);
  // Sealing reads of the dumps, too: which taxa are above those of the genomes, and what tells them from others.
  const inputs = [...new Map(plan.units.flatMap((unit) => unit.inputs).map((input) => [input.path, input])).values()];
  await checkInputs(inputs);

  const folder = await IndexFolder.create(indexFolder, build.blockForm);
  folder.stamp = await inputStamp(inputs.map(({ path }) => path));
  try {
    const gathered = gatherRelease(plan, records);
    const { release } = gathered;
    const isVocabulary = (index: number) => ['ontology', 'taxonomy'].includes(plan.units[index]!.task.kind);
    const adopt = async (index: number) => folder.adopt(build.objectsOf(plan.units[index]!), records[index]!.objects, records[index]!.wanted);
    // Directories are wanted in this order, and vocabularies come last.
    const order = [...records.keys()].sort((a, b) => Number(isVocabulary(a)) - Number(isVocabulary(b)) || a - b);
    for (const index of order.filter((each) => !isVocabulary(each))) await adopt(index);
    for (const [genome, sources] of gathered.annotation) {
      genome.documents = { ...genome.documents, annotation: await folder.document(`${genome.species}/annotation`, sources.document()) };
    }
    const metadata = await compileMetadata(plan, gathered, folder);
    for (const index of order.filter(isVocabulary)) await adopt(index);
    const draft: ReleaseDraft = {
      version: Math.max(0, ...release.species.map((species) => species.release)), species: release.species, genomes: release.genomes, ids: release.ids,
      tables: { ...(release.archive ? { archive: release.archive } : {}), ...(metadata ? { 'genome-metadata': metadata } : {}) },
      comparas: release.comparas,
      ...(release.constrainedSets.length > 0 ? { constrainedSets: release.constrainedSets } : {}),
      ...(release.biotypes ? { biotypes: await folder.document('biotypes', release.biotypes) } : {}),
      terms: release.terms, taxa: release.taxa,
    };
    const samples = await chooseSamples(draft, folder);
    await checkInputs(inputs);
    const id = await folder.publish({ ...draft, samples });
    const releases = new Map(release.species.map((species) => [species.name, species.release]));
    const sealed = { id, genomes: release.genomes.length, notices: [...gathered.notices, ...mixedReleases(releases), ...plan.notices] };
    await noteSealed(indexFolder, plan, sealed);
    await build.clear(plan);
    return sealed;
  } catch (error) {
    await folder.discard();
    throw error;
  }
}

/**
 * Where the release of just this plan stands already, makes it the current one, which another may have become since, and lets go of its units, of which a build
 * that was killed as it put them away has left some. Null where there is no such release.
 */
export async function finishSealed(plan: Plan, build: BuildFolder | null, indexFolder: string): Promise<SealedRelease | null> {
  const sealed = await sealedRelease(indexFolder, plan);
  if (!sealed) return null;
  const served = await serveSealed(indexFolder, sealed);
  await build?.clear(plan);
  return served;
}

/** Writes what finds genomes by name, taxon and accession; null without any. Their units' objects have been adopted. */
async function compileMetadata(plan: Plan, { release, described, shares }: GatheredRelease, folder: IndexFolder): Promise<TableEntry | null> {
  return folder.withScratch(async (scratch) => {
    const rows = await SortedRows.create(scratch, 'genome-metadata');
    const written = folder.written();
    try {
      const reader = new CachedBlockReader(written, new ByteCache());
      const genomes = [];
      for (const { entry, dbname, folderName } of described) {
        const species = release.species.find(({ name }) => name === entry.species)!;
        if (!isAncestral(folderName)) genomes.push(describeGenome(rows, entry, await readDocument<GenomeInfo>(reader, entry.info), species, dbname));
      }
      const dumps = await Promise.all(plan.databases.filter(({ group }) => group === 'taxonomy' || group === 'compara').map((dump) => databaseIn(dump.folder)));
      const ancestors = await taxonAncestors(dumps, genomes.flatMap(({ species }) => species.taxonId ?? []));
      for (const genome of genomes) addGenome(rows, genome, shares.get(genome.entry.species), ancestors.get(genome.species.taxonId ?? '') ?? []);
      if (rows.count === 0) return null;
      const table = await folder.sortedTable('genome-metadata', ATTACHED_BYTES);
      await rows.write(table.writer);
      return await table.finish();
    } finally {
      rows.close();
      await written.close();
    }
  });
}
