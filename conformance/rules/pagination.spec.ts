import { expect, rule } from '../suite/rule.ts';

rule('PAGE-1', 'both lists have `meta` beside `data`', async ({ api, step }) => {
  await step('document types', async () => {
    expect((await api.listDocumentTypes()).body).toMatchObject({ meta: expect.any(Object) });
  });
  await step('mission runs', async () => {
    expect((await api.listRuns()).body).toMatchObject({ meta: expect.any(Object) });
  });
});

rule('PAGE-5', '`page_size` is the number of items in `data`, also on the last page', async ({ api }) => {
  const { meta } = await api.listRuns({ size: 7 });
  const last = await api.listRuns({ size: 7, number: Math.ceil(meta.total_results / 7) });
  expect(last.meta.page_size).toBe(last.data.length);
});

// "Refused" is the source's word, 422 is our assumption: one exchange, two rules, two verdicts.
rule(
  ['RUN-20', 'RUN-24'],
  'a page size of 1000 is accepted, and 1001 is refused with 422',
  async ({ api, given, check }) => {
    await given(api.listRuns({ size: 1000 }));
    const answer = await api.listRuns({ size: 1001 });
    check('RUN-20', () => expect(answer).toRefuse());
    check('RUN-24', () => expect(answer).toHaveStatus(422));
  },
);

rule('PAGE-13', 'brackets are read alike, encoded and as they are', async ({ api, inconclusive }) => {
  const encoded = await api.listRuns({ size: 1 });
  const plain = await api.listRuns({}, { rawQuery: 'page[size]=1' });
  if (encoded.meta.total_results !== plain.meta.total_results) inconclusive('the list changed between two calls');
  expect(plain.data).toEqual(encoded.data);
});
