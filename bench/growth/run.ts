import { mkdirSync, writeFileSync } from 'node:fs';
import { markdownTable } from 'markdown-table';
import { median } from '../compare/statistics.ts';
import { describeMachine } from '../machine.ts';
import { fillBlock } from '../readme.ts';
import { measureSeries, type Point } from './measure-series.ts';
import { drawPlot } from './plot.ts';
import { series } from './series.ts';

const results = new URL('../results/', import.meta.url);

/**
 * Measures the mock as its state grows, prints a table, writes `results/growth.json` and `results/growth.svg`, and puts the
 * table into the README. Gives the exit code.
 */
export async function measureGrowth({ rounds }: { rounds: number }): Promise<number> {
  const machine = describeMachine();
  const points: Point[] = [];
  for (const one of series) {
    console.error(`measuring: ${one.title}`);
    points.push(...(await measureSeries(one, rounds)));
  }
  const plot = '![Rates, CPU and memory as the state grows](results/growth.svg)';
  const text = `${plot}\n\n${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; ${rounds} rounds.\n\n${table(points)}`;
  console.log(text);
  mkdirSync(results, { recursive: true });
  writeFileSync(new URL('growth.json', results), `${JSON.stringify({ machine, rounds, points }, null, 2)}\n`);
  writeFileSync(new URL('growth.svg', results), await drawPlot(points));
  fillBlock('growth', text);
  return 0;
}

function table(points: readonly Point[]): string {
  const rows = series.flatMap(({ name, title }) => {
    const own = points.filter((point) => point.series === name);
    return own.map(({ size, goodPerSecond, serverCpu, residentBytes }) => [
      title,
      size.toLocaleString('en-US'),
      Math.round(median(goodPerSecond)).toLocaleString('en-US'),
      `${Math.round(median(serverCpu))} µs`,
      `${(median(serverCpu) / median(own[0]?.serverCpu ?? [])).toFixed(2)} x`,
      `${Math.round(residentBytes / 1e6)} MB`,
    ]);
  });
  const header = ['what grows: the request', 'size', 'per second', 'CPU a request', 'to the smallest', 'memory'];
  return markdownTable([header, ...rows], { align: ['l', 'r', 'r', 'r', 'r', 'r'] });
}
