import { pointerStep } from '../../spec/pointer.ts';
import type { OperationId, ResponseBody } from '../../spec/types.ts';
import type { RequestViolation } from '../../spec/validators.ts';
import { type AnyAnswer, answer, type ErrorCode, refuse } from './answer.ts';
import type { CheckedRequest, Fault } from './check.ts';

/** The code of a validation failure: reservations know one code only. */
export function validationCode(operation: OperationId): ErrorCode {
  return operation === 'createNumberReservation' ? '10007' : '10015';
}

/** The answer to a request that has faults, in the error body of its operation; undefined when it has none. */
export function refuseFaults({ operation, faults }: CheckedRequest): AnyAnswer | undefined {
  const [first] = faults;
  if (!first) return undefined;
  if (operation.id === 'listRecentAiMissionRuns') return refuseQuery(faults);
  const code = validationCode(operation.id);
  if ('detail' in first) return refuse(first.status, { code, detail: first.detail }, ...first.rules);
  const { violation } = first;
  const place = placeOf(violation);
  const subject = violation.in === 'body' ? '' : `The ${violation.in} parameter ${violation.parameter} `;
  return refuse(422, { code, detail: `${subject}${violation.message}`, ...place }, ...first.rules);
}

function placeOf(violation: RequestViolation): { pointer?: string; parameter?: string | undefined } {
  if (violation.in === 'body') return { pointer: violation.pointer + missingMember(violation) };
  return violation.in === 'query' ? { parameter: violation.parameter } : {};
}

/** A missing member is pointed at where it would stand. */
function missingMember({ keyword, params }: RequestViolation): string {
  return keyword === 'required' ? `/${pointerStep(String(params.missingProperty))}` : '';
}

/** Listing mission runs has a validation body of its own (source document, Endpoints 4). */
function refuseQuery(faults: readonly Fault[]): AnyAnswer {
  const detail = faults.flatMap((fault) => ('violation' in fault ? [describe(fault.violation)] : []));
  const body: ResponseBody<'listRecentAiMissionRuns', 422> = { detail };
  return answer(422, body, 'RUN-23', 'RUN-24', 'RUN-25');
}

const kinds: Record<string, { type: string; msg: (limit: unknown) => string }> = {
  minimum: { type: 'greater_than_equal', msg: (limit) => `Input should be greater than or equal to ${limit}` },
  maximum: { type: 'less_than_equal', msg: (limit) => `Input should be less than or equal to ${limit}` },
};

function describe({ in: part, parameter = '', keyword, params }: RequestViolation) {
  const kind = kinds[keyword];
  if (kind) return { loc: [part, parameter], msg: kind.msg(params.limit), type: kind.type };
  if (params.type === 'integer') {
    const msg = 'Input should be a valid integer, unable to parse string as an integer';
    return { loc: [part, parameter], msg, type: 'int_parsing' };
  }
  return { loc: [part, parameter], msg: 'Input should be a valid string', type: 'string_type' };
}
