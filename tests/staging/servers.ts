import type { Profile } from '../../conformance/suite/target/profile.ts';
import { serve } from '../mock/support/serve.ts';
import { type LegalOptions, startLegalServer } from '../servers/legal.ts';
import { mockAsTarget } from '../servers/mock-as-target.ts';

/** A server that conforms, and the full profile with which it is judged. */
export interface ConformingServer {
  profile: Profile & { outbox: { mailpit: string } };
  close(): Promise<void>;
}

interface Kind {
  start: (aheadMs: number) => Promise<ConformingServer>;
  /** True if it follows the rulings wherever the source leaves a choice, so that a run has no warnings. */
  followsRulings: boolean;
  /** True if every rule can be judged: a profile can name all its wire names, and it has everything that the source implies. */
  isWhole: boolean;
}

/** Conforming servers that share only the contract. */
export const servers = {
  /** Our mock without its control plane, so that the suite treats it as a deployment. */
  mock: { start: startMock, followsRulings: true, isWhole: true },
  /** As strict as the source allows, with other decisions wherever the source leaves a choice. */
  strict: { start: (aheadMs) => startLegal({ aheadMs }), followsRulings: false, isWhole: true },
  /** Accepts and shows as much as the source allows. */
  lax: {
    start: (aheadMs) => startLegal({ aheadMs, reading: 'lax', showing: 'much' }),
    followsRulings: false,
    isWhole: false,
  },
  /** Has other names wherever the source gives none. */
  renamed: {
    start: (aheadMs) => startLegal({ aheadMs, wire: 'other', envelope: 'other' }),
    followsRulings: false,
    isWhole: false,
  },
} satisfies Record<string, Kind>;

export type ServerName = keyof typeof servers;

async function startMock(aheadMs: number): Promise<ConformingServer> {
  const mock = await serve({ realTime: () => Date.now() + aheadMs });
  return { profile: mockAsTarget(`http://127.0.0.1:${mock.port}`), close: () => mock.close() };
}

async function startLegal(options: LegalOptions): Promise<ConformingServer> {
  const { profile, close } = await startLegalServer(options);
  const { outbox } = profile;
  if (!outbox) throw new Error('a legal server without an outbox has no full profile');
  return { profile: { ...profile, name: 'staging', outbox }, close };
}
