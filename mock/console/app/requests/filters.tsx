import type { Schema } from '../api.ts';
import { Choice, Search } from '../fields.tsx';

type Exchange = Schema<'Exchange'>;

/** Which exchanges are wanted; an empty text is any. */
export interface Filter {
  /** Stands in the path or in a body, in whatever letter case. */
  text: string;
  method: string;
  /** A number, or a class such as `4xx`. */
  status: string;
  operation: string;
}

export const allExchanges: Filter = { text: '', method: '', status: '', operation: '' };

const classes = ['2xx', '4xx', '5xx'];

/** What is chosen among that which the exchanges have. */
const choices = [
  { name: 'method', label: 'Method', of: ({ request }: Exchange) => request.method },
  { name: 'status', label: 'Status', of: ({ response }: Exchange) => String(response.status) },
  { name: 'operation', label: 'Operation', of: ({ operation }: Exchange) => operation ?? 'outside the contract' },
] as const;

/** Whether an exchange is wanted. */
export function passes(exchange: Exchange, filter: Filter): boolean {
  const { request, response } = exchange;
  const text = filter.text.toLowerCase();
  const isChosen = choices.every(({ name, of }) => {
    const wanted = filter[name];
    const value = of(exchange);
    return wanted === '' || wanted === value || (name === 'status' && wanted === `${value[0]}xx`);
  });
  return isChosen && [request.url, request.body, response.body].some((part) => part.toLowerCase().includes(text));
}

/** Chooses among the methods, statuses and operations that there are. */
export function Filters({
  exchanges,
  filter,
  onChange,
}: {
  exchanges: Exchange[];
  filter: Filter;
  onChange: (filter: Filter) => void;
}) {
  return (
    <p class="filters">
      <Search label="Search in path and body" value={filter.text} onChange={(text) => onChange({ ...filter, text })} />
      {choices.map(({ name, label, of }) => (
        <Choice
          key={name}
          label={label}
          value={filter[name]}
          values={[...(name === 'status' ? classes : []), ...unique(exchanges.map(of), filter[name])]}
          onChange={(value) => onChange({ ...filter, [name]: value })}
        />
      ))}
    </p>
  );
}

/** What there is, sorted, with what is chosen even when it is gone. */
function unique(values: string[], chosen: string): string[] {
  return [...new Set([...values, chosen])].filter((value) => value !== '' && !classes.includes(value)).sort();
}
