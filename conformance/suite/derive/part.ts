import type { ContractDocument, OperationSpec } from '../../../spec/document.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import { spellOut } from '../../../spec/trace.ts';
import type { Validators, Violation } from '../../../spec/validators.ts';
import { SchemaNode } from './schema-node.ts';
import type { Invalid, Valid, Variant } from './variant.ts';

/** A part of the requests of an operation from which variants are derived: the body, or a parameter. */
export interface Part {
  in: 'body' | 'path' | 'query' | 'header';
  /** The name of a parameter; empty for the body. */
  name: string;
  node: SchemaNode;
}

/** The place of an operation in the document. */
export function placeOf({ path, method }: OperationSpec): string {
  return `/paths/${pointerStep(path)}/${method}`;
}

/** The parts of the requests of an operation, parameters first. */
export function partsOf({ json }: ContractDocument, operation: OperationSpec): Part[] {
  const at = placeOf(operation);
  const parts: Part[] = operation.parameters.map(({ in: where, name }, index) => {
    const path = spellOut(json, `${at}/parameters/${index}/schema`);
    return { in: where, name, node: SchemaNode.at(json, path, name) };
  });
  if (operation.body) {
    const path = spellOut(json, `${at}/requestBody/content/application~1json/schema`);
    parts.push({ in: 'body', name: '', node: SchemaNode.at(json, path) });
  }
  return parts;
}

/** What a variant is, in words: where it stands and what is special about it. */
export function labelOf({ name, node }: Part, { pointer, label }: Variant): string {
  return `${(node.isText ? name : pointer) || 'the body'}: ${label}`;
}

/** Throws when a value is not what it was derived as: valid as it says, or broken in exactly the one place. */
export function confirm(validators: Validators, { id }: OperationSpec, part: Part, variant: Valid | Invalid): void {
  const check = (value: unknown) => {
    if (part.in === 'body') return validators.requestBody(id, value);
    const result = validators.parameter(id, part.name, String(value));
    return 'violation' in result ? result.violation : undefined;
  };
  const wrong = (violation: Violation | undefined) => {
    const found = violation ? `${violation.pointer} ${violation.message} (${violation.schemaPath})` : 'valid';
    throw new Error(`derived for ${id}, ${part.name}${variant.pointer} ${variant.label}: ${found}`);
  };
  const isInvalid = 'twin' in variant;
  const healthy = check(isInvalid ? variant.twin : variant.value);
  if (healthy) wrong(healthy);
  if (!isInvalid) return;
  const violation = check(variant.value);
  if (!violation || !isOf(variant, violation)) wrong(violation);
}

/** Whether a violation is the one that was meant. What has the type of no form breaks the type of each of them. */
function isOf({ pointer, path, about, missing }: Invalid, violation: Violation): boolean {
  const isSchema = about === 'oneOf' ? violation.schemaPath.startsWith(`${path}/`) : violation.schemaPath === path;
  const place = missing === undefined ? violation.pointer : `${violation.pointer}/${pointerStep(missing)}`;
  const keyword = about === 'oneOf' ? 'type' : about;
  return isSchema && place === pointer && violation.keyword === keyword && violation.missing === missing;
}
