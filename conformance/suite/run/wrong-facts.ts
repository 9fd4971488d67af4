import { type Case, runOutsideCases } from '../api/case.ts';
import { makeTemplated } from '../api/email-members.ts';
import { identifyMessage } from '../api/idempotency.ts';
import { findMembers } from '../api/message-bodies.ts';
import { Signal } from '../outcome/outcome.ts';
import { type Ahead, boundLeadByTime } from '../target/clock.ts';
import type { Target } from '../target/target.ts';

/** Reasons why members of the profile are wrong, by path. */
export type WrongFacts = Record<string, string>;

/**
 * Checks the accounts and templates of the profile by sends in the sandbox. A service may break rules, so a fact is wrong
 * only if no broken rule explains the answers. Suppressions and subjects are left to the cases.
 */
export async function findWrongFacts(t: Case): Promise<WrongFacts> {
  const found = await Promise.all([findWrongAccounts(t), findWrongTemplates(t)]);
  return Object.assign({}, ...found);
}

/** Keys of one account listed as two, or the reverse, by messages and idempotency keys. */
async function findWrongAccounts(t: Case): Promise<WrongFacts> {
  const { api, target, unique, email } = t;
  const [key, body] = [unique.key(), email()];
  const first = await api.sendEmail(body, { key });
  const [id] = findMembers(first.body, 'id');
  if (!first.accepted || typeof id !== 'string') return {};
  const read = await t.eventually(() => api.getEmail(id));
  if (!read.accepted) return {};
  const wrong: WrongFacts = {};
  for (const name of ['other', 'restricted'] as const) {
    if (!target.accounts[name]) continue;
    const read = await t.eventually(
      () => api.as(name).getEmail(id),
      ({ status }) => name === 'other' || status !== 404,
    );
    const again = await api.as(name).sendEmail(body, { key });
    const isReplay = identifyMessage(again) === identifyMessage(first);
    if (name === 'other' && read.accepted && isReplay) wrong['accounts.other'] = 'it is a key of the primary account';
    if (name === 'restricted' && read.status === 404 && again.accepted && !isReplay)
      wrong['accounts.restricted'] = 'it is a key of another account than accounts.primary';
  }
  return wrong;
}

/** Templates that are unknown, or belong to another account than the profile states. */
async function findWrongTemplates({ api, target, email, unique }: Case): Promise<WrongFacts> {
  const { rendered, foreign } = target.email.templates ?? {};
  const send = (caller: typeof api, template: { id: string; variables?: object }) =>
    caller.sendEmail(email(makeTemplated(template)));
  const fetchRefusal = async (template: { id: string; variables?: object }) => {
    const { refused, body } = await send(api, template);
    const texts = ['code', 'title', 'detail'].flatMap((name) => findMembers(body, name));
    return refused ? texts.join(' ').replaceAll(template.id, '') : '';
  };
  const wrong: WrongFacts = {};
  if (rendered) {
    const [refusal = '', ofUnknown] = await Promise.all(
      [rendered, { ...rendered, id: unique.uuid() }].map(fetchRefusal),
    );
    // A service that refuses all templates for another reason breaks rules.
    if (refusal === ofUnknown && /template/i.test(refusal))
      wrong['email.templates.rendered'] = `the service does not know the template ${rendered.id}`;
  }
  if (foreign && target.accounts.other) {
    const [own, others] = await Promise.all([api, api.as('other')].map((caller) => send(caller, foreign)));
    if (own?.accepted && others?.refused)
      wrong['email.templates.foreign'] = 'the template belongs to the primary account, not to the other one';
  }
  return wrong;
}

/** True if a send is refused with `sandbox_mode`, an assumed name, and accepted without it. */
export async function isSandboxRefused({ api, email }: Case): Promise<boolean> {
  return (await api.sendEmail(email())).refused && (await api.sendEmail(email.real())).accepted;
}

/** The lead of the service's clock, from the time of a new message. */
export async function measureOwnClock({ api, email }: Case): Promise<Ahead> {
  const { accepted, body, sentAt = '', tookMs = 0 } = await api.sendEmail(email());
  const [createdAt] = accepted ? findMembers(body, 'created_at') : [];
  return boundLeadByTime(createdAt, { sentAt, tookMs });
}

/** Examines a deployment by sends in the sandbox; undefined if no answer comes. */
export async function examineInSandbox<T>(target: Target, runId: string, work: (t: Case) => Promise<T>) {
  try {
    // The workers of the run number their names, too.
    return await runOutsideCases(target, `${runId}-facts`, work);
  } catch (error) {
    // The cases report the failure.
    if (error instanceof Signal) return undefined;
    throw error;
  }
}
