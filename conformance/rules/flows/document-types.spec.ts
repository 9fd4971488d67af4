import { exceptions, type Item, documentTypes as list, present } from '../../suite/api/lists.ts';
import { expect, rule, test } from '../../suite/rule.ts';

test(
  ...rule('DIR-1', 'the document types are listed', async (t) => {
    const answer = await t.api.listDocumentTypes();
    expect(answer).toAccept();
    expect(answer.data, 'the document types').not.toHaveLength(0);
  }),
);

test(...rule('DIR-2', 'the answer is an object with an array of objects and `meta`', (t) => list.expectPages(t)));

test(
  ...rule(
    ['DIR-3', 'DIR-4', 'DIR-5', 'DIR-6', 'DIR-8'],
    'the types have unique names, the two known ones among them, and descriptions, and no status',
    { needs: ['read'] },
    async (t) => {
      const { seen: types } = await list.whileSteady(t, {}, () => list.someItems(t));
      const again = await list.someItems(t);
      const named = types.filter((type) => present(type, 'short_name'));
      const names = named.map(({ short_name }) => short_name);
      t.check('DIR-3', () => {
        expect(exceptions(named, ({ short_name }) => typeof short_name === 'string')).toEqual([]);
        expect([...new Set(names)], 'the different names').toHaveLength(names.length);
        const namesAgain = again.filter((type) => present(type, 'short_name')).map(({ short_name }) => short_name);
        expect(namesAgain.sort(), 'the names of another reading').toEqual([...names].sort());
      });
      t.check('DIR-4', () => {
        expect(names, 'the short names').toContain('letter_of_authorization');
        expect(names, 'the short names').toContain('business_registration');
      });
      t.check('DIR-5', () => {
        const wrong = exceptions(
          types,
          (type) => !present(type, 'description') || typeof type.description === 'string',
        );
        expect(wrong, 'types whose description is no string').toEqual([]);
      });
      t.check('DIR-6', () => {
        const isFilled = (value: unknown) => value !== undefined && value !== null && String(value).trim() !== '';
        const wrong = exceptions(types, (type) => isFilled(type.short_name) && isFilled(type.description));
        expect(wrong, 'types without a name or a description').toEqual([]);
      });
      t.check('DIR-8', () => {
        const wrong = exceptions(types, (type) => !('status' in type));
        expect(wrong, 'types with a status').toEqual([]);
      });
    },
  ),
);

test(
  ...rule('DIR-3', 'a name belongs to one description, at any page size and in any language', async (t) => {
    await list.walkableTotal(t);
    const whole = await list.someItems(t);
    const german = await list.page(t, { size: 1 }, { headers: [['Accept-Language', 'de']] });
    const names = whole.map(({ short_name }) => short_name);
    for (const { short_name } of german.items) {
      expect(names, 'the names, which are the same in any language').toContain(short_name);
    }
    await list.needPageNumber(t);
    const { seen: pages } = await list.whileSteady(t, {}, () => list.walk(t, 5));
    const byName = (types: Item[]) => new Map(types.map((type) => [type.short_name, type.description]));
    const inPages = byName(pages.flatMap(({ items }) => items));
    expect([...inPages].sort(), 'names and descriptions, read in small pages').toEqual([...byName(whole)].sort());
  }),
);

test(
  ...rule('DIR-7', '`page[size]` sets how many types a page has', async (t) => {
    const total = (await list.someItems(t)).length;
    await t.each([1, 2, 3, 7], 'page[size]=', async (size) => {
      const answer = await t.api.listDocumentTypes({ 'page[size]': size });
      expect(answer).toAccept();
      expect(answer.data, 'the types of the page').toHaveLength(Math.min(size, total));
    });
    await t.step('page 2', async () => {
      const second = await t.api.listDocumentTypes({ 'page[size]': 3, number: 2 });
      if (second.accepted) expect(second.data.length, 'types on page 2 at most').toBeLessThanOrEqual(3);
    });
  }),
);

test(
  ...rule('DIR-8', 'a notification has no status', { needs: ['write', 'simNotification'] }, async (t) => {
    const { data } = await t.mustSucceed(t.api.readNotification(t.notification.id), 'reading the notification');
    expect(Object.keys(data), 'the members of a notification').not.toContain('status');
  }),
);
