import { isDeepStrictEqual } from 'node:util';
import type { ContractDocument, OperationSpec } from '../document.ts';
import { isObject, type Json } from '../json.ts';
import { ownerOf, refusalOwner, statusOwner } from '../ownership.ts';
import { pointerStep } from '../pointer.ts';
import { loadRegister } from '../register.ts';
import { follow } from '../trace.ts';

/** Keywords that no request or answer is checked by. */
const silent = /^(description|summary|title|tags|examples?|deprecated|operationId|x-.*)$/;

interface Place {
  pointer: string;
  /** The way to it from the operation, with a step `$ref` for each reference. */
  way: string;
  /** The parameter, or the pointer into the body, that it describes; undefined outside requests, and where handlers expect nothing. */
  value?: string | undefined;
  isGone?: boolean;
}

/**
 * Finds what a changed contract says against a rule of the source, and what its requests lack although handlers rely on it: required
 * members, types and the smallest values of parameters. Additions are no flaw.
 */
export function overlayFlaws(contract: ContractDocument, changed: ContractDocument): string[] {
  const breaches: string[] = [];
  const needs: string[] = [];

  function compare(spec: OperationSpec, before: Json, after: unknown, place: Place): void {
    let { pointer, way, value, isGone = false } = place;
    if (!isObject(after) && !isGone) noteBreach('');
    isGone ||= !isObject(after);
    if (typeof before.$ref === 'string') {
      const target = { pointer: before.$ref.slice(1), way: `${way}/$ref`, value, isGone };
      compare(spec, follow(contract.json, before, '$ref') as Json, after, target);
      return;
    }
    if (isObject(after) && '$ref' in after) {
      compare(spec, before, follow(changed.json, after, '$ref'), place);
      return;
    }
    if (typeof before.in === 'string') value = String(before.name);
    if (before.readOnly === true || before['x-lenient'] === true) value = undefined;
    if (after === false || (isGone && value === undefined)) return;
    const found = isObject(after) ? after : {};

    for (const [keyword, wanted] of Object.entries(before)) {
      if (silent.test(keyword)) continue;
      const is = found[keyword];
      if (isObject(wanted) && keyword === 'properties')
        for (const [name, child] of Object.entries(wanted))
          below(child, (is as Json | undefined)?.[name], [keyword, name], `/${name}`);
      else if (isObject(wanted))
        below(wanted, is, [keyword], /^(items|additionalProperties)$/.test(keyword) ? '/*' : '');
      else if (Array.isArray(wanted) && wanted.some(isObject))
        for (const [index, child] of wanted.entries())
          below(child, counterpart(child, [is ?? []].flat(), index), [keyword, String(index)]);
      else compareKeyword(keyword, wanted, is);
    }

    function below(child: unknown, is: unknown, steps: string[], part = ''): void {
      const step = steps.map((one) => `/${pointerStep(one)}`).join('');
      const within = value === undefined ? undefined : value + part;
      const start = steps[0] === 'requestBody' ? '' : within;
      compare(spec, child as Json, is, { pointer: pointer + step, way: way + step, value: start, isGone });
    }

    function compareKeyword(keyword: string, wanted: unknown, is: unknown): void {
      if (keyword === 'required' && Array.isArray(wanted))
        for (const name of wanted.filter((one) => ![is].flat().includes(one))) {
          noteBreach(keyword, name);
          if (value !== undefined) needs.push(`${value}/${name}`);
        }
      else if (keyword === 'type' && isDeepStrictEqual(withoutNull(wanted), withoutNull(is))) {
        if (!isDeepStrictEqual(wanted, is)) noteBreach('null');
      } else if (!isDeepStrictEqual(wanted, is)) noteBreach(keyword);
      if (value === undefined) return;
      if (keyword === 'type' && !isReadable(value, [wanted].flat(), is))
        needs.push(`the type of ${value || 'the body'}`);
      if (keyword === 'minimum' && /^[^/]/.test(value) && !(Number(is) >= Number(wanted)))
        needs.push(`a minimum of ${value}`);
    }

    function noteBreach(keyword: string, missing?: string): void {
      const [, status] = /\/responses\/(\d+)$/.exec(way) ?? [];
      const isAnswer = way.includes('/responses/');
      const owner =
        status !== undefined && keyword === ''
          ? statusOwner(contract, spec.id, Number(status))
          : (isAnswer ? ownerOf : refusalOwner)(contract, way, keyword, missing);
      if (isGone || loadRegister().get(owner as never)?.basis !== 'source') return;
      breaches.push(`changes ${pointer}${keyword && `/${missing ?? pointerStep(keyword)}`} (${owner}, source)`);
    }
  }

  for (const spec of contract.operations) {
    const own = changed.operations.find(({ id }) => id === spec.id) as OperationSpec;
    const way = `/paths/${pointerStep(spec.path)}/${spec.method}`;
    compare(spec, nodeOf(contract, spec), nodeOf(changed, own), { pointer: way, way });
  }
  return [...breaches, ...needs.map((need) => `the mock needs ${need} in requests`)];
}

function nodeOf({ json }: ContractDocument, { path, method }: OperationSpec): Json {
  return (json.paths as Record<string, Record<string, Json>>)[path]?.[method] as Json;
}

const withoutNull = (type: unknown) => [type].flat().filter((name) => name !== 'null');

/** True for types that handlers can read: they read any value of a boolean and any tag. */
function isReadable(value: string, wanted: readonly unknown[], is: unknown): boolean {
  const types = [is ?? []].flat();
  return (
    wanted.includes('boolean') ||
    value === '/tags/*' ||
    (types.length > 0 && types.every((type) => wanted.includes(type)))
  );
}

/** A parameter stays the same under another name and at another index. */
function counterpart(one: unknown, others: readonly unknown[], index: number): unknown {
  if (!isObject(one) || !('in' in one)) return others[index];
  return others.find((other) => isObject(other) && (other['x-contract-name'] ?? other.name) === one.name);
}
