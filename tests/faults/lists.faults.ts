import { changeAnswer, type Fault, fault } from './fault.ts';

/** Faults of pagination, document types and mission runs. */
export const faults: readonly Fault[] = [
  fault(
    'PAGE-5',
    'page_size is the requested size, not the number of items returned',
    changeAnswer('runs', ({ body }, { url }) => {
      if (body.meta) body.meta.page_size = Number(new URL(url, 'http://x').searchParams.get('page[size]') ?? 20);
    }),
  ),
];
