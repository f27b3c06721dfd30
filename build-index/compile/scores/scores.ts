/** Writes a table of scores of alleles: see src/effects/allele-scores.ts. Reads files line by line. */
import type { ScoreSource } from '../../../src/effects/allele-scores.ts';
import { DumpError } from '../../dump/dump-error.ts';
import { GenomeTables } from '../../output/genome-tables.ts';
import type { IndexFolder } from '../../output/index-folder.ts';
import { listed } from '../../vcf/vcf-notices.ts';
import { checkBgzfEnd, TextLines } from '../../vcf/vcf-lines.ts';
import type { CoreGenome } from '../genome/core-genome.ts';
import { regionFinder } from '../genotypes/genotypes.ts';
import { BadLine, Header, SCORE_FORMATS, type LineReader, type ScoreLine } from './score-formats.ts';
import { ScoreWindows } from './score-windows.ts';

/** The table's name in the registry. */
function scoreTable<S extends ScoreSource>(source: S): `${S}-scores` {
  return `${source}-scores`;
}

/** Positions that an interval table has room for. */
const LAST_POSITION = 2 ** 32 - 1;

/**
 * @param paths files of one source, each sorted by chromosome and position
 * @returns the manifest entry of the table, and notices about lines of unknown chromosomes
 * @throws DumpError, with file and line, for a file of another format, of another assembly or out of order
 */
export async function compileScores(
  source: ScoreSource,
  paths: readonly string[],
  { entry, regions }: CoreGenome,
  folder: IndexFolder,
): Promise<{ tables: Awaited<ReturnType<GenomeTables['finish']>>; notices: string[] }> {
  const tables = new GenomeTables(folder, entry.species, 'scores');
  const table = tables.open(scoreTable(source));
  const regionOf = regionFinder(regions);
  const notices: string[] = [];
  await folder.withScratch(async (scratch) => {
    const windows = new ScoreWindows(scratch, source);
    try {
      for (const path of paths) {
        const unknown = new Set<string>();
        await eachLine(source, path, entry.assembly ?? '', (row) => {
          const region = regionOf(row.chromosome);
          if (region !== null) return windows.add(region, row);
          unknown.add(row.chromosome);
          return undefined;
        });
        await windows.endFile();
        if (unknown.size > 0)
          notices.push(
            `${path}: scores of chromosomes that ${entry.species} lacks are skipped: ${listed([...unknown])}.`,
          );
      }
      await windows.write(table);
    } finally {
      await windows.close();
    }
  });
  const entries = await tables.finish();
  if (Object.keys(entries).length === 0)
    throw new DumpError(`${paths.join(', ')}: no line has scores of a chromosome of ${entry.species}`);
  return { tables: entries, notices };
}

/** Returns the fault in the order of a row, if any. Rarely a promise of it: files have billions of rows. */
type Fault = string | undefined | Promise<string | undefined>;

/** Calls `take` with each row. */
async function eachLine(
  source: ScoreSource,
  path: string,
  assembly: string,
  take: (row: ScoreLine<ScoreSource>) => Fault,
): Promise<void> {
  await checkBgzfEnd(path);
  const lines = new TextLines(path);
  const wrong = (what: string) => new DumpError(`${lines.where} ${what}`);
  let read: LineReader<ScoreSource> | null = null;
  let separator = '\t';
  try {
    for (;;) {
      const advanced = lines.advance();
      if (!(advanced instanceof Promise ? await advanced : advanced)) break;
      const line = lines.bytes.toString('latin1', lines.from, lines.to);
      if (line === '') continue;
      if (!read) {
        checkAssembly(line, assembly, wrong);
        separator = line.includes('\t') ? '\t' : ',';
        const header = new Header(line.split(separator), assembly);
        if (header.has(SCORE_FORMATS[source].mark)) read = readerOf(source, header, wrong);
        else if (!line.startsWith('#'))
          throw wrong(`is no header of ${source} scores: it has no column ${SCORE_FORMATS[source].mark}`);
        continue;
      }
      if (line.startsWith('#')) continue;
      for (const row of rowsOf(read, line.split(separator), wrong)) {
        if (row.position >= LAST_POSITION) throw wrong(`has the position ${row.position}, which no chromosome has`);
        const taken = take(row);
        const fault = taken instanceof Promise ? await taken : taken;
        if (fault !== undefined) throw wrong(`${fault}: sort the file by chromosome and position`);
      }
    }
  } finally {
    lines.close();
  }
  if (!read) throw new DumpError(`${path} has no header with a column ${SCORE_FORMATS[source].mark}`);
}

/** Comments that name another human assembly, such as '## CADD GRCh37-v1.7', are of a file for another genome. */
function checkAssembly(line: string, assembly: string, wrong: (what: string) => DumpError): void {
  const named = /^##.*\b(GRCh\d+)/.exec(line)?.[1];
  if (named !== undefined && /^GRCh\d+/.test(assembly) && !assembly.startsWith(named))
    throw wrong(`says that the scores are for ${named}, but the genome is ${assembly}`);
}

function readerOf(source: ScoreSource, header: Header, wrong: (what: string) => DumpError): LineReader<ScoreSource> {
  return explained(wrong, () => SCORE_FORMATS[source].reader(header));
}

function rowsOf(read: LineReader<ScoreSource>, columns: readonly string[], wrong: (what: string) => DumpError) {
  return explained(wrong, () => read(columns)) ?? [];
}

/** Adds file and line to a BadLine. */
function explained<T>(wrong: (what: string) => DumpError, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw error instanceof BadLine ? wrong(error.message) : error;
  }
}
