import { type Choices, ours } from '../../../spec/generated/choices.ts';
import type { Profile } from './profile.ts';

type Wire = NonNullable<Profile['wire']>;

/** The names on the wire that a profile may say, each with the choice of a deployment that it is. */
const choices = {
  emailPath: 'emailPath',
  idempotencyHeader: 'keyHeader',
  pageNumber: 'pageNumberName',
  documentTypesPageNumber: 'documentTypesPageName',
  pageSize: 'pageSizeName',
} as const satisfies Record<keyof Wire, keyof Choices>;

const names = Object.entries(choices) as [keyof Wire, (typeof choices)[keyof Wire]][];

/** The choices that the names of a profile are; of those that it does not say, the contract's. Both lists number pages alike. */
export function choicesOfWire(wire: Wire = {}): Pick<Choices, (typeof choices)[keyof Wire]> {
  const said = { ...wire, documentTypesPageNumber: wire.documentTypesPageNumber ?? wire.pageNumber };
  return Object.fromEntries(names.map(([name, choice]) => [choice, said[name] ?? ours[choice]])) as never;
}

/** All names on the wire, by what a deployment chose. */
export function wireOf(chosen: Partial<Choices>): Required<Wire> {
  return Object.fromEntries(names.map(([name, choice]) => [name, chosen[choice] ?? ours[choice]])) as never;
}
