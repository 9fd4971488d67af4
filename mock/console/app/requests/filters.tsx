import type { Schema } from '../api.ts';
import { Choice } from '../parts.tsx';

type Exchange = Schema<'Exchange'>;

/** Which exchanges are wanted; an empty text is any. */
export interface Filter {
  /** Stands in the path or in a body, in whatever letter case. */
  text: string;
  method: string;
  status: string;
  operation: string;
}

export const allExchanges: Filter = { text: '', method: '', status: '', operation: '' };

const classes = ['2xx', '4xx', '5xx'];
const outside = 'outside the contract';

/** Whether an exchange is wanted. A status is a number, or a class such as `4xx`. */
export function passes({ operation, request, response }: Exchange, filter: Filter): boolean {
  const status = String(response.status);
  const has = (wanted: string, ...values: string[]) => wanted === '' || values.includes(wanted);
  const text = filter.text.toLowerCase();
  return (
    has(filter.status, status, `${status[0]}xx`) &&
    has(filter.method, request.method) &&
    has(filter.operation, operation ?? outside) &&
    [request.url, request.body, response.body].some((part) => part.toLowerCase().includes(text))
  );
}

/** Chooses among the statuses and operations that there are. */
export function Filters({
  exchanges,
  filter,
  onChange,
}: {
  exchanges: Exchange[];
  filter: Filter;
  onChange: (filter: Filter) => void;
}) {
  const statuses = exchanges.map(({ response }) => String(response.status));
  const operations = exchanges.map(({ operation }) => operation ?? outside);
  const methods = exchanges.map(({ request }) => request.method);
  return (
    <p class="filters">
      <input
        type="search"
        aria-label="Search in path and body"
        placeholder="Search in path and body"
        value={filter.text}
        onInput={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      <Choice
        label="Method"
        value={filter.method}
        values={unique(methods, filter.method)}
        onChange={(method) => onChange({ ...filter, method })}
      />
      <Choice
        label="Status"
        value={filter.status}
        values={[...classes, ...unique(statuses, filter.status)]}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <Choice
        label="Operation"
        value={filter.operation}
        values={unique(operations, filter.operation)}
        onChange={(operation) => onChange({ ...filter, operation })}
      />
    </p>
  );
}

/** What there is, sorted, with what is chosen even when it is gone. */
function unique(values: string[], chosen: string): string[] {
  return [...new Set([...values, chosen])].filter((value) => value !== '' && !classes.includes(value)).sort();
}
