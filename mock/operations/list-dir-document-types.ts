import type { Operation } from './operation.ts';
import { answerPage } from './pagination.ts';

/** One page of the document types that the fixtures have (source document, Endpoints > 3; DIR-4, DIR-8), the same for every account. */
export const listDirDocumentTypes: Operation<'listDirDocumentTypes'> = {
  code: '10015',
  handle({ values }, world) {
    const rows = world.scenarios.rows('listDirDocumentTypes', world.documentTypes);
    return answerPage(rows, values, ['DIR-1', 'DIR-2', 'DIR-7']);
  },
};
