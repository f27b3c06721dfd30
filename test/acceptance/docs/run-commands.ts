/** Runs the commands of a page of the documentation, in the checkout. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

export interface Ended {
  code: number | null;
  output: string;
}

const running = new Set<ChildProcess>();

/** Ends the commands that still run. */
export async function stopServices(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const closed = new Promise((settle) => child.once('close', settle));
      // npm does not forward signals, so each command leads a process group of its own.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await closed;
    }),
  );
}

/** The commands of a page by heading, one a line. */
export async function commandsOf(page: string): Promise<Map<string, string[]>> {
  const text = await readFile(join(PROJECT, page), 'utf8');
  const commands = new Map<string, string[]>();
  for (const section of text.split(/^## /m).slice(1)) {
    const heading = section.slice(0, section.indexOf('\n'));
    const lines = [...section.matchAll(/^```\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.trim().split('\n'));
    if (lines.length > 0) commands.set(heading, lines);
  }
  return commands;
}

interface Place {
  /** Variables in addition to those of this process. */
  env?: Record<string, string>;
  /** Default: the checkout. */
  cwd?: string | undefined;
}

function run(command: string, { env = {}, cwd = PROJECT }: Place): { child: ChildProcess; output: () => string } {
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return { child, output: () => output };
}

/** Runs a command to its end. */
export async function ended(command: string, place: Place = {}): Promise<Ended> {
  const { child, output } = run(command, place);
  const code = await new Promise<number | null>((settle) => child.once('close', settle));
  return { code, output: output() };
}

/** Starts a service. @returns its address without a path, once it listens */
export async function listening(command: string): Promise<string> {
  const { child, output } = run(command, {});
  return new Promise((settle, reject) => {
    child.stdout?.on('data', () => {
      const url = /(http:\/\/127\.0\.0\.1:\d+)\/rest/.exec(output())?.[1];
      if (url) settle(url);
    });
    child.once('close', () => reject(new Error(output())));
  });
}
