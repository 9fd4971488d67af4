import {
  type Body,
  changeAnswer,
  changeRequest,
  type Fault,
  fault,
  goesTo,
  json,
  type Rules,
  refusal,
} from './fault.ts';
import { changeList, parameter, withQuery } from './lists.ts';

/** Changes every type of a page. */
const each = (rules: Rules, title: string, change: (type: Body) => void) =>
  changeList(rules, title, 'documentTypes', (body) => body.data.forEach(change));

/** Changes one type. */
const changeOne = (rules: Rules, title: string, change: (type: Body) => void) =>
  each(rules, title, (type) => type.short_name === 'carrier_invoice' && change(type));

const without = (name: string) =>
  changeList(['DIR-4', 'DIR-7'], `${name} is not listed`, 'documentTypes', ({ data, meta }) => {
    const kept = data.filter((type: Body) => type.short_name !== name);
    data.splice(0, data.length, ...kept);
    meta.page_size = kept.length;
    meta.total_results -= 1;
  });

let readings = 0;

/** Faults of the list of document types. */
export const faults: readonly Fault[] = [
  fault(['DIR-1', 'ERR-13'], 'the path is not known', async (request, ask) =>
    goesTo('documentTypes', request) ? refusal(404, '10005') : ask(request),
  ),
  changeList(['DIR-1', 'DIR-4'], 'the list is empty', 'documentTypes', ({ data, meta }) => {
    data.splice(0);
    Object.assign(meta, { total_pages: 0, total_results: 0, page_size: 0 });
  }),
  changeAnswer('DIR-2', 'the answer is a bare array', 'documentTypes', ({ status, body }) =>
    status === 200 ? body.data : undefined,
  ),
  changeList(['DIR-2', 'DIR-3', 'DIR-4', 'DIR-5', 'DIR-6'], 'the types are bare names', 'documentTypes', (body) =>
    Object.assign(body, { data: body.data.map((type: Body) => type.short_name) }),
  ),
  each(['DIR-3', 'DIR-4'], 'short_name is a number', (type) =>
    Object.assign(type, { short_name: type.short_name.length }),
  ),
  changeOne('DIR-3', 'a name changes from reading to reading', (type) => {
    type.short_name += `_${++readings}`;
  }),
  changeList('DIR-3', 'names follow the language of the reader', 'documentTypes', ({ data }, { headers }) => {
    const german = headers.some(([name, value]) => name.toLowerCase() === 'accept-language' && value === 'de');
    if (german) for (const type of data) type.short_name = `${type.short_name}_de`;
  }),
  without('letter_of_authorization'),
  without('business_registration'),
  each('DIR-5', 'description is an object', (type) => Object.assign(type, { description: { en: type.description } })),
  changeOne('DIR-6', 'one type has no description', (type) => {
    delete type.description;
  }),
  changeOne('DIR-6', 'one description is empty', (type) => {
    type.description = '';
  }),
  changeRequest('DIR-7', 'page[size] is not read', 'documentTypes', (request) =>
    withQuery(request, { 'page[size]': undefined }),
  ),
  changeRequest('DIR-7', 'a page has one item more than requested', 'documentTypes', (request) => {
    const size = Number(parameter(request, 'page[size]'));
    return size > 0 && size < 1000 ? withQuery(request, { 'page[size]': size + 1 }) : undefined;
  }),
  fault(['DIR-7', 'ERR-13'], 'page[size] is refused', async (request, ask) =>
    goesTo('documentTypes', request) && parameter(request, 'page[size]')
      ? json(400, { errors: [{ code: '10015', title: 'Unknown parameter' }] })
      : ask(request),
  ),
  each('DIR-8', 'every type has a status', (type) => Object.assign(type, { status: 'active' })),
  changeAnswer('DIR-8', 'a notification has a status', 'update', ({ status, body }) => {
    if (status === 200) body.data.status = 'active';
  }),
];
