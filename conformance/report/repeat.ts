import type { Exchange } from '../suite/outcome/verdict.ts';
import { curlCommand } from '../suite/wire/curl.ts';
import type { CaseReport, Report, RuleReport } from './report.ts';

/**
 * A shell script that asks the target once more what the failing cases of a rule asked: everything under new names, ids from
 * the answers that come now, what was sent at one time at one time again. Undefined when nothing was asked.
 */
export function repeatScript(report: Report, rule: RuleReport): string | undefined {
  const cases = rule.cases.filter(({ outcome, exchanges }) => outcome === rule.outcome && exchanges?.some(isRequest));
  if (cases.length === 0) return undefined;
  const bodies = cases.map((one) => caseText(one, report.runId));
  const keys = [
    ...new Set(bodies.join('\n').match(/\$(?:[A-Z_]*API_KEY|HEADER_[A-Z0-9_]+|URL_[A-Z]+)\b/g) ?? []),
  ].sort();
  const head = [
    '#!/bin/sh',
    comment(`${rule.id}: ${rule.statement}`),
    comment(`What the suite asked ${report.target.name} at ${report.startedAt}, once more.`),
    comment('Times in bodies are those of that run. For a private certificate authority set CURL_CA_BUNDLE.'),
    ...(cases.some(({ exchanges }) => exchanges?.some(isUpdate))
      ? [comment('It changes the notification and does not put it back.')]
      : []),
    ...keys.map((key) => `: "${key.replace('$', '${')}:?has to be set}"`),
    ...(report.runId
      ? [
          `RUN=\${RUN:-$(date +%s)}   # in the place of ${report.runId}, which the run gave to all that it made`,
          'UPPER_RUN=$(printf %s "$RUN" | tr a-z A-Z)',
        ]
      : []),
    ...(bodies.some((body) => /; new_mail '/.test(body)) ? [newMail] : []),
    `answers=$(mktemp -d) && trap 'rm -r "$answers"' EXIT`,
  ];
  return `${[...head, ...bodies].join('\n')}\n`;
}

function caseText({ title, expected, actual, exchanges = [], judged }: CaseReport, runId: string | undefined): string {
  const lines = ['', comment(title)];
  if (expected !== undefined) lines.push(comment(`expected: ${expected}`), comment(`actual:   ${actual}`));
  const ids = new Map<string, string>();
  for (const batch of atOneTime(exchanges)) {
    for (const at of batch) {
      const exchange = exchanges[at] as Exchange;
      lines.push('', comment(about(exchange, at, exchanges.length, at === judged)));
      if (!isRequest(exchange)) {
        lines.push(...reading(exchange, runId).map((line) => `echo ${at + 1}; ${line}; echo`));
        continue;
      }
      const file = `"$answers/${at + 1}"`;
      lines.push(
        `echo ${at + 1}; ${command(exchange, ids, runId)} > ${file}${batch.length > 1 ? ' &' : `; cat ${file}; echo`}`,
      );
    }
    const requests = batch.filter((at) => isRequest(exchanges[at] as Exchange));
    if (batch.length > 1) lines.push('wait', ...requests.map((at) => `cat "$answers/${at + 1}"; echo`));
    for (const at of batch) {
      const id = idIn(exchanges[at] as Exchange);
      if (id === undefined || ids.has(id) || !exchanges.slice(at + 1).some((later) => mentions(later, id))) continue;
      const name = `ID_${at + 1}`;
      ids.set(id, name);
      lines.push(`${name}=$(grep -o '"id" *: *"[^"]*"' "$answers/${at + 1}" | head -n 1 | cut -d '"' -f 4)`);
    }
  }
  return lines.join('\n');
}

function command(
  { method, url, requestHeaders, requestBody }: Exchange,
  ids: Map<string, string>,
  runId?: string,
): string {
  const renewed = (text: string) => {
    const named = [...ids].reduce((result, [id, name]) => result.replaceAll(id, `\${${name}}`), text);
    // Keys are sent in another letter case, too.
    return runId ? named.replaceAll(runId, `$${'{RUN}'}`).replaceAll(runId.toUpperCase(), `$${'{UPPER_RUN}'}`) : named;
  };
  return curlCommand({
    method,
    url: renewed(url),
    headers: requestHeaders.map(([name, value]) => [name, renewed(value)] as const),
    ...(requestBody !== undefined && { body: renewed(requestBody) }),
  });
}

/** Awaits a mail in the outbox, and prints it. */
const newMail = `# For an outbox with a login set OUTBOX_LOGIN=name:password.
new_mail() {
  for second in $(seq 60); do
    id=$(curl -sS -g \${OUTBOX_LOGIN:+-u "$OUTBOX_LOGIN"} "\${1}api/v1/search?query=%22$2%22" | grep -o '"ID" *: *"[^"]*"' | head -n 1 | cut -d '"' -f 4)
    if [ -n "$id" ]; then curl -sS -g \${OUTBOX_LOGIN:+-u "$OUTBOX_LOGIN"} "\${1}api/v1/message/$id/raw"; return; fi
    sleep 1
  done
  echo "no mail with $2 has come within a minute"
}`;

/** How to read the new mail that is like one which the case read; nothing where no word of its subject or recipients is of this run only. */
function reading({ url, body = '' }: Exchange, runId: string | undefined): string[] {
  const outbox = /^(.*\/)api\/v1\/message\//.exec(url)?.[1];
  const [head = ''] = body.split(/\r?\n\r?\n/, 1);
  const ofRun = (name: string) => new RegExp(`^${name}:.*?([\\w.@-]*${runId}[\\w.@-]*)`, 'im').exec(head)?.[1];
  const word = runId && (ofRun('subject') ?? ofRun('to'));
  return outbox && word ? [`new_mail '${outbox}' "${word.replaceAll(runId, `$${'{RUN}'}`)}"`] : [];
}

/** The places of exchanges, those together that were under way at one time. */
function atOneTime(exchanges: readonly Exchange[]): number[][] {
  const batches: number[][] = [];
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (const [at, { sentAt = '', tookMs = 0 }] of exchanges.entries()) {
    const sent = Date.parse(sentAt);
    if (sent + 1 < busyUntil) batches.at(-1)?.push(at);
    else batches.push([at]);
    busyUntil = Math.max(busyUntil, sent + tookMs);
  }
  return batches;
}

function about(
  { sentAt, tookMs, status, failure, url, curl }: Exchange,
  at: number,
  of: number,
  isJudged: boolean,
): string {
  const came = failure ?? `answered ${status}${tookMs === undefined ? '' : ` in ${tookMs} ms`}`;
  const what = curl === undefined ? `a mail was read at ${url}` : `sent ${sentAt}, ${came}`;
  return `${at + 1} of ${of}, ${what}${isJudged ? '  <- what was judged' : ''}`;
}

/** The id of what was made, where it is the first one in the body. */
function idIn({ body = '' }: Exchange): string | undefined {
  const first = /"id" *: *"([^"]{8,})"/.exec(body)?.[1];
  try {
    return (JSON.parse(body) as { data?: { id?: unknown } } | null)?.data?.id === first ? first : undefined;
  } catch {
    return undefined;
  }
}

function mentions({ url, requestBody = '' }: Exchange, id: string): boolean {
  return url.includes(id) || requestBody.includes(id);
}

function isUpdate({ method, requestBody = '{}' }: Exchange): boolean {
  return method === 'PATCH' && requestBody !== '{}';
}

function isRequest({ curl }: Exchange): boolean {
  return curl !== undefined;
}

function comment(text: string): string {
  return `# ${text.replaceAll(/\s*[\r\n]+\s*/g, ' ')}`;
}
