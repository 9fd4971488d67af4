import type { Schema } from '../api.ts';
import { Choice } from '../parts.tsx';

type Exchange = Schema<'Exchange'>;

/** Which exchanges are wanted; an empty text is any. */
export interface Filter {
  status: string;
  operation: string;
}

export const allExchanges: Filter = { status: '', operation: '' };

const classes = ['2xx', '4xx', '5xx'];
const outside = 'outside the contract';

/** Whether an exchange is wanted. A status is a number, or a class such as `4xx`. */
export function passes({ operation, response }: Exchange, filter: Filter): boolean {
  const status = String(response.status);
  const fits = filter.status === '' || status === filter.status || `${status[0]}xx` === filter.status;
  return fits && (filter.operation === '' || (operation ?? outside) === filter.operation);
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
  return (
    <p class="filters">
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
