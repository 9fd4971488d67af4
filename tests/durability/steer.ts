import { Api } from '../mock/support/api.ts';
import type { Knowledge } from './attempt.ts';

/** Somebody who moves the clock of one partition and fills another one anew, until the mock is gone. */
export async function steer(port: number, round: number, known: Knowledge): Promise<void> {
  const clock = new Api(port, `r${round}-clock`);
  const filled = new Api(port, `r${round}-filled`);
  try {
    for (let version = 1; ; version++) {
      const attempt: Knowledge['clocks'][number] = { partition: clock.partition, offset: version * 60_000 };
      known.clocks.push(attempt);
      attempt.answer = await clock.control('POST', '/clock', { advance: 'PT1M' });
      const fill: Knowledge['fills'][number] = { partition: filled.partition, version };
      known.fills.push(fill);
      fill.answer = await filled.control('PUT', '/state', stateOf(version));
      for (const { status, text } of [attempt.answer, fill.answer]) {
        if (status !== 200) known.surprises.push(`control was answered with ${status}: ${text}`);
      }
    }
  } catch {
    // The connection was cut.
  }
}

/** A state in which everything says which version it is. */
function stateOf(version: number) {
  const name = `version_${version}`;
  return {
    documentTypes: [{ short_name: name, description: name }],
    holds: [{ number: '+13125550100', until: new Date(Date.UTC(2040, 0, 1) + version * 1_000).toISOString() }],
    ledger: [],
  };
}

/** The version of a filled partition's document types and of its holds; the same when it was filled in one piece. */
export async function versionsOf(api: Api): Promise<[types: number, holds: number]> {
  const { documentTypes, holds } = (await api.control('GET', '/state?only=documentTypes,holds')).body as {
    documentTypes: { short_name: string }[];
    holds: { until: string }[];
  };
  const type = /^version_(\d+)$/.exec(documentTypes[0]?.short_name ?? '')?.[1] ?? '0';
  return [Number(type), holds[0] ? (Date.parse(holds[0].until) - Date.UTC(2040, 0, 1)) / 1_000 : 0];
}
