const names: Record<string, string> = {
  AUTH: 'Authentication',
  HTTP: 'HTTP',
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

/** The concern that a rule belongs to, by the prefix of its id. */
export function concernOf(id: string): string {
  const prefix = id.replace(/-\d+$/, '');
  return names[prefix] ?? prefix;
}
