import { answer } from '../contract/answer.ts';
import type { Operation } from './operation.ts';
import { page, requestedPage } from './pagination.ts';

/** One page of the document types, which are the same for every account. */
export const listDirDocumentTypes: Operation<'listDirDocumentTypes'> = ({ values }, world) =>
  answer(
    200,
    page(world.scenarios.rows('listDirDocumentTypes', world.documentTypes), requestedPage(values)),
    'DIR-2',
    'DIR-7',
    'PAGE-5',
    'PAGE-11',
  );
