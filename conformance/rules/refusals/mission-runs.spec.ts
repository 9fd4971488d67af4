import { isObject } from '../../../spec/json.ts';
import { missionRuns as list } from '../../suite/api/lists.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';
import { membersOf } from '../../suite/wire/answer.ts';

type Query = Parameters<Case['api']['listRuns']>[0];

/** The entries of a validation failure; none when there is no such body. */
function entriesOf(answer: Answer): Record<string, unknown>[] {
  const { detail } = membersOf(answer.body);
  return Array.isArray(detail) ? detail.filter(isObject) : [];
}

const common = ['RUN-24', 'RUN-23', 'RUN-25', 'RUN-26'] as const;

/** What is expected of every failed validation, whatever it is about. */
function checkFailure(t: Case, answer: Answer, parameter: string): void {
  const { detail } = membersOf(answer.body);
  const entries = entriesOf(answer);
  if (!answer.refused) {
    const nothing = () => t.notApplicable(`there is no failure to look at: ${answer.status}`);
    for (const id of common) t.check(id, nothing);
    return;
  }
  t.check('RUN-24', () => expect(answer).toHaveStatus(422));
  t.check('RUN-23', () => {
    expect(detail, '`detail`').toBeJson('list');
    expect((detail as unknown[]).length, 'entries that are objects').toBe(entries.length);
    for (const { loc, msg, type } of entries) {
      const isPath = Array.isArray(loc) && loc.every((step) => typeof step === 'string');
      expect(isPath, `loc, ${JSON.stringify(loc)}, is an array of strings`).toBe(true);
      expect([typeof msg, typeof type], 'the types of msg and type').toEqual(['string', 'string']);
    }
  });
  t.check('RUN-25', () => {
    for (const { loc } of entries) expect(loc, 'loc').toEqual(['query', parameter]);
  });
  t.check('RUN-26', () => {
    if (!Array.isArray(detail)) t.blocked('`detail` is no array, see RUN-23');
    expect(detail, 'the entries of `detail`').not.toHaveLength(0);
  });
}

test(
  ...rule(['RUN-20', ...common], 'a page size of 1000 is accepted, and larger ones are refused', async (t) => {
    await list.needPageSize(t);
    const largest = await t.api.listRuns({ size: 1000 });
    t.check('RUN-20', () => expect(largest).toAccept());
    const { pageSize } = t.target.wire;
    const queries: Query[] = [
      { size: 1001 },
      { size: 5000 },
      { size: 1001, number: 1 },
      { size: 1001, status: 'failed' },
    ];
    await t.each([...queries, { size: '99999999999999999999' }], async (query) => {
      const answer = await t.api.listRuns(query);
      t.check('RUN-20', () => expect(answer).toRefuse());
      checkFailure(t, answer, pageSize);
    });
  }),
);

test(
  ...rule(['RUN-22', ...common], 'page number 1 is accepted, and lower ones are refused', async (t) => {
    const first = await t.api.listRuns({ number: 1 });
    // That it fails validation shows, too, that the number is read.
    if (!first.refusedForm) await list.needPageNumber(t);
    t.check('RUN-22', () => expect(first).toAccept());
    await t.each(
      [{ number: 0 }, { number: -1 }, { number: -1000 }, { number: 0, size: 5 }, { number: 0, status: 'failed' }],
      async (query) => {
        const answer = await t.api.listRuns(query);
        t.check('RUN-22', () => expect(answer).toRefuse());
        checkFailure(t, answer, t.target.wire.pageNumber);
      },
    );
  }),
);

for (const parameter of ['size', 'number'] as const) {
  test(
    ...rule(['RUN-21', ...common], `a page ${parameter} that is no integer is refused`, async (t) => {
      await (parameter === 'size' ? list.needPageSize(t) : list.needPageNumber(t));
      await t.mustSucceed(t.api.listRuns({ [parameter]: 1 }), `page ${parameter} 1`);
      const name = parameter === 'size' ? t.target.wire.pageSize : t.target.wire.pageNumber;
      await t.each(['abc', '1.5', '1x', 'null'], `page ${parameter} `, async (value) => {
        const answer = await t.api.listRuns({ [parameter]: value });
        t.check('RUN-21', () => expect(answer).toRefuse());
        checkFailure(t, answer, name);
      });
      // An empty value may also be read as none at all: only the assumption of its answer is checked.
      const empty = await t.api.listRuns({ [parameter]: '' });
      t.check('RUN-24', () => expect(empty).toHaveStatus(422));
      checkFailure(t, empty, name);
    }),
  );
}

test(
  ...rule(common, 'a page size below 1 fails validation like others', async (t) => {
    await list.needPageSize(t);
    for (const size of [0, -1]) {
      const answer = await t.api.listRuns({ size });
      checkFailure(t, answer, t.target.wire.pageSize);
    }
  }),
);
