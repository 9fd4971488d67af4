// conformance/settle/: writes the deployment file of a target, and finds drift from one.
import { Document, type Pair, Scalar, visit, YAMLMap } from 'yaml';
import { checkDeployment } from '../../spec/deployment/read.ts';
import type { ContractDocument } from '../../spec/document.ts';
import { defaultChoices } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { isListOrObject, isObject, type Json, parsePointer, readPointer, toParentPointer } from '../../spec/json.ts';
import { checkChoice, collectChoices, loadRegister } from '../../spec/register.ts';
import type { Seen } from '../suite/outcome/seen.ts';
import type { fillWireNames } from '../suite/target/target.ts';
import { settleAnswers } from './answers.ts';
import { makeRelaxations, makeRenames, makeRewordings, makeTextMembers } from './overlay.ts';
import { settleRefusals } from './refusals.ts';

/**
 * The deployment file of a target with these names on the wire. Decisions that differ from the contract are entries, the
 * rest is comments. `settled` is the time and the target of the run.
 */
export function formatDeployment(
  seen: Seen,
  names: ReturnType<typeof fillWireNames>,
  settled: string,
  contract: ContractDocument,
): string {
  const refusals = settleRefusals(seen, contract);
  const answers = settleAnswers(seen.successes, contract);
  const overlay = [
    ...makeRenames(names),
    ...makeRelaxations(seen.variants, contract),
    ...makeRewordings(seen.choices, contract),
    ...makeTextMembers(seen.successes, contract),
  ];
  const choices = settleChoices(seen);
  const file = {
    contract: contract.version,
    settled,
    refusals: refusals.entries,
    answers: Object.fromEntries(answers.map(({ id, entry }) => [id, entry])),
    overlay,
    choices: choices.entries,
  };
  const wrong = removeFlaws(file, contract);
  dropEmpty(file.refusals);
  dropEmpty(file.answers);
  const filled = Object.entries(file).filter(([, part]) => Object.keys(part).length > 0);
  const document = new Document(Object.fromEntries(filled));
  const comment = [
    ...wrong,
    ...Object.entries(refusals.others).flatMap(([key, examples]) =>
      examples.map((example) => ` ${key}, also: ${example}`),
    ),
    ...answers.flatMap(({ id, others }) => (others.length > 0 ? [` ${id}, not settled: ${others.join('; ')}`] : [])),
    ...(choices.unseen.length > 0 ? [` choices that were not seen: ${choices.unseen.join(', ')}`] : []),
  ];
  if (comment.length > 0) document.comment = comment.join('\n');
  writeFlow(document);
  return document.toString({ lineWidth: 0, flowCollectionPadding: true, singleQuote: true });
}

/** Removes entries that a deployment file can't have, and returns a comment for each. */
function removeFlaws(file: object, contract: ContractDocument): string[] {
  const comments: string[] = [];
  for (;;) {
    const checked = checkDeployment(structuredClone(file), contract);
    if (!Array.isArray(checked)) return comments;
    const [{ pointer, message }] = checked;
    const holder = readPointer(file, toParentPointer(pointer));
    const name = parsePointer(pointer).at(-1) ?? '';
    let place = pointer;
    if (Array.isArray(holder)) place = String(holder.splice(Number(name), 1).map((entry) => entry?.target ?? entry)[0]);
    else if (isObject(holder) && name in holder) delete holder[name];
    else throw new Error(`a settled file is refused: ${pointer} ${message}`);
    const reason = message.endsWith(', source)') ? 'the source fixes it' : "the mock can't check it";
    if (!message.includes('leads nowhere')) comments.push(` not settled, as ${reason}: ${place}`);
  }
}

/** Removes empty fields, and entries without a field. The entry for unknown parameters needs none. */
function dropEmpty(entries: Readonly<Record<string, object>>): void {
  for (const [key, entry] of Object.entries(entries as Record<string, Json>)) {
    for (const [field, value] of Object.entries(entry)) if (isEmpty(value)) delete entry[field];
    if (isEmpty(entry) && !key.startsWith('HTTP-11@')) delete (entries as Json)[key];
  }
}

const isEmpty = (value: unknown) => isListOrObject(value) && Object.keys(value).length === 0;

function settleChoices({ choices }: Seen): { entries: Record<string, string | number>; unseen: string[] } {
  const entries: Record<string, string | number> = {};
  const unseen: string[] = [];
  for (const [name, choice] of collectChoices(loadRegister())) {
    const word = choices[name];
    if (word === undefined || checkChoice(choice, word) !== undefined) unseen.push(name);
    else if (word !== defaultChoices[name as keyof typeof defaultChoices]) entries[name] = word;
  }
  return { entries, unseen };
}

/** Writes each entry in one line, with the sentence of its rule. */
function writeFlow(document: Document): void {
  const register = loadRegister();
  const choices = collectChoices(register);
  let previous = '';
  visit(document, {
    Pair(_, { key, value }: Pair, path) {
      if (path.filter((node) => node instanceof YAMLMap).length < 2) return undefined;
      if (value instanceof YAMLMap) value.flow = true;
      const name = String(key instanceof Scalar ? key.value : key);
      const [rule = ''] = name.split('@');
      const statement = rule === previous ? undefined : register.get(rule as RuleId)?.statement;
      previous = rule;
      const about = statement === undefined ? choices.get(name)?.about : findSubject(statement);
      if (about && (value instanceof YAMLMap || value instanceof Scalar)) value.comment = ` ${about}`;
      return visit.SKIP;
    },
    Seq(_, { items }) {
      for (const item of items) if (item instanceof YAMLMap) item.flow = true;
      return visit.SKIP;
    },
  });
}

/** The request that a rule is about: the first part of its sentence. */
function findSubject(statement: string): string {
  const [subject = ''] = statement.split(/ (?:is|are) (?:answered|refused|accepted|ignored)| carr(?:y|ies) |: |, | \(/);
  return subject.replace(/[.]$/, '');
}
