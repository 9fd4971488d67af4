import { answer } from '../contract/answer.ts';
import type { Operation } from './operation.ts';
import { page, requestedPage } from './pagination.ts';

/** One page of the document types, which are the same for every account (source document, Endpoints > 3). */
export const listDirDocumentTypes: Operation<'listDirDocumentTypes'> = {
  code: '10015',
  unauthorized: ['AUTH-5'],
  handle({ values }, world) {
    const rows = world.scenarios.rows('listDirDocumentTypes', world.documentTypes);
    return answer(200, page(rows, requestedPage(values)), 'DIR-2', 'DIR-7', 'PAGE-5', 'PAGE-11');
  },
};
