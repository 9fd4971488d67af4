import type { Choices } from '../../../spec/generated/choices.ts';
import { UUID } from '../../../spec/validators.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { membersOf, parsed } from '../../suite/wire/answer.ts';
import { headerOf } from '../../suite/wire/exchange.ts';
import { requestOf } from '../asked/compared-members.ts';
import { bodyOf, isRefusal, isSuccess } from '../asked/pair.ts';
import { each } from './measure.ts';

/** What becomes of an update with one half of a threshold, from those with a unit alone. */
const partOfThreshold = each<Choices['partOfThreshold']>((seen) => {
  const { unit, ...others } = membersOf(requestOf(seen).threshold);
  if ((unit !== 'MB' && unit !== 'GB') || Object.keys(others).length > 0) return undefined;
  if (isRefusal(seen)) return [400, 422].includes(seen.status) ? 'refused' : undefined;
  const { amount } = membersOf(membersOf(bodyOf(seen)?.data).threshold);
  // What a threshold is completed with is an amount of nothing.
  if (!isSuccess(seen) || amount === undefined || amount === null) return undefined;
  return Number(amount) === 0 ? 'completed' : 'merged';
});

/** What an update is refused for first, from invalid and unreadable ones of ids that nobody has. */
function idAndBody(exchanges: readonly NotedExchange[]): Choices['idAndBody'] | undefined {
  const about = exchanges.filter(({ rules }) => rules.includes('SIM-24'));
  const bodies = about.flatMap(({ request: { body }, status }) => (status === 404 && body ? [parsed(body)] : []));
  if (bodies.includes(undefined)) return 'idBeforeReading';
  const isWrong = (body: unknown) => membersOf(membersOf(body).threshold).unit === 'KB';
  return bodies.some(isWrong) ? 'idFirst' : undefined;
}

/** Whether a body is under the one type that every service reads. */
const isJson = (headers: NotedExchange['request']['headers']) =>
  /^application\/json\b/i.test(headerOf(headers, 'content-type') ?? '');

/** Whether an update with `{}` that is refused where its id is known finds no resource where it is not. */
function emptyUpdate(exchanges: readonly NotedExchange[]): Choices['emptyUpdate'] | undefined {
  if (idAndBody(exchanges) !== undefined) return undefined;
  const empty = exchanges.filter(({ request: { body, headers } }) => body === '{}' && isJson(headers));
  const isAbout = ({ request: { url } }: NotedExchange) => UUID.test(new URL(url, 'http://target').pathname.slice(-36));
  const statuses = empty.filter(isAbout).map(({ status }) => status);
  const isRefused = statuses.some((status) => status === 400 || status === 422);
  return isRefused && statuses.includes(404) ? 'refusedKnown' : undefined;
}

/** What updates of the notification show. */
export const measuresOfUpdates = { partOfThreshold, idAndBody, emptyUpdate };
