import { Locator, type Place, placeText } from '../../spec/locator.ts';
import { parseYaml } from '../../spec/yaml.ts';
import { InputError } from '../diff/index.ts';

/** A change of the contract that somebody answers for, though it breaks clients. */
export interface Acceptance {
  /** The rule of the finding. */
  rule: string;
  /** Where the finding is, list entries by name. */
  pointer: string;
  reason: string;
  owner: string;
}

/** The rule under which the calls of a consumer are acknowledged; the step `consumers` looks after these entries. */
export const consumerRule = 'consumer-calls';

/** An acceptance, and its place. */
export interface PlacedAcceptance extends Acceptance {
  place: Place;
  /** Its number in the list, from 0. */
  index: number;
}

/** What an entry says. */
export const fields = ['rule', 'pointer', 'reason', 'owner'] as const;

/** Reads the text of `spec/accepted-changes.yaml`. Throws an InputError that names the line of what is wrong with it. */
export function readAccepted(text: string, file: string): PlacedAcceptance[] {
  const content = parseYaml(text, file) as { changes?: unknown } | null;
  const locator = new Locator(file, text);
  const refuse = (pointer: string, message: string): never => {
    throw new InputError(`${placeText(locator.at(pointer))}: ${message}`);
  };
  const { changes } = content ?? {};
  if (!Array.isArray(changes)) return refuse('', 'has no list `changes`');
  return changes.map((entry: unknown, index) => {
    const at = `/changes/${index}`;
    if (typeof entry !== 'object' || entry === null) return refuse(at, `an entry has ${fields.join(', ')}`);
    const acceptance = entry as Acceptance;
    for (const field of fields) {
      const value: unknown = acceptance[field];
      if (typeof value !== 'string' || value.trim() === '') return refuse(at, `the entry has no ${field}`);
    }
    const unknown = Object.keys(entry).find((key) => !fields.includes(key as keyof Acceptance));
    if (unknown) return refuse(`${at}/${unknown}`, `an entry has no ${unknown}, only ${fields.join(', ')}`);
    return { ...acceptance, place: locator.at(at), index };
  });
}
