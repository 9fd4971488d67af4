import { changeRequest, shows, unwrap } from './changes.ts';
import { type Body, type Fault, fault, getHeader, goesTo, refusal } from './fault.ts';
import { getPage, parameter, withQuery } from './lists.ts';

const page = shows('documentTypes', '');
const each = shows('documentTypes', 'data.*');

/** The change of one type. */
const invoice = (change: (type: Body) => void) => (type: Body) => {
  if (type.short_name === 'carrier_invoice') change(type);
};

let readings = 0;

/** Faults of the list of document types. */
export const faults: readonly Fault[] = [
  fault(['DIR-1', 'ERR-13'], 'the path is not known', (request, call) =>
    goesTo('documentTypes', request) ? refusal(404, '10005') : call(request),
  ),
  page(['DIR-1', 'DIR-4'], 'the list is empty', {
    data: [],
    'meta.total_pages': 0,
    'meta.total_results': 0,
    'meta.page_size': 0,
  }),
  unwrap('DIR-2', 'the answer is a bare array', 'documentTypes'),
  page(['DIR-2', 'DIR-3', 'DIR-4', 'DIR-5', 'DIR-6'], 'the types are bare names', {
    'data.*': ({ short_name }) => short_name,
  }),
  each(['DIR-3', 'DIR-4'], 'short_name is a number', { short_name: (name) => name.length }),
  each(
    'DIR-3',
    'a name changes from reading to reading',
    invoice((type) => {
      type.short_name += `_${++readings}`;
    }),
  ),
  each('DIR-3', 'names follow the language of the reader', (type, { request }) => {
    if (getHeader(request, 'accept-language') === 'de') type.short_name += '_de';
  }),
  ...['letter_of_authorization', 'business_registration'].map((name) =>
    page(['DIR-4', 'DIR-7'], `${name} is not listed`, (body) => {
      body.data = body.data.filter((type: Body) => type.short_name !== name);
      body.meta.page_size = body.data.length;
      body.meta.total_results -= 1;
    }),
  ),
  page('PAGE-3', 'later pages have one item twice in place of another', ({ data, meta }) => {
    if (meta.page_number > 1 && data.length > 1) data[0] = data[1];
  }),
  each('DIR-5', 'description is an object', { description: (en) => ({ en }) }),
  each(
    'DIR-6',
    'one type has no description',
    invoice((type) => delete type.description),
  ),
  each(
    'DIR-6',
    'one description is empty',
    invoice((type) => Object.assign(type, { description: '' })),
  ),
  changeRequest('DIR-7', 'page[size] is not read', 'documentTypes', (request) =>
    withQuery(request, { 'page[size]': undefined }),
  ),
  changeRequest('DIR-7', 'a page has one item more than requested', 'documentTypes', (request) => {
    const { size } = getPage(request);
    return parameter(request, 'page[size]') && size > 0 && size < 1000
      ? withQuery(request, { 'page[size]': size + 1 })
      : undefined;
  }),
  fault(['DIR-7', 'ERR-13'], 'page[size] is refused', (request, call) =>
    goesTo('documentTypes', request) && parameter(request, 'page[size]') ? refusal(400, '10015') : call(request),
  ),
  each('DIR-8', 'every type has a status', { status: 'active' }),
  shows('update')('DIR-8', 'a notification has a status', { status: 'active' }),
];
