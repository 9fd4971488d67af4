import type { Context, Pair } from '../context.ts';
import { showRemovedOperation } from '../example/examples.ts';
import type { Operation } from '../normalise/operation.ts';
import { namesIn } from '../normalise/parameter.ts';
import { compareBodies } from './bodies.ts';
import { compareParameters } from './parameters.ts';
import { compareResponses } from './responses.ts';
import { compareSecurity } from './security.ts';
import { compareServers } from './servers.ts';

/** Compares two lists of operations: of documents, or the callbacks of an operation. */
export function compareOperations(context: Context, base: readonly Operation[], revision: readonly Operation[]): void {
  const byKey = new Map(revision.map((operation) => [operation.key, operation]));
  for (const operation of base) {
    const partner = byKey.get(operation.key);
    if (partner) compareOperation(context, { base: operation, revision: partner });
    else removed(context, operation, revision);
  }
  const known = new Set(base.map(({ key }) => key));
  for (const operation of revision) if (!known.has(operation.key)) added(context, operation);
}

function compareOperation(context: Context, pair: Pair): void {
  const { base, revision } = pair;
  compareNames(context, pair);
  compareParameters(context, pair, base.parameters, revision.parameters, { message: 'request' });
  compareBodies(context, pair);
  compareResponses(context, pair);
  compareSecurity(context, pair);
  compareServers(context, pair);
  compareOperations(context, base.callbacks, revision.callbacks);
}

function removed(context: Context, operation: Operation, revision: readonly Operation[]): void {
  const { sender, method, path, label, at } = operation;
  const moved = revision.find(({ id }) => id !== undefined && id === operation.id);
  const what = sender === 'client' ? `calls ${method} ${path}` : `waits for the request ${method} ${path}`;
  const end = sender === 'client' ? 'finds nothing there' : 'never gets it';
  context.changes.add({
    level: 'breaking',
    rule: sender === 'client' ? 'operation-removed' : `${kindOf(operation)}-removed`,
    operation: label,
    direction: sender === 'client' ? 'request' : 'response',
    pointer: at,
    basePointer: at,
    message: `Who ${what} ${end} any more${moved ? `: it is ${moved.method} ${moved.path} now` : ''}.`.replace(
      'nothing there any more',
      'nothing there',
    ),
    show: () => showRemovedOperation(context, operation),
  });
}

function added(context: Context, operation: Operation): void {
  const { sender, method, path, label, at } = operation;
  context.changes.add({
    level: 'safe',
    rule: sender === 'client' ? 'operation-added' : `${kindOf(operation)}-added`,
    operation: label,
    direction: sender === 'client' ? 'request' : 'response',
    pointer: at,
    message: `${method} ${path} is new.`,
    bump: 'minor',
  });
}

function kindOf({ key }: Operation): string {
  return key.includes(' callback ') ? 'callback' : 'webhook';
}

/** What generated code is named after. */
function compareNames(context: Context, { base, revision }: Pair): void {
  const { changes } = context;
  const common = { operation: base.label, direction: 'client', level: 'soft' } as const;
  if (base.id !== revision.id) {
    const heir = revision.id === undefined ? '' : `: it is called ${revision.id}`;
    changes.add({
      ...common,
      rule: 'operation-id-changed',
      pointer: `${revision.at}/operationId`,
      basePointer: `${base.at}/operationId`,
      message: `Code that is generated anew does not call the operation ${base.label} any more${heir}.`,
    });
  }
  const [before, now] = [namesIn(base.path), namesIn(revision.path)];
  for (const [index, name] of before.entries()) {
    const other = now[index];
    if (other === undefined || other === name || base.template !== revision.template) continue;
    changes.add({
      ...common,
      rule: 'path-parameter-renamed',
      pointer: revision.parameters.get(`path:${index}`)?.at ?? revision.at,
      basePointer: base.parameters.get(`path:${index}`)?.at ?? base.at,
      message: `Code that is generated anew calls the path parameter \`${name}\` \`${other}\`; the address stays.`,
    });
  }
  if ([...base.tags].sort().join('\n') !== [...revision.tags].sort().join('\n')) {
    changes.add({
      ...common,
      rule: 'tags-changed',
      pointer: `${revision.at}/tags`,
      basePointer: `${base.at}/tags`,
      message: `Code that is generated anew has ${base.label} in another place: its tags were ${base.tags.join(', ') || 'none'} and are ${revision.tags.join(', ') || 'none'}.`,
    });
  }
  if (base.deprecated !== revision.deprecated) {
    changes.add({
      ...common,
      level: revision.deprecated ? 'soft' : 'safe',
      rule: revision.deprecated ? 'operation-deprecated' : 'operation-no-longer-deprecated',
      pointer: `${revision.at}/deprecated`,
      basePointer: base.at,
      message: revision.deprecated
        ? `${base.label} is deprecated: who uses it has to plan for its end.`
        : `${base.label} is no longer deprecated.`,
    });
  }
}
