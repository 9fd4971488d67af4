import type { ContractDocument, OperationSpec } from '../document.ts';
import { ours } from '../generated/choices.ts';
import type { Json } from '../json.ts';
import { pointerStep } from '../pointer.ts';
import { loadRegister } from '../register.ts';
import { nodeAt } from '../trace.ts';
import { type Action, drop, merge } from './action.ts';
import type { Deployment } from './deployment.ts';
import { successOf } from './described-member.ts';
import { answerFormOf, formsWithin } from './form-of.ts';

/** The statuses of a deployment's answers, declared where ours are; and that lists of errors may be empty, where they are. */
export function statusActions(deployment: Deployment, document: ContractDocument): Action[] {
  const forms = Object.values(deployment.refusals).flatMap((form) => formsWithin(form).map(([, one]) => one));
  return [
    ...document.operations.flatMap((spec) => statusesOf(deployment, document, spec)),
    ...(forms.some(({ body }) => body === 'empty') ? emptyLists(document) : []),
  ];
}

function statusesOf(deployment: Deployment, { json }: ContractDocument, spec: OperationSpec): Action[] {
  const declared = nodeAt(json, `/paths/${pointerStep(spec.path)}/${spec.method}/responses`) as Json;
  const { emailPath = ours.emailPath } = deployment.choices;
  const path = spec.path === ours.emailPath ? emailPath : spec.path;
  const at = `/paths/${pointerStep(path)}/${spec.method}/responses`;
  const success = successOf(spec);
  const { status = success, where = {} } = answerFormOf(deployment, spec) ?? {};
  const wanted = String(status);
  const moved = [merge(at, { [wanted]: declared[success] }), drop(`${at}/${success}`)];
  const added = [...refusalStatuses(deployment, spec)].filter((status) => !(status in declared));
  const others = [...new Set(Object.values(where).map(String))].filter((one) => one !== wanted && one !== success);
  return [
    ...others.map((one) => merge(at, { [one]: declared[success] })),
    // Ours stays declared where some situation has it.
    ...(wanted === success ? [] : Object.values(where).map(String).includes(success) ? moved.slice(0, 1) : moved),
    ...added.map((status) => merge(at, { [status]: declared.default })),
  ];
}

/** The statuses with which an operation refuses. */
function refusalStatuses({ refusals }: Deployment, { id, aliasOf }: OperationSpec): Set<string> {
  const register = loadRegister();
  const statuses = Object.entries(refusals).flatMap(([rule, { on, ...form }]) => {
    const operations = [register.get(rule as never)?.operation ?? []].flat() as string[];
    const isAbout = ['all', id, aliasOf].some((name) => name !== undefined && operations.includes(name));
    const own = on?.[id] ?? (aliasOf && on?.[aliasOf]);
    const said = isAbout || own ? formsWithin({ ...form, ...own }) : [];
    return said.map(([, { status }]) => status);
  });
  return new Set(statuses.filter((status) => status !== undefined).map(String));
}

function emptyLists({ json }: ContractDocument): Action[] {
  const lists = { ErrorBody: 'errors', EmailUnprocessableBody: 'errors', ValidationErrorBody: 'detail' };
  return Object.entries(lists)
    .map(([schema, list]) => `/components/schemas/${schema}/properties/${list}/minItems`)
    .filter((pointer) => nodeAt(json, pointer) !== undefined)
    .map(drop);
}
