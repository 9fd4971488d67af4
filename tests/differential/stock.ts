import { getHttpOperationsFromSpec, type IHttpRequest } from '@stoplight/prism-http';
import stockRouter from '@stoplight/prism-http/dist/router/index.js';
import { validateInput, validateOutput, validateSecurity } from '@stoplight/prism-http/dist/validator/index.js';
import { DiagnosticSeverity } from '@stoplight/types';
import * as Either from 'fp-ts/lib/Either.js';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { AnswerQuestion, RequestQuestion, RouteQuestion } from './questions.ts';

/** What the components say that Prism brings along; each gives what it finds wrong. */
export interface Stock {
  /** The status of a path or a method that there is not; 401 where an operation asks for credentials. */
  route(question: RouteQuestion): 401 | 404 | 405;
  request(question: RequestQuestion): string[];
  answer(question: AnswerQuestion): string[];
  /** Whether there are credentials at all: Prism knows no keys. */
  hasCredentials(operation: OperationSpec, authorization: string | undefined): boolean;
}

type Findings = Either.Either<
  readonly { message: string; severity: DiagnosticSeverity; path?: readonly unknown[] }[],
  unknown
>;

/** Loads the components as `prism mock` uses them. */
export async function loadStock(document: ContractDocument): Promise<Stock> {
  const resources = await getHttpOperationsFromSpec(structuredClone(document.json));
  const resourceOf = ({ method, path }: OperationSpec) => {
    const found = resources.find((resource) => resource.method === method && resource.path === path);
    if (!found) throw new Error(`Prism does not know ${method} ${path}`);
    return found;
  };

  return {
    route({ method, path }) {
      const input = { method: method.toLowerCase() as IHttpRequest['method'], url: { path } };
      const found = stockRouter.default({ resources, input });
      if (Either.isRight(found)) return 401;
      return found.left.name.endsWith('#NO_METHOD_MATCHED_ERROR') ? 405 : 404;
    },
    request({ operation, params, query, body }) {
      const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
      const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': '1' };
      const element = { method: operation.method as IHttpRequest['method'], url: { path, query }, headers, body };
      return errorsOf(validateInput({ resource: resourceOf(operation), element }));
    },
    answer({ operation, status, body }) {
      const element = { statusCode: status, headers: { 'content-type': 'application/json' }, body };
      return errorsOf(validateOutput({ resource: resourceOf(operation), element }));
    },
    hasCredentials(operation, authorization) {
      const headers = authorization === undefined ? {} : { authorization };
      const element = { method: operation.method as IHttpRequest['method'], url: { path: operation.path }, headers };
      return Either.isRight(validateSecurity({ resource: resourceOf(operation), element }));
    },
  };
}

function errorsOf(findings: Findings): string[] {
  if (Either.isRight(findings)) return [];
  const errors = findings.left.filter(({ severity }) => severity === DiagnosticSeverity.Error);
  return errors.map(({ message, path = [] }) => `${path.join('.')} ${message}`);
}
