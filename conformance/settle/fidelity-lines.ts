import { reportName } from '../report/report.ts';
import type { Differs, Fidelity } from './asked/likeness.ts';
import { tallyLine } from './asked/tally.ts';

/** More are in the report. */
const TOLD = 10;

/** How much our mock answers alike, and what it does not, with the entries of the file to look at; no lines where nothing was compared. */
export function fidelityLines(
  { alike, of, differs }: Fidelity,
  entriesOf: (one: Differs) => readonly string[],
): string[] {
  if (of === 0) return [];
  const told = differs.slice(0, TOLD).map((one) => {
    const entries = entriesOf(one);
    return `  ${tallyLine(one)}${entries.length > 0 ? `; see ${entries.join(', ')}` : ''}`;
  });
  return [
    `fidelity: ${Math.floor((alike / of) * 100)} % (${alike} of ${of} answers would be alike)`,
    ...told,
    ...(differs.length > TOLD ? [`  and ${differs.length - TOLD} more, in ${reportName}`] : []),
  ];
}
