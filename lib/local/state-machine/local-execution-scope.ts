import { randomBytes, randomUUID } from 'node:crypto';
import { steadyClock } from '../steady-clock.ts';
import type { Clock } from './interpreter/clock.ts';
import type { Scope, Services } from './interpreter/execution-scope.ts';
import { createTaskTokens, type TaskTokens } from './interpreter/tokens.ts';

/** The longest delay of a timer of Node.js in milliseconds: 24.8 days. */
const timerMsMax = 2 ** 31 - 1;

/**
 * The clock of this machine without its steps: a correction of the time does not change it while an execution
 * runs.
 */
const systemClock: Clock = {
  now: () => steadyClock.now(),
  random: () => Math.random(),
  after(ms, call) {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      timer = setTimeout(
        () => (left > timerMsMax ? wait(left - timerMsMax) : call()),
        Math.min(left, timerMsMax),
      );
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};

export const localTaskTokens = (): TaskTokens =>
  createTaskTokens(() => randomBytes(48).toString('base64url'));

/** The scope of an execution on this machine. An item of a Map gets a random name, and starts at once. */
export const localScope = (context: Scope['context'], signal: AbortSignal, services: Services): Scope => ({
  context,
  signal,
  clock: systemClock,
  services,
  async openChild(map, item, ending) {
    const { Execution, StateMachine } = context;
    const name = randomUUID();
    const child = { Id: `${Execution.Id}/${map}:${name}`, Name: name, Input: item, StartTime: isoNow() };
    return localScope({ Execution: child, StateMachine }, ending, services);
  },
});

export const isoNow = (): string => new Date().toISOString();
