import { derivedCases } from '../suite/derive/derived-cases.ts';
import { rule } from '../suite/rule.ts';

for (const { rules, title, options, body } of derivedCases()) rule(rules, title, options, body);
