import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { median } from '../compare/statistics.ts';
import type { Point } from './measure-series.ts';
import { series } from './series.ts';

const measures: { title: string; of: (point: Point) => number }[] = [
  { title: 'good answers per second', of: ({ goodPerSecond }) => median(goodPerSecond) },
  { title: 'CPU a request, µs', of: ({ serverCpu }) => median(serverCpu) },
  { title: 'resident memory, MB', of: ({ residentBytes }) => residentBytes / 1e6 },
];

/** Draws what was measured as SVG: a column for each series, a row for each figure. */
export async function drawPlot(points: readonly Point[]): Promise<string> {
  const header = { title: null, labelFontSize: 11, labelFontWeight: 'bold' } as const;
  const spec: TopLevelSpec = {
    background: 'white',
    data: { values: points.flatMap((point) => measures.map(({ title, of }) => datum(point, title, of(point)))) },
    facet: {
      column: { field: 'series', sort: null, header: { ...header, labelExpr: "split(datum.label, ': ')" } },
      row: { field: 'measure', sort: null, header: { ...header, labelOrient: 'left' } },
    },
    spec: {
      width: 190,
      height: 110,
      mark: { type: 'line', point: true },
      encoding: {
        x: {
          field: 'size',
          type: 'quantitative',
          scale: { type: 'log' },
          title: null,
          axis: { format: '~s', grid: false, values: [1, 10, 100, 1000, 10_000, 100_000, 1_000_000] },
        },
        y: { field: 'value', type: 'quantitative', title: null, scale: { zero: true }, axis: { tickCount: 4 } },
      },
    },
    resolve: { scale: { x: 'independent', y: 'independent' } },
  };
  return new View(parse(compile(spec).spec), { renderer: 'none' }).toSVG();
}

function datum(point: Point, measure: string, value: number) {
  return {
    measure,
    value,
    size: point.size,
    series: series.find(({ name }) => name === point.series)?.title ?? point.series,
  };
}
