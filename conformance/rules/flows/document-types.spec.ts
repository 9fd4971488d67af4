import { type Item, documentTypes as list } from '../../suite/api/lists.ts';
import { expect, rule, test } from '../../suite/rule.ts';
import { isPresent } from '../invariants/invariant.ts';

const namesOf = (types: readonly Item[]) => types.map((type) => type?.short_name).filter(isPresent);

test(
  ...rule('DIR-1', 'the document types are listed', async (t) => {
    const answer = await t.api.listDocumentTypes();
    expect(answer).toAccept();
    expect(answer.data, 'the document types').not.toHaveLength(0);
  }),
);

test(
  ...rule(['DIR-3', 'DIR-4'], 'the names are unique and steady, the two known ones among them', async (t) => {
    const { seen: types } = await list.whileSteady(t, {}, () => list.someItems(t));
    const again = await list.someItems(t);
    const german = await list.page(t, { size: 1 }, { headers: [['Accept-Language', 'de']] });
    const names = namesOf(types);
    t.check('DIR-3', () => {
      expect(
        names.filter((name) => typeof name !== 'string'),
        'names that are no strings',
      ).toEqual([]);
      expect([...new Set(names)], 'the different names').toHaveLength(names.length);
      expect(namesOf(again).sort(), 'the names of another reading').toEqual([...names].sort());
      expect(names, 'the names, which are the same in any language').toEqual(
        expect.arrayContaining(namesOf(german.items)),
      );
    });
    t.check('DIR-4', () => {
      expect(names, 'the short names').toContain('letter_of_authorization');
      expect(names, 'the short names').toContain('business_registration');
    });
  }),
);

test(
  ...rule('DIR-7', '`page[size]` sets how many types a page has', async (t) => {
    const { page } = await list.largestPage(t);
    await t.each([1, 2, 3, 7], 'page[size]=', async (size) => {
      const answer = await t.api.listDocumentTypes({ 'page[size]': size });
      expect(answer).toAccept();
      expect(answer.data, 'the types of the page').toHaveLength(Math.min(size, page.items.length));
    });
  }),
);
