import { changeAnswer, changeRequest, type Fault, fault, goesTo, json, refusal } from './fault.ts';
import { changeList, parameter, withQuery } from './lists.ts';

// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape
type Type = any;

/** Changes every type of a page. */
const each = (rule: Fault['rule'], title: string, change: (type: Type) => void, also?: Fault['also']) =>
  fault(
    rule,
    title,
    changeList('documentTypes', (body) => body.data.forEach(change)),
    also,
  );

const only = (name: string, change: (type: Type) => void) => (type: Type) => {
  if (type.short_name === name) change(type);
};

const without = (name: string) =>
  fault(
    'DIR-4',
    `${name} is not listed`,
    changeList('documentTypes', ({ data, meta }) => {
      const kept = data.filter((type: Type) => type.short_name !== name);
      data.splice(0, data.length, ...kept);
      meta.page_size = kept.length;
      meta.total_results -= 1;
    }),
    ['DIR-7'],
  );

let readings = 0;

/** Faults of the list of document types. */
export const faults: readonly Fault[] = [
  fault('DIR-1', 'the path is not known', async (request, ask) =>
    goesTo('documentTypes', request) ? refusal(404, '10005') : ask(request),
  ),
  fault(
    'DIR-1',
    'the list is empty',
    changeList('documentTypes', ({ data, meta }) => {
      data.splice(0);
      Object.assign(meta, { total_pages: 0, total_results: 0, page_size: 0 });
    }),
    ['DIR-4'],
  ),
  fault(
    'DIR-2',
    'the answer is a bare array',
    changeAnswer('documentTypes', ({ status, body }) => (status === 200 ? body.data : undefined)),
  ),
  fault(
    'DIR-2',
    'data is an object by short name',
    changeList('documentTypes', (body) => {
      body.data = Object.fromEntries(body.data.map((type: Type) => [type.short_name, type]));
    }),
    ['DIR-1'],
  ),
  fault(
    'DIR-2',
    'the types are bare names',
    changeList('documentTypes', (body) => {
      body.data = body.data.map((type: Type) => type.short_name);
    }),
    ['DIR-3', 'DIR-4', 'DIR-5', 'DIR-6'],
  ),
  fault(
    'DIR-2',
    'the types stand in document_types',
    changeAnswer('documentTypes', ({ status, body }) =>
      status === 200 ? { document_types: body.data, meta: body.meta } : undefined,
    ),
  ),
  each(
    'DIR-3',
    'short_name is a number',
    (type) => {
      type.short_name = type.short_name.length;
    },
    ['DIR-4'],
  ),
  each(
    'DIR-3',
    'two types have one name',
    only('carrier_invoice', (type) => {
      type.short_name = 'service_agreement';
    }),
  ),
  each(
    'DIR-3',
    'a name changes from reading to reading',
    only('carrier_invoice', (type) => {
      type.short_name += `_${++readings}`;
    }),
  ),
  fault(
    'DIR-3',
    'names follow the language of the reader',
    changeList('documentTypes', ({ data }, { headers }) => {
      const german = headers.some(([name, value]) => name.toLowerCase() === 'accept-language' && value === 'de');
      if (german) for (const type of data) type.short_name = `${type.short_name}_de`;
    }),
  ),
  without('letter_of_authorization'),
  without('business_registration'),
  each('DIR-4', 'short names are in capitals', (type) => {
    type.short_name = type.short_name.toUpperCase();
  }),
  each('DIR-5', 'description is an object', (type) => {
    type.description = { en: type.description };
  }),
  each(
    'DIR-5',
    'one description is a list',
    only('carrier_invoice', (type) => {
      type.description = ['Bill'];
    }),
  ),
  each(
    'DIR-6',
    'one type has no description',
    only('carrier_invoice', (type) => {
      delete type.description;
    }),
  ),
  each(
    'DIR-6',
    'one description is empty',
    only('carrier_invoice', (type) => {
      type.description = '';
    }),
  ),
  each(
    'DIR-6',
    'one type has no name',
    only('carrier_invoice', (type) => {
      delete type.short_name;
    }),
  ),
  fault(
    'DIR-7',
    'page[size] is not read',
    changeRequest('documentTypes', (request) => withQuery(request, { 'page[size]': undefined })),
  ),
  fault(
    'DIR-7',
    'a page has one item more than asked for',
    changeRequest('documentTypes', (request) => {
      const size = Number(parameter(request, 'page[size]'));
      return size > 0 && size < 1000 ? withQuery(request, { 'page[size]': size + 1 }) : undefined;
    }),
  ),
  fault(
    'DIR-7',
    'a page has 5 items at least',
    changeRequest('documentTypes', (request) => {
      const size = Number(parameter(request, 'page[size]'));
      return size > 0 && size < 5 ? withQuery(request, { 'page[size]': 5 }) : undefined;
    }),
  ),
  fault('DIR-7', 'page[size] is refused', async (request, ask) =>
    goesTo('documentTypes', request) && parameter(request, 'page[size]')
      ? json(400, { errors: [{ code: '10015', title: 'Unknown parameter' }] })
      : ask(request),
  ),
  each('DIR-8', 'every type has a status', (type) => {
    type.status = 'active';
  }),
  fault(
    'DIR-8',
    'a notification has a status',
    changeAnswer('update', ({ status, body }) => {
      if (status === 200) body.data.status = 'active';
    }),
  ),
];
