/** CPU time of the workerd that this process has started. Linux only: it stands in /proc. */
import { readdir, readFile } from 'node:fs/promises';

/** Milliseconds of a clock tick in /proc, which Linux has fixed for programs. */
const TICK = 10;

/** Id of its process. */
export async function workerdProcess(): Promise<string> {
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (stat.includes('(workerd)') && Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]) === process.pid) return pid;
  }
  throw new Error('workerd is not running');
}

/** User and system time of a process, in milliseconds, to the next ten. */
export async function cpuMilliseconds(pid: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')')).split(' ');
  return (Number(fields[12]) + Number(fields[13])) * TICK;
}
