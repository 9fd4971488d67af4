import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from '@playwright/test';
import { Budget, LARGE } from '../collections/memory.ts';
import { ClientLeft } from '../contract/check.ts';
import { InFlight } from './in-flight.ts';

function exchange(limit = 8 * LARGE) {
  const budget = new Budget(limit);
  const response = new EventEmitter();
  return { budget, response, inFlight: new InFlight(budget, response as ServerResponse) };
}

test('what an exchange takes is free again when its connection is done with it, and counted once', () => {
  const { budget, response, inFlight } = exchange();
  inFlight.read(1_000);
  inFlight.write(500);
  expect([budget.of('bodies').bytes, budget.of('answers').bytes]).toEqual([1_000, 500]);
  response.emit('finish');
  response.emit('close');
  expect([budget.of('bodies').bytes, budget.of('answers').bytes]).toEqual([0, 0]);
});

test('nothing is read for a connection that has ended', () => {
  const { budget, response, inFlight } = exchange();
  response.emit('close');
  expect(inFlight.read(1)).toBe(false);
  expect(budget.of('bodies').bytes).toBe(0);
});

test('who asks after the connection has ended is told that the client has left', () => {
  const { response, inFlight } = exchange();
  const told: unknown[] = [];
  inFlight.onLeft((reason) => told.push(reason));
  response.emit('close');
  inFlight.onLeft((reason) => told.push(reason));
  expect(told.map((reason) => reason instanceof ClientLeft)).toEqual([true, true]);
});

test('the last eighth of the memory is for what is small', () => {
  const { inFlight } = exchange();
  expect(inFlight.read(7 * LARGE)).toBe(true);
  expect(exchange().inFlight.read(7 * LARGE + 1)).toBe(false);
  expect([inFlight.fits(LARGE), inFlight.fits(LARGE + 1)]).toEqual([true, false]);
});
