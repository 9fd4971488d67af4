import { expect, test } from 'vitest';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import type { Pair } from '../asked/pair.ts';
import { metaOf, sayKinds, withSteadyMetas } from './refusal-metas.ts';

/** A refusal by the target with these errors, where ours is about a member of an entry. */
function refused(errors: unknown, at = 0): Pair {
  const request = { method: 'POST', url: 'http://target/v2/email_messages?a=1', headers: [] };
  const about = { case: `case ${at}`, rules: [], at, headers: [], broken: [], status: 422 };
  const seen: NotedExchange = { ...about, request, text: JSON.stringify({ errors, more: true }) };
  const ours = JSON.stringify({ errors: [{ code: '10015', source: { pointer: '/to/0/email' } }] });
  return { seen, ours: { status: 422, text: ours, rules: [] } };
}

const bodyOf = ({ seen }: Pair | undefined = refused([])) => JSON.parse(seen.text);

test('what a meta repeats of its request and its error has a placeholder, in each of its errors', () => {
  const meta = {
    path: '/v2/email_messages',
    url: '/v2/email_messages?a=1',
    help: 'see/30001#a',
    at: 'to[0].email',
    of: 3,
  };
  const errors = [
    { code: '30001', meta },
    { code: '123', meta: { help: '/123' } },
    { code: '12', meta: { help: '/12' } },
    { code: '30001', meta: 'none' },
  ];
  expect(bodyOf(withSteadyMetas([refused(errors)])[0])).toEqual({
    errors: [
      { code: '30001', meta: { ...meta, path: '{path}', help: 'see/{code}#a', at: '{place}' } },
      { code: '123', meta: { help: '/{code}' } },
      ...errors.slice(2),
    ],
    more: true,
  });
});

test('of what a meta says otherwise each time there is an example, and the rest is as it came', () => {
  const traces = ['a', 'b', 'c'].map((trace, at) => refused([{ code: '1', meta: { trace, kind: 'x' } }], at));
  expect(withSteadyMetas(traces).map((pair) => bodyOf(pair).errors)).toEqual(
    traces.map(() => [{ code: '1', meta: { trace: 'a', kind: 'x' } }]),
  );
});

test('a refusal has the meta of its first error, if that is an object', () => {
  const metas = [
    [{ meta: { a: 1 } }, { meta: { b: 1 } }],
    [{}, { meta: { b: 1 } }],
    [{ meta: null }],
    [{ meta: 'a' }],
    [],
    'a',
  ];
  expect(metas.map((errors) => metaOf(refused(errors).seen))).toEqual([{ a: 1 }, ...Array(5).fill(undefined)]);
});

test('metas say what kind of fault it is where their words differ, and not where anything else does', () => {
  const say = (...metas: unknown[]) => sayKinds(metas.map((value) => ({ value })));
  expect(say({ kind: 'type' }, { kind: 'missing' })).toBe(true);
  expect(say({ kind: 'Type' }, { kind: 'Missing' })).toBe(true);
  expect(say({ kind: 'type' }, 'none')).toBe(true);
  expect(say({ kind: 'type', of: 1 }, { kind: 'type', of: 2 })).toBe(false);
  expect(say({ kind: 'type', msg: 'it is bad' }, { kind: 'type', msg: 'it is too long' })).toBe(false);
});
