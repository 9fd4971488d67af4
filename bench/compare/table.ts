import { markdownTable } from 'markdown-table';
import { requests } from '../requests.ts';
import { servers } from '../servers/index.ts';
import type { Results, Row } from './results.ts';
import { median, medianRatio } from './statistics.ts';

/** Writes the results as Markdown: the machine, the goals, the figures, and what could not be had. */
export function writeTables(results: Results): string {
  const { machine, options, absent } = results;
  const parts = [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}; ` +
      `${options.rounds} rounds of ${options.seconds} s, ${options.connections} connections; ` +
      `${options.awake ? 'the load generator kept awake; ' : ''}` +
      `load of the machine before: ${machine.loadBefore.toFixed(2)}.`,
    ...(results.goals.length > 0 ? ['**Goals**', goals(results)] : []),
    ...(results.rows.length > 0 ? ['**Good answers per second**', rates(results)] : []),
    ...(results.rows.some(({ paced }) => paced) ? ['**At half of stock Prism’s highest rate**', paced(results)] : []),
    ...(results.starts.length > 0 ? ['**Start**', starts(results)] : []),
  ];
  const missing = absent.map(
    ({ server, request, reason }) =>
      `- ${titleOf(server)}${request === undefined ? '' : `, ${requestTitle(request)}`}: ${reason}`,
  );
  if (missing.length > 0) parts.push('**Absent**', missing.join('\n'));
  return `${parts.join('\n\n')}\n`;
}

function goals({ goals }: Results): string {
  return markdownTable(
    [
      ['goal', 'request', 'measured', ''],
      ...goals.map(({ goal, request, ratio, met }) => [
        goal,
        request === undefined ? '' : requestTitle(request),
        ratio === undefined ? 'not measured' : `${ratio.toFixed(2)} x`,
        met === undefined ? '' : met ? 'met' : '**not met**',
      ]),
    ],
    { align: ['l', 'l', 'r', 'l'] },
  );
}

function rates({ rows, options: { awake } }: Results): string {
  const header = [
    'request',
    'server',
    'median',
    'lowest to highest',
    'mock to this',
    'CPU a request',
    'mock to this',
    'generator',
    'note',
  ];
  return markdownTable(
    [
      header,
      ...rows.map((row) => {
        const ours = rows.find(({ server, request }) => server === 'mock' && request === row.request);
        return [
          requestTitle(row.request),
          titleOf(row.server),
          whole(median(row.goodPerSecond)),
          `${whole(Math.min(...row.goodPerSecond))} to ${whole(Math.max(...row.goodPerSecond))}`,
          ours && ours !== row ? `${medianRatio(ours.goodPerSecond, row.goodPerSecond).toFixed(2)} x` : '',
          `${whole(median(row.serverCpu))} µs`,
          ours && ours !== row ? `${(median(ours.serverCpu) / median(row.serverCpu)).toFixed(2)} x` : '',
          awake ? '' : `${whole(median(row.generatorCpu))} µs`,
          noteOn(row, awake),
        ];
      }),
    ],
    { align: ['l', 'l', 'r', 'r', 'r', 'r', 'r', 'r', 'l'] },
  );
}

function noteOn(row: Row, awake: boolean): string {
  const answers = row.goodPerSecond.length > 0 && (row.refused > 0 || row.failed > 0);
  const notes = [
    ...(row.informational === undefined ? [] : [`informational: ${row.informational}`]),
    ...(answers ? [`${whole(row.refused)} refused, ${whole(row.failed)} failed`] : []),
    ...(!awake && median(row.generatorCpu) > median(row.serverCpu) ? ['the generator costs more than the server'] : []),
  ];
  return notes.join('; ');
}

function paced({ rows }: Results): string {
  return markdownTable(
    [
      ['request', 'server', 'rate', 'p50', 'p99', 'p99 of the rounds', 'answers'],
      ...rows.flatMap(({ request, server, paced }) =>
        paced
          ? [
              [
                requestTitle(request),
                titleOf(server),
                `${whole(paced.rate)}/s`,
                `${paced.p50.toFixed(1)} ms`,
                `${paced.p99.toFixed(1)} ms`,
                `${Math.min(...paced.p99Rounds).toFixed(1)} to ${Math.max(...paced.p99Rounds).toFixed(1)} ms`,
                whole(paced.answers),
              ],
            ]
          : [],
      ),
    ],
    { align: ['l', 'l', 'r', 'r', 'r', 'r', 'r'] },
  );
}

function starts({ starts }: Results): string {
  const ours = starts.find(({ server }) => server === 'mock');
  const against = (mine: number[] | undefined, theirs: number[]) =>
    mine && mine !== theirs ? `${(median(mine) / median(theirs)).toFixed(2)} x` : '';
  return markdownTable(
    [
      ['server', 'to the first good answer', 'lowest to highest', 'mock to this', 'resident memory', 'mock to this'],
      ...starts.map(({ server, secondsToGoodAnswer, residentBytes }) => [
        titleOf(server),
        `${median(secondsToGoodAnswer).toFixed(2)} s`,
        `${Math.min(...secondsToGoodAnswer).toFixed(2)} to ${Math.max(...secondsToGoodAnswer).toFixed(2)} s`,
        against(ours?.secondsToGoodAnswer, secondsToGoodAnswer),
        `${whole(median(residentBytes) / 1e6)} MB`,
        against(ours?.residentBytes, residentBytes),
      ]),
    ],
    { align: ['l', 'r', 'r', 'r', 'r', 'r'] },
  );
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const titleOf = (name: string): string => servers.find((server) => server.name === name)?.title ?? name;
const requestTitle = (name: string): string => requests.find((request) => request.name === name)?.title ?? name;
