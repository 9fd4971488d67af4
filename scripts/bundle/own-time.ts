/**
 * What takes the place of Node's timers and clocks in every module of the package: those of the moment when it was loaded, so that a
 * test's fake ones don't stop the mock. Whoever wants the faked ones says `globalThis`.
 */
const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, queueMicrotask } =
  globalThis;
const { performance, Date: OwnDate } = globalThis;
const { nextTick, hrtime } = process;

export {
  clearImmediate,
  clearInterval,
  clearTimeout,
  OwnDate as Date,
  hrtime as 'process.hrtime',
  nextTick as 'process.nextTick',
  performance,
  queueMicrotask,
  setImmediate,
  setInterval,
  setTimeout,
};
