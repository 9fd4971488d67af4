import { derivedCases } from '../../suite/derive/derived-cases.ts';
import { rule, test } from '../../suite/rule.ts';

for (const { rules, title, options, body } of derivedCases()) test(...rule(rules, title, options, body));
