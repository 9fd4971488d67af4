import { type AnswerRules, deriveCases } from '../../suite/derive/derived-cases.ts';
import { rule, test } from '../../suite/rule.ts';

/** The document has the rules of all refusals and successes, but not those of exact answers. */
const answers: AnswerRules = {
  unknown: 'HTTP-10',
  failed: { status: 'ERR-10', pointer: 'ERR-11', parameter: 'ERR-12' },
  of: { listRecentAiMissionRuns: { status: 'RUN-24', parameter: 'RUN-25' } },
  after: {
    'SIM-18': 'SIM-19',
    'RSV-23': 'RSV-24',
    'EMAIL-THREAD-11': 'EMAIL-THREAD-12',
    'EMAIL-FWD-3': 'EMAIL-FWD-4',
    'EMAIL-FROM-4': 'EMAIL-FROM-4',
    'EMAIL-HDR-3': 'EMAIL-HDR-3',
    'PAGE-9': 'PAGE-9',
    'PAGE-10': 'PAGE-10',
  },
  keys: ['EMAIL-IDEM-5', 'EMAIL-IDEM-6', 'EMAIL-IDEM-7'],
};

for (const { rules, title, options, body } of deriveCases(answers)) test(...rule(rules, title, options, body));
