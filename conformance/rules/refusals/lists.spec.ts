import { documentTypes, missionRuns } from '../../suite/api/lists.ts';
import { type Case, refusals, test } from '../../suite/rule.ts';

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
  types({ 'PAGE-9': [422] }, 'document types: a page size below 1 is refused with 422', {
    twin: () => ({ size: 1 }),
    changes: values('size', 0, -1, -20),
  }),
  types({ 'PAGE-10': [422] }, 'document types: a size above 1000 and what is no integer are refused with 422', {
    twin: () => ({ size: 1 }),
    accepted: values('size', 1000),
    changes: values('size', '1001', '5000', 'abc', '1.5', '', '99999999999999999999'),
  }),
  types({ 'PAGE-10': [422] }, 'document types: a page number below 1 or that is no integer is refused with 422', {
    async twin(t) {
      await documentTypes.needPageNumber(t);
      return { number: 1 };
    },
    changes: values('number', '0', '-1', 'abc', '1.5', ''),
  }),
  runs({ 'PAGE-9': [422] }, 'mission runs: a page size below 1 is refused with 422', {
    twin: read('size'),
    changes: values('size', 0, -1, -20),
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
  ...(['size', 'number'] as const).flatMap((parameter) => [
    runs({ 'RUN-21': [], 'RUN-24': [422] }, `a page ${parameter} that is no integer is refused`, {
      twin: read(parameter),
      changes: values(parameter, 'abc', '1.5', '1x', 'null'),
    }),
    // An empty value may count as absent: only the assumption about its answer is checked.
    runs({ 'RUN-24': [422] }, `an empty page ${parameter} fails validation`, {
      twin: read(parameter),
      changes: values(parameter, ''),
    }),
  ]),
];

for (const row of rows) test(...row);
