import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { isListOrObject, type Json } from '../../spec/json.ts';
import { nodeAt, pointerStep } from '../../spec/pointer.ts';
import type { OperationId } from '../../spec/types.ts';
import type { SeenRefusal } from '../suite/outcome/seen.ts';

/** The contract's own refusal of the same request, as far as it is known. */
export type OwnRefusal = { [Field in 'status' | 'code' | 'title']?: SeenRefusal[Field] | undefined };

/** Looks up the contract's own refusals: by the expectations of the checks, then by the examples of the document. */
export class OwnRefusals {
  private readonly titles: ReadonlyMap<string, string>;

  constructor(private readonly document: ContractDocument) {
    this.titles = new Map(errorsIn(document.json, document.json.paths).map(({ code, title }) => [code, title]));
  }

  /** The operation whose entry counts: of an alias, its original. */
  operationOf({ operation }: Pick<SeenRefusal, 'operation'>): OperationId | undefined {
    return this.specOf(operation)?.aliasOf ?? operation;
  }

  /** The contract's title for a code. */
  titleOf(code: string | undefined): string | undefined {
    return code === undefined ? undefined : this.titles.get(code);
  }

  of(refusal: SeenRefusal): OwnRefusal {
    const { status } = refusal.expected;
    // A check that expected a success does not show the contract's refusal.
    if (status !== undefined && status < 400) return {};
    const spec = this.specOf(this.operationOf(refusal));
    const code = refusal.expected.code ?? (spec && this.exampleCode(spec, status));
    return { status, code, title: this.titleOf(code) };
  }

  private specOf(operation: OperationId | undefined): OperationSpec | undefined {
    return this.document.operations.find(({ id }) => id === operation);
  }

  /** The code of all examples of a status. */
  private exampleCode({ path, method }: OperationSpec, status: number | undefined): string | undefined {
    const { json } = this.document;
    const response = nodeAt(json, `/paths/${pointerStep(path)}/${method}/responses/${status}`);
    const codes = new Set(errorsIn(json, response).map(({ code }) => code));
    return codes.size === 1 ? [...codes][0] : undefined;
  }
}

/** The errors of all examples below a node, references followed. */
function errorsIn(json: Json, node: unknown): { code: string; title: string }[] {
  if (!isListOrObject(node)) return [];
  if (typeof node.$ref === 'string') return errorsIn(json, nodeAt(json, node.$ref.slice(1)));
  const { schema: _, code, title, ...others } = node;
  const own = typeof code === 'string' && typeof title === 'string' ? [{ code, title }] : [];
  return [...own, ...Object.values(others).flatMap((child) => errorsIn(json, child))];
}
