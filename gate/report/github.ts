import type { GateReport } from './report.ts';

const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** The findings as GitHub Actions reads them from the output of a job and shows them next to the changed lines. */
export function githubAnnotations({ steps }: GateReport): string[] {
  return steps.flatMap(({ name, findings }) =>
    findings.map(({ severity, rule, message, place: { file, line, column: col }, change }) => {
      const properties = { file, line, col, title: `${change?.level ?? name}: ${rule}` };
      const list = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
      return `::${commands[severity]} ${list.join(',')}::${data(message)}`;
    }),
  );
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
