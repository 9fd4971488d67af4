import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { statusOwner } from '../../../spec/ownership.ts';
import type { Case } from '../calls/case.ts';
import { expect } from '../calls/expect.ts';
import { assumedOperation, beginWith, type Kind, type Subject } from './kind.ts';
import { requestOf } from './request.ts';

/** Requests that nobody can be known by are refused: every operation of the contract asks for a bearer token. */
export const credentials: Kind = {
  title: 'a request without good credentials is refused',
  needs: ({ derivation }) => derivation.needs,
  rules: (subject) => ['AUTH-2', 'AUTH-3', statusRule(subject)],
  async run(given, subject, charge) {
    const { operation } = subject;
    const { plain } = await beginWith(given, subject, 'invalid');
    const request = requestOf(given.target, operation, plain);
    const twin = await given.api.raw(request);
    if (!twin.accepted && assumedOperation(subject)) given.notApplicable(`the target does not have ${operation.path}`);
    await given.given(twin, 'the same with good credentials');
    await given.each(unknownCredentials(given), async (authorization) => {
      const answer = await given.api.raw({ ...request, authorization });
      if (!charge('AUTH-2', () => expect(answer).toRefuse())) return;
      charge('AUTH-3', () => expect(answer).toHaveErrorCode('10009'));
      charge(statusRule(subject), () => expect(answer).toHaveStatus(401));
    });
  },
};

/** Whole Authorization headers that nobody may be known by, none of them made from a good one. */
export function unknownCredentials({ unique }: Pick<Case, 'unique'>): Record<string, string | false> {
  return {
    'no Authorization header': false,
    'an empty Authorization header': '',
    'the scheme without a token': 'Bearer',
    'an unknown token': `Bearer ${unique.uuid()}`,
    'an unknown token in the form of a key': 'Bearer key_that_nobody_has',
    'a token of several words': 'Bearer no such token',
    'a token that is a mark': 'Bearer ,',
    'an unknown token without a scheme': unique.uuid(),
    'Basic with a user and a password': `Basic ${Buffer.from('nobody:nothing').toString('base64')}`,
    'Digest with a user': 'Digest username="nobody", realm="telephony"',
  };
}

function statusRule({ document, operation }: Subject): RuleId {
  return statusOwner(document, operation.id, 401) ?? 'AUTH-5';
}
