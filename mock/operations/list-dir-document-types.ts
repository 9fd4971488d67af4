import { pagesOf } from '../../spec/deployment/list-pages.ts';
import type { Operation } from './operation.ts';
import { answerPage } from './pagination.ts';

/** One page of the document types (source document, Endpoints > 3; DIR-4, DIR-8), the same for every account. */
export const listDirDocumentTypes: Operation<'listDirDocumentTypes'> = {
  code: '10015',
  handle({ values }, world) {
    const rows = world.scenarios.rows('listDirDocumentTypes', world.listedDocumentTypes);
    const { choices } = world;
    const { number, size, fallback } = pagesOf('listDirDocumentTypes', choices);
    const asked = {
      number: values[number],
      size: values[size],
      sizes: {
        fallback,
        largest: choices.documentTypesLargestSize,
        above: choices.documentTypesAbove,
        ofNothing: choices.documentTypesBelow,
        negative: choices.documentTypesNegative,
      },
      beyond: 'documentTypesPageBeyond',
      numberName: number,
    } as const;
    return answerPage(rows, asked, ['DIR-1', 'DIR-2', 'DIR-7'], choices);
  },
};
