import { mkdirSync, writeFileSync } from 'node:fs';
import { CONNECTIONS } from '../load.ts';
import { describeMachine } from '../machine.ts';
import { fillBlock } from '../readme.ts';
import { requests } from '../requests.ts';
import { servers } from '../servers/index.ts';
import { judge } from './goals.ts';
import { measureRequest } from './measure-request.ts';
import { measureStarts } from './measure-starts.ts';
import type { Results } from './results.ts';
import { writeTables } from './table.ts';

/** How often a server is started at most. */
const STARTS = 5;

/** What to measure, and how much. Without names, everything. */
export interface Selection {
  rounds: number;
  seconds: number;
  /** Whether the load generator is kept from sleeping while rates are measured. */
  awake: boolean;
  /** Servers; the mock is always among them. */
  only?: readonly string[];
  /** Kinds of request. */
  request?: readonly string[];
}

/**
 * Measures the mock beside its rivals, prints the tables and writes `results/latest.json`. A run of everything also puts its
 * tables into the README. Gives the exit code: 0, also when goals are not met.
 */
export async function compare({ rounds, seconds, awake, only, request }: Selection): Promise<number> {
  const chosenServers = servers.filter(({ name }) => !only || name === 'mock' || only.includes(name));
  const chosenRequests = requests.filter(({ name }) => !request || request.includes(name));
  const whole = chosenServers.length === servers.length && chosenRequests.length === requests.length;
  const results: Results = {
    machine: describeMachine(),
    options: { rounds, seconds, connections: CONNECTIONS, awake },
    absent: [],
    starts: [],
    rows: [],
    goals: [],
  };

  progress('starts');
  const { starts, absent } = await measureStarts(chosenServers, Math.min(rounds, STARTS));
  results.starts = starts;
  results.absent = absent;
  const present = chosenServers.filter(({ name }) => starts.some(({ server }) => server === name));
  for (const one of chosenRequests) {
    progress(one.title);
    const measured = await measureRequest(one, present, { rounds, seconds, awake });
    results.rows.push(...measured.rows);
    results.absent.push(...measured.absent);
  }
  results.goals = judge(results);

  const text = writeTables(results);
  console.log(text);
  const folder = new URL('../results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('latest.json', folder), `${JSON.stringify(results, null, 2)}\n`);
  if (whole) fillBlock('figures', text);
  return 0;
}

function progress(what: string): void {
  console.error(`measuring: ${what}`);
}
