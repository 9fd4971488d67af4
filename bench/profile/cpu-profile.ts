/** The part of a V8 CPU profile that is read here. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  /** The node that was running at each sample. */
  samples: number[];
  /** Microseconds from the sample before. */
  timeDeltas: number[];
}

/** Microseconds by name, most first. */
export type Times = Map<string, number>;

/** Of the last seconds of a profile, how long whose code ran (`groups`) and which functions themselves; idle time is left out. */
export function summarise(profile: CpuProfile, seconds: number): { groups: Times; functions: Times } {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const total = profile.timeDeltas.reduce((sum, delta) => sum + delta, 0);
  const groups: Times = new Map();
  const functions: Times = new Map();
  let time = 0;
  profile.samples.forEach((id, index) => {
    time += profile.timeDeltas[index] ?? 0;
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)' || time < total - seconds * 1e6) return;
    // A sample stands for the time up to the next one.
    const lasted = profile.timeDeltas[index + 1] ?? 0;
    const group = groupOf(frame);
    groups.set(group, (groups.get(group) ?? 0) + lasted);
    const name = `${frame.functionName || '(anonymous)'} (${group})`;
    functions.set(name, (functions.get(name) ?? 0) + lasted);
  });
  return { groups: sorted(groups), functions: sorted(functions) };
}

/** A package, a file of the mock, Node itself, or what V8 does besides: `(garbage collector)`, `(program)` for native code. */
function groupOf({ functionName, url }: { functionName: string; url: string }): string {
  const inPackages = url.includes('/node_modules/') ? url.split('/node_modules/').at(-1) : undefined;
  if (inPackages !== undefined) {
    return inPackages
      .split('/')
      .slice(0, inPackages.startsWith('@') ? 2 : 1)
      .join('/');
  }
  if (url.includes('/dist/')) return url.split('/dist/').at(-1) ?? url;
  if (url.startsWith('node:')) return 'node';
  if (url !== '') return url.split('/').at(-1) ?? url;
  if (functionName.startsWith('(')) return functionName;
  if (functionName.startsWith('RegExp:')) return 'regular expressions';
  return /^validate\d+$/.test(functionName) ? 'checks compiled by Ajv' : 'built in';
}

function sorted(times: Times): Times {
  return new Map([...times].sort(([, a], [, b]) => b - a));
}
