import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { begin } from '../compare/measure-request.ts';
import { forSeconds, type Load, saturate } from '../load.ts';
import { fillBlock } from '../readme.ts';
import { type Request, requests } from '../requests.ts';
import { mock } from '../servers/mock.ts';
import { start } from '../servers/running.ts';
import { type CpuProfile, type Shares, summarise } from './cpu-profile.ts';

/** How many lines of each table are shown. */
const LINES = 12;

/**
 * Says where the mock's CPU time goes while it answers each kind of request as fast as it can, and puts that into the README
 * when all kinds were profiled. Gives the exit code.
 */
export async function profile({ seconds, request }: { seconds: number; request?: readonly string[] }): Promise<number> {
  const chosen = requests.filter(({ name }) => !request || request.includes(name));
  const parts: string[] = [];
  for (const one of chosen) {
    const { load, profile } = await profileRequest(one, seconds);
    const { groups, functions } = summarise(profile, seconds);
    const answered = `${Math.round(load.good / load.seconds).toLocaleString('en-US')} answers per second while profiled`;
    const rows = Array.from({ length: LINES }, (_, line) => [...cells(groups[line]), ...cells(functions[line])]);
    parts.push(`**${one.title}**: ${answered}`, markdownTable([['whose code', 'share', 'function', 'share'], ...rows]));
  }
  const text = parts.join('\n\n');
  console.log(text);
  if (chosen.length === requests.length) fillBlock('profile', text);
  return 0;
}

async function profileRequest(request: Request, seconds: number): Promise<{ load: Load; profile: CpuProfile }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-profile-'));
  try {
    const options = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
    const running = await start(mock, request, { status: 0, body: '' }, options);
    let load: Load;
    try {
      const { next } = await begin(running, request);
      await saturate(running.base, next, forSeconds(2));
      load = await saturate(running.base, (await begin(running, request)).next, forSeconds(seconds));
    } finally {
      await running.stop();
    }
    const [file] = readdirSync(folder);
    if (file === undefined) throw new Error('Node wrote no profile');
    return { load, profile: JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cells(entry: Shares[number] | undefined): [string, string] {
  return entry ? [entry.name.replaceAll('|', '\\|'), `${(entry.share * 100).toFixed(1)} %`] : ['', ''];
}
