import type { Conditions } from './conditions.ts';

/**
 * The expected result of a run under some conditions. Conditions never add a failure or a warning.
 */
export interface Wanted {
  /** One of these. */
  exitCodes: readonly number[];
  /** Rules that may be BLOCKED or INCONCLUSIVE under the conditions. */
  mayBeBlocked?: RegExp;
  /** The number of rules that may be in ERROR, because each attempt was disturbed. */
  errors?: number;
  /** A text of the output. */
  says?: RegExp;
  /** The target is reachable at the end, so that the run puts everything back. */
  isPutBack?: boolean;
  withinSeconds?: number;
  /** The largest number of lines of the output. */
  withinLines?: number;
}

/** One difference between staging and a server on the same machine. */
export interface Scenario {
  conditions: Conditions;
  /** The number of runs in a row; the last one counts. */
  runs?: number;
  /** The number of updates of the notification after which an earlier run was killed. */
  killedAfterUpdates?: number;
  /** Requests a second that the profile allows; the suite's default when null. */
  profileRate?: number | null;
  wanted: Wanted;
}

const green: Wanted = { exitCodes: [0], isPutBack: true };
/** The run waits for some silent seconds, then ends with the reason. It may end with the code for what could not be put back. */
const cutShort: Wanted = {
  exitCodes: [3, 4],
  errors: Number.POSITIVE_INFINITY,
  says: /stopped answering/i,
  withinLines: 100,
};
/** Held numbers are no fault; rules that need free ones can't be judged. */
const someBlocked: Wanted = { exitCodes: [0, 3], isPutBack: true, mayBeBlocked: /^(RSV-\d+|HTTP-10|AUTH-2)$/ };

/** Every scenario by its name, with the verdicts that a conforming server gets. */
export const scenarios: Record<string, Scenario> = {
  calm: { conditions: {}, wanted: green },
  'third run': { conditions: { numbers: { named: 10, held: 0 } }, runs: 3, wanted: someBlocked },
  'numbers held': { conditions: { numbers: { named: 10, held: 5 } }, wanted: someBlocked },
  'all numbers held': {
    conditions: { numbers: { named: 10, held: 10 } },
    wanted: { ...someBlocked, says: /held until|free (again )?(at|in)/i },
  },
  replicas: { conditions: { replicaBehindMs: 300 }, wanted: green },
  'slow replicas': { conditions: { replicaBehindMs: 2500 }, wanted: green },
  'mail 5 s late': { conditions: { mailLateMs: 5000, latencyMs: 150 }, wanted: { ...green, withinSeconds: 400 } },
  'mail 12 s late': { conditions: { mailLateMs: 12_000 }, wanted: { ...green, says: /mail took/i } },
  '1% broken': { conditions: { gatewayErrors: 0.01 }, wanted: green },
  /**
   * A few rules may fail in every attempt. A case sends at most four unrepeatable requests in a row. It ends in ERROR
   * with (1 - 0.93 ** 4) ** 3 = 1.6 % at most: one case in three runs.
   */
  '7% broken': { conditions: { gatewayErrors: 0.07 }, wanted: { ...green, exitCodes: [0, 3], errors: 0 } },
  // The service never sees the body, so its answer to it is unknown.
  'small bodies': {
    conditions: { largestBody: 1_000_000 },
    wanted: {
      exitCodes: [3],
      isPutBack: true,
      mayBeBlocked: /^HTTP-9$/,
      says: /BLOCKED.*let the gateway pass requests as large as/s,
    },
  },
  'rate limit': {
    conditions: { requestsPerSecond: 5 },
    profileRate: null,
    wanted: { ...green, says: /[45](\.\d)? requests? (a|per) second/i },
  },
  'growing list': { conditions: { newRuns: { perSecond: 2 } }, wanted: green },
  'recent runs': { conditions: { newRuns: { perSecond: 2, oldestLeave: true } }, wanted: green },
  latency: { conditions: { latencyMs: 150 }, wanted: { ...green, withinSeconds: 240 } },
  'private CA': { conditions: { privateCa: true }, wanted: green },
  'rewritten headers': { conditions: { rewrittenHeaders: true }, wanted: green },
  'closed connections': { conditions: { requestsPerConnection: 4 }, wanted: green },
  'clock ahead': { conditions: { aheadMs: 90_000 }, wanted: { ...green, says: /clock is 90 s ahead/ } },
  'gateway clock ahead': { conditions: { dateAheadMs: 90_000 }, wanted: green },
  deployed: { conditions: { outage: { afterRequests: 800, how: 'gone', forMs: 4000 } }, wanted: green },
  maintenance: { conditions: { outage: { afterRequests: 800, how: 'unavailable', forMs: 4000 } }, wanted: green },
  dies: { conditions: { outage: { afterRequests: 800, how: 'gone' } }, wanted: { ...cutShort, withinSeconds: 120 } },
  hangs: { conditions: { outage: { afterRequests: 800, how: 'silent' } }, wanted: { ...cutShort, withinSeconds: 180 } },
  killed: { conditions: {}, killedAfterUpdates: 5, wanted: { ...green, says: /put back/ } },
  everything: {
    conditions: {
      latencyMs: 40,
      gatewayErrors: 0.02,
      replicaBehindMs: 300,
      mailLateMs: 3000,
      requestsPerConnection: 20,
      rewrittenHeaders: true,
      privateCa: true,
      aheadMs: 90_000,
      newRuns: { perSecond: 0.5 },
      requestsPerSecond: 40,
      numbers: { named: 20, held: 5 },
    },
    wanted: { ...someBlocked, errors: 3 },
  },
};
