import { expect, test } from 'vitest';
import { inWorker } from './in-worker.ts';

/** A module that does this work; of the input it sees `input`, and says where it is with `say`. */
function moduleOf(body: string): URL {
  const library = JSON.stringify(new URL('./in-worker.ts', import.meta.url).href);
  const code = `import { work } from ${library}; await work((input, say) => { ${body} });`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

const limits = { seconds: 30, megabytes: 100 };

test('the result of the work is returned', async () => {
  expect(await inWorker(moduleOf('return { got: input };'), [1, 'x'], limits)).toEqual({ got: [1, 'x'] });
});

test('an error of the work is rethrown', async () => {
  for (const kind of ['Error', 'RangeError'])
    await expect(inWorker(moduleOf(`throw new ${kind}("no: " + input)`), 'x', limits)).rejects.toThrow(/^no: x$/);
});

test('endless work is ended with its last place', async () => {
  const endless = moduleOf('say("the first place"); say("the place"); for (;;);');
  await expect(inWorker(endless, null, { ...limits, seconds: 1 })).rejects.toThrow(
    /^takes more than 1 s of processor time, at the place$/,
  );
});

test('work that takes too much memory is ended', async () => {
  const growing = moduleOf('const all = []; for (;;) all.push({ a: {} });');
  await expect(inWorker(growing, null, limits)).rejects.toThrow('takes more than 100 MB');
});
