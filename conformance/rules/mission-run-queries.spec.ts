import { isObject } from '../../spec/json.ts';
import { missionRuns as list } from '../suite/calls/lists.ts';
import { type Answer, type Case, expect, rule } from '../suite/rule.ts';
import { membersOf } from '../suite/wire/answer.ts';

type Query = Parameters<Case['api']['listRuns']>[0];

/** The entries of a validation failure; none when there is no such body. */
function entriesOf(answer: Answer): Record<string, unknown>[] {
  const { detail } = membersOf(answer.body);
  return Array.isArray(detail) ? detail.filter(isObject) : [];
}

const common = ['RUN-24', 'RUN-23', 'RUN-25', 'RUN-26'] as const;

/** What is expected of every failed validation, whatever it is about. */
function checkFailure({ check, notApplicable, blocked }: Case, answer: Answer, parameter: string): void {
  const { detail } = membersOf(answer.body);
  const entries = entriesOf(answer);
  if (!answer.refused) {
    const nothing = () => notApplicable(`there is no failure to look at: ${answer.status}`);
    for (const id of common) check(id, nothing);
    return;
  }
  check('RUN-24', () => expect(answer).toHaveStatus(422));
  check('RUN-23', () => {
    expect(detail, '`detail`').toBeJson('list');
    expect((detail as unknown[]).length, 'entries that are objects').toBe(entries.length);
    for (const { loc, msg, type } of entries) {
      const isPath = Array.isArray(loc) && loc.every((step) => typeof step === 'string');
      expect(isPath, `loc, ${JSON.stringify(loc)}, is an array of strings`).toBe(true);
      expect([typeof msg, typeof type], 'the types of msg and type').toEqual(['string', 'string']);
    }
  });
  check('RUN-25', () => {
    for (const { loc } of entries) expect(loc, 'loc').toEqual(['query', parameter]);
  });
  check('RUN-26', () => {
    if (!Array.isArray(detail)) blocked('`detail` is no array, see RUN-23');
    expect(detail, 'the entries of `detail`').not.toHaveLength(0);
  });
}

rule(['RUN-20', ...common], 'a page size of 1000 is accepted, and larger ones are refused', async (given) => {
  const { api, target, check, each } = given;
  await list.needPageSize(given);
  const largest = await api.listRuns({ size: 1000 });
  check('RUN-20', () => expect(largest).toAccept());
  const { pageSize } = target.wire;
  const queries: Query[] = [
    { size: 1001 },
    { size: 5000 },
    { size: 1001, number: 1 },
    { size: 1001, status: 'failed' },
  ];
  await each([...queries, { size: '99999999999999999999' }], async (query) => {
    const answer = await api.listRuns(query);
    check('RUN-20', () => expect(answer).toRefuse());
    checkFailure(given, answer, pageSize);
  });
});

rule(['RUN-22', ...common], 'page number 1 is accepted, and lower ones are refused', async (given) => {
  const { api, target, check, each } = given;
  const first = await api.listRuns({ number: 1 });
  // That it fails validation shows, too, that the number is read.
  if (!first.refusedForm) await list.needPageNumber(given);
  check('RUN-22', () => expect(first).toAccept());
  await each(
    [{ number: 0 }, { number: -1 }, { number: -1000 }, { number: 0, size: 5 }, { number: 0, status: 'failed' }],
    async (query) => {
      const answer = await api.listRuns(query);
      check('RUN-22', () => expect(answer).toRefuse());
      checkFailure(given, answer, target.wire.pageNumber);
    },
  );
});

for (const parameter of ['size', 'number'] as const) {
  rule(['RUN-21', ...common], `a page ${parameter} that is no integer is refused`, async (given) => {
    const { api, target, check, each } = given;
    await (parameter === 'size' ? list.needPageSize(given) : list.needPageNumber(given));
    await given.given(api.listRuns({ [parameter]: 1 }), `page ${parameter} 1`);
    const name = parameter === 'size' ? target.wire.pageSize : target.wire.pageNumber;
    await each(['abc', '1.5', '1x', 'null'], `page ${parameter} `, async (value) => {
      const answer = await api.listRuns({ [parameter]: value });
      check('RUN-21', () => expect(answer).toRefuse());
      checkFailure(given, answer, name);
    });
    // An empty value may also be read as none at all: only the assumption of its answer is checked.
    const empty = await api.listRuns({ [parameter]: '' });
    check('RUN-24', () => expect(empty).toHaveStatus(422));
    checkFailure(given, empty, name);
  });
}

rule(common, 'a page size below 1 fails validation like others', async (given) => {
  await list.needPageSize(given);
  for (const size of [0, -1]) {
    const answer = await given.api.listRuns({ size });
    checkFailure(given, answer, given.target.wire.pageSize);
  }
});
