import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { loadRegister } from '../../spec/register.ts';
import { counted } from '../../spec/texts.ts';
import { assemble } from '../report/assemble.ts';
import type { Report } from '../report/report.ts';
import { emptied, publish } from '../report/write.ts';
import { invariantRules, judge as judgeAnswer } from '../rules/invariants/index.ts';
import { evidenceOf } from '../suite/api/evidence.ts';
import { ConfigurationError, judge } from '../suite/outcome/outcome.ts';
import type { CaseRecord, Verdict } from '../suite/outcome/verdict.ts';
import type { Selection } from '../suite/run/selection.ts';
import { Redactor } from '../suite/target/redact.ts';
import { Answer } from '../suite/wire/answer.ts';
import { entriesOf } from './archive.ts';
import { answerIn, type Skipped } from './exchange.ts';

/** Archives to judge: where they are, the address of the service in them, and where the reports go. */
export interface Recorded {
  files: readonly string[];
  baseUrl: string;
  output: string;
  selection: Selection;
}

const mostNamed = 10;
const notShown = 'no recorded exchange shows anything that the rule is about';
const notObservable = "recorded traffic can't show it: the rule takes requests made for it";

/** The findings in archives: how often each invariant was exercised, the broken rules, and the skipped exchanges. */
class Findings {
  readonly shown: Partial<Record<RuleId, number>> = {};
  readonly skipped = new Map<Skipped, number>();
  judged = 0;
  /** The number of judged exchanges that are one of an operation. */
  ofOperations = 0;
  private readonly broken = new Map<string, { verdict: Verdict; places: string[] }>();
  private readonly register = loadRegister();

  add(answer: Answer | Skipped, place: string): void {
    if (!(answer instanceof Answer)) return void this.skipped.set(answer, (this.skipped.get(answer) ?? 0) + 1);
    this.judged += 1;
    if (answer.operation) this.ofOperations += 1;
    const { shown, broken } = judgeAnswer(answer);
    for (const id of shown) this.shown[id] = (this.shown[id] ?? 0) + 1;
    for (const { rule, expected, actual } of broken) {
      const key = `${rule} ${expected.replace(/\/\d+/g, '/n')}`;
      const known = this.broken.get(key);
      const found = this.register.get(rule);
      if (known) known.places.push(place);
      else if (found) {
        const verdict = { rule, outcome: judge(found, 'warn'), expected, actual, ...evidenceOf(answer) };
        this.broken.set(key, { verdict, places: [place] });
      }
    }
  }

  get mismatches(): Verdict[] {
    return [...this.broken.values()].map(({ verdict, places }) => {
      const more = places.length > mostNamed ? ` and ${places.length - mostNamed} more` : '';
      return { ...verdict, note: `broken by ${places.slice(0, mostNamed).join(', ')}${more}` };
    });
  }

  /** The judged and skipped exchanges as a sentence. */
  get sentence(): string {
    const left = [...this.skipped].map(([why, count]) => `${count} (${why})`);
    return `Judged ${counted(this.judged, 'recorded exchange')}${left.length > 0 ? `; left out ${left.join(', ')}` : ''}.`;
  }
}

/** Judges archives, writes and prints the reports, and returns the exit code. */
export async function judgeArchives(recorded: Recorded): Promise<number> {
  const output = emptied(recorded.output);
  return publish(await reportOn(recorded), output, 0);
}

/** Judges recorded traffic by every invariant and the document, and sends nothing. */
export async function reportOn({ files, baseUrl, selection }: Omit<Recorded, 'output'>): Promise<Report> {
  const startedAt = new Date();
  const redactor = new Redactor();
  const findings = new Findings();
  for (const file of files) {
    let index = 0;
    for await (const entry of entriesOf(file)) {
      const answer = await answerIn(entry, baseUrl, redactor);
      const at = entry.startedDateTime ? ` at ${entry.startedDateTime}` : '';
      findings.add(answer, `${file}#${++index}${at}`);
    }
  }
  if (findings.ofOperations === 0)
    throw new ConfigurationError(
      `--har: no exchange is one of an operation below ${baseUrl}: --base-url ends with the version prefix, usually /v2. ${findings.sentence}`,
    );
  return redactor.deep(
    assemble({
      cases: casesOf(findings),
      selection,
      facts: {
        target: { name: new URL(baseUrl).host, baseUrl },
        seed: 1,
        startedAt: startedAt.toISOString(),
        durationMs: Date.now() - startedAt.getTime(),
      },
      waivers: [],
      interrupted: false,
      learned: { recorded: findings.sentence },
      partial: true,
    }),
  );
}

/** The findings as a case, and what they leave open as another that counts for the rules which nothing else judges. */
function casesOf({ shown, mismatches }: Findings): CaseRecord[] {
  const open = [...loadRegister().keys()].map((rule): Verdict => {
    return { rule, outcome: 'notApplicable', note: invariantRules.has(rule) ? notShown : notObservable };
  });
  const title = 'recorded traffic';
  return [
    { title, verdicts: [], mismatches, shown, durationMs: 0 },
    { title, verdicts: open, mismatches: [], isProbe: true, durationMs: 0 },
  ];
}
