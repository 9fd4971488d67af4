import { isDeepStrictEqual } from 'node:util';
import type { ContractDocument } from '../document.ts';
import type { RuleId } from '../generated/rule-ids.ts';
import { isListOrObject, isObject, type Json } from '../json.ts';
import { ownerOf, statusOwner } from '../ownership.ts';
import { pointerStep } from '../pointer.ts';
import { loadRegister } from '../register.ts';

interface SourceBreach {
  pointer: string;
  rule: RuleId;
}

/** Members that no request or answer is checked by. */
const silent = /^(description|summary|title|tags|examples?|deprecated|x-.*)$/;

/** Finds what a changed document says otherwise than the source. Additions are no breach. */
export function sourceBreaches(contract: ContractDocument, changed: Json): SourceBreach[] {
  const breaches: SourceBreach[] = [];

  function compare(before: unknown, after: unknown, at: string, keyword: string, missing?: string): void {
    if (silent.test(keyword) || isDeepStrictEqual(before, after)) return;
    const below = `${at}/${pointerStep(keyword)}`;
    if (keyword === 'type' && isDeepStrictEqual(withoutNull(before), withoutNull(after))) note(at, 'null');
    else if (keyword === 'required' && Array.isArray(before)) {
      for (const name of before) if (![after].flat().includes(name)) note(at, keyword, name);
    } else if (isObject(before) && isObject(after)) {
      for (const [key, value] of Object.entries(before)) compare(value, after[key], below, key, missing);
    } else if (Array.isArray(before) && before.some(isObject) && Array.isArray(after)) {
      for (const [index, one] of before.entries()) compare(one, counterpart(one, after, index), below, String(index));
    } else note(isListOrObject(before) ? below : at, isListOrObject(before) ? '' : keyword);
  }

  function note(at: string, keyword: string, missing?: string): void {
    const rule = sourceOwner(contract, at, keyword, missing);
    if (rule)
      breaches.push({ pointer: missing === undefined ? `${at}/${pointerStep(keyword)}` : `${at}/${missing}`, rule });
  }

  for (const part of ['paths', 'components']) compare(contract.json[part], changed[part], '', part);
  return breaches;
}

const withoutNull = (type: unknown) => [type].flat().filter((name) => name !== 'null');

/** A parameter stays the same under another name and at another index. */
function counterpart(one: unknown, others: readonly unknown[], index: number): unknown {
  if (!isObject(one) || !('in' in one)) return others[index];
  return others.find((other) => isObject(other) && (other['x-contract-name'] ?? other.name) === one.name);
}

/** The rule of the source that owns a keyword, in a component also through the references to it. */
function sourceOwner(contract: ContractDocument, at: string, keyword: string, missing?: string): RuleId | undefined {
  const [, operation, status] = /^(.*)\/responses\/(\d+)$/.exec(at) ?? [];
  const spec = contract.operations.find(({ path, method }) => `/paths/${pointerStep(path)}/${method}` === operation);
  const [component = ''] = /^\/components\/\w+\/[^/]+/.exec(at) ?? [];
  const used = component === '' ? [] : referencesTo(`#${component}`, contract.json, '');
  const places = [at, ...used.map((from) => `${from}/$ref${at.slice(component.length)}`)];
  const owners = spec
    ? [statusOwner(contract, spec.id, Number(status))]
    : places.map((place) => ownerOf(contract, place, keyword, missing));
  return owners.find((owner) => owner !== undefined && loadRegister().get(owner)?.basis === 'source');
}

function referencesTo(name: string, node: unknown, at: string): string[] {
  if (!isListOrObject(node)) return [];
  const below = Object.entries(node).flatMap(([key, child]) => referencesTo(name, child, `${at}/${pointerStep(key)}`));
  return node.$ref === name ? [at, ...below] : below;
}
