import { Blob, Buffer } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import * as timers from 'node:timers';
import { TextDecoder, TextEncoder } from 'node:util';

/**
 * Replaces globals in every module of the package. Timers and clocks are those at load time, so that fake ones of a test don't stop the
 * mock. Others are Node's own, where an environment such as jsdom replaces or omits them. `globalThis` has the current ones.
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
