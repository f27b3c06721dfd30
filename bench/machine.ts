import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** The machine of a measurement and when that was, for the documentation: '2 cores of AMD EPYC, 24 GiB, Node v24.1.0, 2026-11-21, load 0.4'. */
export function machine(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, ' ') ?? 'an unknown processor';
  const date = new Date().toISOString().slice(0, 10);
  return `${availableParallelism()} cores of ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}, ${date}, load ${loadavg()[0]!.toFixed(1)}`;
}
