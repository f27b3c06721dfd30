#!/usr/bin/env node
/** The program `genomic-edge <command>`. It loads only the modules of the command that runs. */
import { spawn } from 'node:child_process';
import { accessSync, constants as modes, readFileSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { checkUnknownOptionsFirst } from './required-options.ts';

/** Oldest version of Node that can run the commands. */
const NODE = [22, 12] as const;

const COMMANDS: Record<string, { summary: string; load: () => Promise<{ command: Command }> }> = {
  start: { summary: 'serve files of a genome, or the demo data', load: () => import('./commands/start.ts') },
  serve: { summary: 'serve an index', load: () => import('./commands/serve.ts') },
  build: { summary: 'compile dumps into an index', load: () => import('./commands/build.ts') },
  fetch: { summary: 'download dumps from an Ensembl FTP mirror', load: () => import('./commands/fetch.ts') },
  publish: { summary: 'copy an index to R2 and KV, S3 or a folder', load: () => import('./commands/publish.ts') },
  annotate: {
    summary: 'predict the effects of the variants of a VCF file',
    load: () => import('./commands/annotate.ts'),
  },
  data: { summary: 'write fictional dumps and VCF files of any size', load: () => import('./commands/data.ts') },
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NODE[0] || (major === NODE[0] && minor < NODE[1])) runWithBundledNode();
else await run();

async function run(): Promise<void> {
  keepCompiled();
  const program = new Command('genomic-edge')
    .description('An open server of genomic reference data that speaks the Ensembl REST dialect.')
    .version(packageVersion());
  const [first, second] = process.argv.slice(2);
  const wanted = first === 'help' ? second : first;
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = name === wanted ? checkUnknownOptionsFirst((await load()).command) : new Command(name);
    program.addCommand(command.summary(summary));
  }
  program.addHelpText(
    'after',
    '\nExample:\n  $ genomic-edge start --port 8080\n\nOptions of a command: genomic-edge COMMAND --help',
  );
  await program.parseAsync();
}

/**
 * Keeps compiled modules in a folder for temporary files, also those of threads and processes that this one starts:
 * they start in half the time. Not imported by name, since Node 20 lacks it.
 */
function keepCompiled(): void {
  try {
    accessSync(tmpdir(), modes.W_OK);
  } catch {
    // Node would try to make the folder again and again.
    return;
  }
  const { directory } = nodeModule.enableCompileCache();
  if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= directory;
}

/** The version in package.json, which is next to `cli` in a checkout and next to `dist` in a package. */
function packageVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const { version }: { version: string } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
      return version;
    } catch {}
  }
  return 'unknown';
}

/** Runs this program with the Node of the npm package `node`, and forwards signals to it. */
function runWithBundledNode(): void {
  const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'));
  const node = join(folder, process.platform === 'win32' ? 'node.exe' : 'bin/node');
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    console.error(
      `genomic-edge needs Node ${NODE.join('.')} or newer; this is ${process.versions.node}, and the bundled Node ` +
        `does not start (${error.message}). Install a newer Node, or run npm ci again.`,
    );
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
  });
}
