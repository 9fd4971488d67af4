import type { Operation } from './operation.ts';
import { answerPage } from './pagination.ts';

/** One page of the document types (source document, Endpoints > 3; DIR-4, DIR-8), the same for every account. */
export const listDirDocumentTypes: Operation<'listDirDocumentTypes'> = {
  code: '10015',
  handle(request, world) {
    const rows = world.scenarios.hideRows('listDirDocumentTypes', world.fixtures.seed.documentTypes);
    return answerPage(rows, request, ['DIR-1', 'DIR-2', 'DIR-7'], world.choices);
  },
};
