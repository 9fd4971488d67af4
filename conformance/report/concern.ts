import { grouped } from '../../spec/grouped.ts';
import type { RuleReport } from './report.ts';

const concerns: Record<string, string> = {
  AUTH: 'Authentication',
  ERR: 'Error bodies',
  PAGE: 'Pagination',
  SIM: 'SIM notifications',
  RSV: 'Number reservations',
  DIR: 'Document types',
  RUN: 'Mission runs',
  'EMAIL-ANS': 'Email: answer',
  'EMAIL-FROM': 'Email: sender',
  'EMAIL-RCPT': 'Email: recipients',
  'EMAIL-SUBJ': 'Email: subject',
  'EMAIL-TMPL': 'Email: templates',
  'EMAIL-WO': 'Email: write-only fields',
  'EMAIL-SCHED': 'Email: scheduling',
  'EMAIL-SAND': 'Email: sandbox',
  'EMAIL-SUPP': 'Email: suppression',
  'EMAIL-TRACK': 'Email: tracking',
  'EMAIL-GROUP': 'Email: unsubscribe groups',
  'EMAIL-HDR': 'Email: custom headers',
  'EMAIL-THREAD': 'Email: threading',
  'EMAIL-FWD': 'Email: forwarding',
  'EMAIL-IDEM': 'Email: idempotency',
  'EMAIL-GET': 'Email: reading',
  'EMAIL-ALIAS': 'Email: alias',
  'EMAIL-ATT': 'Email: attachments',
  VER: 'Versioning',
};

/** The rules of each concern, by the prefix of their ids. */
export function byConcern(rules: readonly RuleReport[]): Map<string, RuleReport[]> {
  return grouped(rules, ({ id }) => {
    const prefix = id.replace(/-\d+$/, '');
    return concerns[prefix] ?? prefix;
  });
}
