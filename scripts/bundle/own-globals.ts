import { Blob, Buffer } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import * as timers from 'node:timers';
import { TextDecoder, TextEncoder } from 'node:util';

/**
 * What takes the place of globals in every module of the package: timers and clocks as they were when it was loaded, so that a test's
 * fake ones don't stop the mock, and Node's own of what an environment such as jsdom replaces or leaves out. Whoever wants what is there
 * now says `globalThis`.
 */
const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = timers;
const { queueMicrotask, Date: OwnDate } = globalThis;
const { nextTick, hrtime } = process;
const OwnUint8Array = Object.getPrototypeOf(Buffer);
const OwnArrayBuffer = Buffer.alloc(0).buffer.constructor;

export {
  Blob,
  clearImmediate,
  clearInterval,
  clearTimeout,
  hrtime as 'process.hrtime',
  nextTick as 'process.nextTick',
  OwnArrayBuffer as ArrayBuffer,
  OwnDate as Date,
  OwnUint8Array as Uint8Array,
  performance,
  queueMicrotask,
  setImmediate,
  setInterval,
  setTimeout,
  TextDecoder,
  TextEncoder,
};
