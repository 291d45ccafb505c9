import { type Engine, openEngine } from './engine.ts';
import type { Evaluate } from './evaluate.ts';

/**
 * Evaluates functions in an engine that is opened by the first of them, and replaced when it is full or broken.
 *
 * @param now milliseconds of processor time, so that a busy machine ends no function early.
 */
export function openScripts(now: () => number): Evaluate {
  let opened: Promise<Engine> | undefined;
  return async (script, argument) => {
    for (;;) {
      opened ??= openEngine(now);
      const mine = opened;
      const engine = await mine;
      if (engine.takes(script)) return engine.evaluate(script, argument);
      // Of several who wait for another one, the first opens it.
      if (opened === mine) opened = undefined;
    }
  };
}
