import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { isListOrObject, isObject, type Json } from '../../spec/json.ts';
import { pointerStep } from '../../spec/pointer.ts';
import { nodeAt } from '../../spec/trace.ts';
import type { OperationId } from '../../spec/types.ts';
import type { SeenRefusal } from '../suite/outcome/seen.ts';

/** The contract's own refusal in the place of one that was seen, as far as it is known. */
export interface OwnRefusal {
  status?: number;
  code?: string;
  title?: string;
}

/** Looks up the contract's own refusals: by the expectations of the checks, then by the examples of the document. */
export class OwnRefusals {
  private readonly titles: ReadonlyMap<string, string>;

  constructor(private readonly document: ContractDocument) {
    this.titles = new Map(errorsIn(document.json).map(({ code, title }) => [code, title]));
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
    // A check that expected a success says nothing of the contract's refusal.
    if (status !== undefined && status < 400) return {};
    const spec = this.specOf(this.operationOf(refusal));
    const code = refusal.expected.code ?? (spec && this.exampleCode(spec, status));
    const title = this.titleOf(code);
    return {
      ...(status !== undefined && { status }),
      ...(code !== undefined && { code }),
      ...(title !== undefined && { title }),
    };
  }

  private specOf(operation: OperationId | undefined): OperationSpec | undefined {
    return this.document.operations.find(({ id }) => id === operation);
  }

  /** The code of all examples of a status. */
  private exampleCode({ path, method }: OperationSpec, status: number | undefined): string | undefined {
    const responses = (nodeAt(this.document.json, `/paths/${pointerStep(path)}/${method}/responses`) ?? {}) as Json;
    const chosen = status === undefined ? [] : errorsIn(this.resolved(responses[status]));
    const codes = new Set(chosen.map(({ code }) => code));
    return codes.size === 1 ? [...codes][0] : undefined;
  }

  /** A node without references. */
  private resolved(node: unknown): unknown {
    if (!isListOrObject(node)) return node;
    if (typeof node.$ref === 'string') return this.resolved(nodeAt(this.document.json, node.$ref.slice(1)));
    return Object.fromEntries(
      Object.entries(node).map(([name, child]) => [name, name === 'schema' ? undefined : this.resolved(child)]),
    );
  }
}

/** The errors of all examples below a node. */
function errorsIn(node: unknown): { code: string; title: string }[] {
  if (!isListOrObject(node)) return [];
  const own = isObject(node) && typeof node.code === 'string' && typeof node.title === 'string';
  const below = Object.values(node).flatMap(errorsIn);
  return own ? [{ code: String(node.code), title: String(node.title) }, ...below] : below;
}
