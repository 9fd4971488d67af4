import { exceptions, type Item, documentTypes as list, present } from '../suite/calls/lists.ts';
import { expect, rule } from '../suite/rule.ts';

rule('DIR-1', 'the document types are listed', async ({ api }) => {
  const answer = await api.listDocumentTypes();
  expect(answer).toAccept();
  expect(answer.data, 'the document types').not.toHaveLength(0);
});

rule('DIR-2', 'the answer is an object with an array of objects and `meta`', (given) => list.expectPages(given));

rule(
  ['DIR-3', 'DIR-4', 'DIR-5', 'DIR-6', 'DIR-8'],
  'the types have unique names, the two known ones among them, and descriptions, and no status',
  { needs: ['read'] },
  async (given) => {
    const { check } = given;
    const { seen: types } = await list.whileSteady(given, {}, () => list.someItems(given));
    const again = await list.someItems(given);
    const named = types.filter((type) => present(type, 'short_name'));
    const names = named.map(({ short_name }) => short_name);
    check('DIR-3', () => {
      expect(exceptions(named, ({ short_name }) => typeof short_name === 'string')).toEqual([]);
      expect([...new Set(names)], 'the different names').toHaveLength(names.length);
      const namesAgain = again.filter((type) => present(type, 'short_name')).map(({ short_name }) => short_name);
      expect(namesAgain.sort(), 'the names of another reading').toEqual([...names].sort());
    });
    check('DIR-4', () => {
      expect(names, 'the short names').toContain('letter_of_authorization');
      expect(names, 'the short names').toContain('business_registration');
    });
    check('DIR-5', () => {
      const wrong = exceptions(types, (type) => !present(type, 'description') || typeof type.description === 'string');
      expect(wrong, 'types whose description is no string').toEqual([]);
    });
    check('DIR-6', () => {
      const isFilled = (value: unknown) => value !== undefined && value !== null && String(value).trim() !== '';
      const wrong = exceptions(types, (type) => isFilled(type.short_name) && isFilled(type.description));
      expect(wrong, 'types without a name or a description').toEqual([]);
    });
    check('DIR-8', () => {
      const wrong = exceptions(types, (type) => !('status' in type));
      expect(wrong, 'types with a status').toEqual([]);
    });
  },
);

rule('DIR-3', 'a name belongs to one description, at any page size and in any language', async (given) => {
  await list.walkableTotal(given);
  const whole = await list.someItems(given);
  const german = await list.page(given, { size: 1 }, { headers: [['Accept-Language', 'de']] });
  const names = whole.map(({ short_name }) => short_name);
  for (const { short_name } of german.items) {
    expect(names, 'the names, which are the same in any language').toContain(short_name);
  }
  await list.needPageNumber(given);
  const { seen: pages } = await list.whileSteady(given, {}, () => list.walk(given, 5));
  const byName = (types: Item[]) => new Map(types.map((type) => [type.short_name, type.description]));
  const inPages = byName(pages.flatMap(({ items }) => items));
  expect([...inPages].sort(), 'names and descriptions, read in small pages').toEqual([...byName(whole)].sort());
});

rule('DIR-7', '`page[size]` sets how many types a page has', async (given) => {
  const { api, step, each } = given;
  const total = (await list.someItems(given)).length;
  await each([1, 2, 3, 7], 'page[size]=', async (size) => {
    const answer = await api.listDocumentTypes({ 'page[size]': size });
    expect(answer).toAccept();
    expect(answer.data, 'the types of the page').toHaveLength(Math.min(size, total));
  });
  await step('page 2', async () => {
    const second = await api.listDocumentTypes({ 'page[size]': 3, number: 2 });
    if (second.accepted) expect(second.data.length, 'types on page 2 at most').toBeLessThanOrEqual(3);
  });
});

rule('DIR-8', 'a notification has no status', { needs: ['write', 'simNotification'] }, async (given) => {
  const { api, notification } = given;
  const { data } = await given.given(api.readNotification(notification.id), 'reading the notification');
  expect(Object.keys(data), 'the members of a notification').not.toContain('status');
});
