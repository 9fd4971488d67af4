import type { ContractDocument } from '../../spec/document.ts';
import type { Question } from './questions.ts';
import type { Verdicts } from './verdicts.ts';

type Explains = (question: Question, verdicts: Verdicts, lenient: ReadonlySet<string>) => boolean;

/** Why stock Prism says something else, where that is a known fault or limit of it; undefined where nothing explains it. */
export function reasonFor(question: Question, verdicts: Verdicts, lenient: ReadonlySet<string>): string | undefined {
  return reasons.find(([, explains]) => explains(question, verdicts, lenient))?.[0];
}

/** The members that the contract marks `x-lenient`: it says what they should be, and takes anything. */
export function lenientMembers({ json }: ContractDocument): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: unknown, name = ''): void => {
    if (typeof node !== 'object' || node === null) return;
    if ((node as Record<string, unknown>)['x-lenient'] === true) names.add(name);
    for (const [key, child] of Object.entries(node)) visit(child, key);
  };
  visit(json);
  return names;
}

const reasons: readonly (readonly [string, Explains])[] = [
  [
    'Prism takes the scheme of credentials for case-sensitive; HTTP does not (RFC 9110, 11.1)',
    (question) =>
      question.kind === 'credentials' &&
      /^bearer /i.test(question.authorization ?? '') &&
      !question.authorization?.startsWith('Bearer '),
  ],
  [
    'Prism takes a body of null for none',
    (question, { ours }) => question.kind === 'request' && question.body === null && ours.length > 0,
  ],
  [
    'Prism takes an empty query parameter for none',
    (question, { ours }) =>
      question.kind === 'request' && ours.length > 0 && Object.values(question.query).includes(''),
  ],
  [
    'Prism takes every text for an integer that JavaScript makes one of, such as 2. or 1e1',
    (question, { ours }) =>
      question.kind === 'request' && ours.length > 0 && Object.values(question.query).some(isIntegerToJavaScriptOnly),
  ],
  [
    'Prism does not know x-lenient',
    (question, { ours, stock }, lenient) =>
      question.kind === 'request' &&
      ours.length === 0 &&
      stock.every((finding) => finding.split(/[ .]/).some((step) => lenient.has(step))),
  ],
];

function isIntegerToJavaScriptOnly(text: string): boolean {
  return text.trim() !== '' && Number.isInteger(Number(text)) && !/^-?\d+$/.test(text);
}
