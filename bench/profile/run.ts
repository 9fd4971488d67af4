import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { answerTo, begin } from '../compare/measure-request.ts';
import { forSeconds, saturate } from '../load.ts';
import { fillBlock } from '../readme.ts';
import { type Request, requests } from '../requests.ts';
import { bare } from '../servers/bare.ts';
import { mock } from '../servers/mock.ts';
import { start } from '../servers/running.ts';
import type { Canned, Server } from '../servers/server.ts';
import { type CpuProfile, summarise, type Times } from './cpu-profile.ts';

/** How many lines a table has at most. */
const LINES = 12;

interface Profiled {
  /** Good answers. */
  answers: number;
  groups: Times;
  functions: Times;
}

/**
 * Says where the CPU time of the mock goes, and of the bare server, while they answer each kind of request as fast as they
 * can. When all kinds were profiled it puts that into the README. Gives the exit code.
 */
export async function profile({ seconds, request }: { seconds: number; request?: readonly string[] }): Promise<number> {
  const chosen = requests.filter(({ name }) => !request || request.includes(name));
  const parts: string[] = [];
  for (const one of chosen) {
    console.error(`profiling: ${one.title}`);
    const canned = await answerTo(one);
    const ours = await profileServer(mock, one, canned, seconds);
    const limit = await profileServer(bare, one, canned, seconds);
    parts.push(`**${one.title}**, microseconds a request`, table(ours, limit));
  }
  const text = parts.join('\n\n');
  console.log(text);
  if (chosen.length === requests.length) fillBlock('profile', text);
  return 0;
}

async function profileServer(server: Server, request: Request, canned: Canned, seconds: number): Promise<Profiled> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-profile-'));
  try {
    const running = await start(server, request, canned, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    let answers = 0;
    try {
      await saturate(running.base, (await begin(running, request)).next, forSeconds(2));
      const { next } = await begin(running, request);
      answers = (await saturate(running.base, next, forSeconds(seconds))).good;
    } finally {
      await running.stop();
    }
    const [file] = readdirSync(folder);
    if (file === undefined) throw new Error('Node wrote no profile');
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
    return { answers, ...summarise(profile, seconds) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whose code runs in the mock, beside the same in the bare server, and the mock's functions. */
function table(ours: Profiled, limit: Profiled): string {
  const each = (time: number | undefined, { answers }: Profiled) => ((time ?? 0) / answers).toFixed(1);
  const sum = (times: Times) => [...times.values()].reduce((total, time) => total + time, 0);
  const groups = [...ours.groups].map(([name, time]) => [name, each(time, ours), each(limit.groups.get(name), limit)]);
  const functions = [...ours.functions].map(([name, time]) => [name, each(time, ours)]);
  const lines = Array.from({ length: LINES }, (_, line) => [
    ...(groups[line] ?? ['', '', '']),
    ...(functions[line] ?? ['', '']),
  ]);
  const all = ['**all**', each(sum(ours.groups), ours), each(sum(limit.groups), limit), '', ''];
  return markdownTable([['whose code', 'mock', 'bare', "the mock's functions", 'mock'], all, ...lines], {
    align: ['l', 'r', 'r', 'l', 'r'],
  });
}
