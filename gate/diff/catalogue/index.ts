import { operationRules, securityRules, serverRules } from './documents.ts';
import { headerRules, messageRules, parameterRules } from './messages.ts';
import type { Rule } from './rule.ts';
import { schemaRules } from './schemas.ts';

/** Every rule of the comparison, each once. */
export const catalogue: readonly Rule[] = [
  ...[operationRules, securityRules, serverRules].flatMap((rules): Rule[] => Object.values(rules)),
  ...[messageRules, parameterRules, headerRules, schemaRules]
    .flatMap((rules) => Object.values(rules))
    .flatMap((rule) => [...new Set(Object.values(rule))]),
];
