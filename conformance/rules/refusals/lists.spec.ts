import { missionRuns } from '../../suite/api/lists.ts';
import { type Case, expect, refusals, rule, test } from '../../suite/rule.ts';
import { readMembers } from '../../suite/wire/answer.ts';

type Parameter = 'size' | 'number';
type Query = Parameters<Case['api']['listRuns']>[0];

const types = refusals({ send: (t, query) => t.api.listDocumentTypes(query as Query) });
const runs = refusals({ send: (t, query) => t.api.listRuns(query as Query) });

const values = (parameter: Parameter, ...list: (string | number)[]) => list.map((value) => ({ [parameter]: value }));

/** A page parameter of mission runs that the target recognises: its name is an assumption. */
const read = (parameter: Parameter) => async (t: Case) => {
  await (parameter === 'size' ? missionRuns.needPageSize(t) : missionRuns.needPageNumber(t));
  return { [parameter]: 1 };
};

const rows = [
  types({ 'ERR-10': [422, '10015'] }, 'a page size that is no positive number is refused with 422', {
    twin: () => ({ size: 1 }),
    changes: values('size', 0, 'abc'),
  }),
  runs({ 'RUN-20': [], 'RUN-24': [422] }, 'a page size of 1000 is accepted, and larger ones are refused', {
    twin: read('size'),
    accepted: values('size', 1000),
    changes: [
      ...values('size', 1001, 5000, '99999999999999999999'),
      { size: 1001, number: 1 },
      { size: 1001, status: 'failed' },
    ],
  }),
  runs({ 'RUN-22': [], 'RUN-24': [422] }, 'page number 1 is accepted, and lower ones are refused', {
    async twin(t) {
      // A refused first page also shows that the number is read.
      const first = await t.api.listRuns({ number: 1 });
      if (!first.refusedForm) await missionRuns.needPageNumber(t);
      return {};
    },
    accepted: values('number', 1),
    changes: [...values('number', 0, -1, -1000), { number: 0, size: 5 }, { number: 0, status: 'failed' }],
  }),
];

for (const row of rows) test(...row);

test(
  ...rule('RUN-23', 'a failed validation of the query has a list `detail`', async (t) => {
    await t.each([{ size: 1001 }, { number: 0 }], '', async (query) => {
      const answer = await t.api.listRuns(query);
      if (!answer.refusedForm) t.notApplicable('the query is not refused, see RUN-20 and RUN-22');
      expect(readMembers(answer.body).detail, `the list \`detail\` of ${answer}`).toBeInstanceOf(Array);
    });
  }),
);
