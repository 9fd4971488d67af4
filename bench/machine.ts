import { cpus, loadavg, release, totalmem, type } from 'node:os';
import type { Machine } from './compare/results.ts';

/** The machine that the figures are from. */
export function describeMachine(): Machine {
  const [cpu, ...others] = cpus();
  return {
    cpu: cpu?.model.trim() ?? 'unknown processor',
    cores: others.length + 1,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    loadBefore: loadavg()[0] ?? 0,
  };
}
