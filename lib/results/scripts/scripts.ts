import { type Engine, openEngine } from './engine.ts';
import { type Evaluate, type Evaluation, overdue } from './evaluate.ts';

/** Does work that must not wait, and gives what it gives; undefined when it took longer and was ended, wherever it was. */
export type Watch = (ms: number, work: () => Evaluation) => Evaluation | undefined;

/**
 * Evaluates functions in an engine that is opened by the first of them, and replaced when it is full or broken.
 *
 * @param now milliseconds of processor time, so that a busy machine ends no function early.
 * @param watch ends what the engine does not end by itself; absent: nothing does.
 */
export function openScripts(now: () => number, watch: Watch = (_, work) => work()): Evaluate {
  let opened: Promise<Engine> | undefined;
  const engineFor = async (script: string): Promise<Engine> => {
    for (;;) {
      opened ??= openEngine(now);
      const mine = opened;
      const engine = await mine;
      if (engine.takes(script)) return engine;
      // Of several who wait for another one, the first opens it.
      if (opened === mine) opened = undefined;
    }
  };
  return async (script, argument) => {
    for (let ms = watchMs; ; ms *= patience) {
      const engine = await engineFor(script);
      const evaluation = watch(ms, () => engine.evaluate(script, argument));
      if (evaluation !== undefined) return evaluation;
      // Of what it was ended in the midst of, nothing can be used.
      engine.abandon();
      if (engine.isOverdue()) return { problem: overdue, output: [] };
    }
  };
}

/**
 * By the clock on the wall: loops inside the engine (a search for a long text, a sort of bytes) look at no time, and end here. A
 * function that had not used up its processor time by then is called again, for the machine was busy, or its result is long.
 */
const watchMs = 250;
/** Each time that it is called again it has so many times longer. */
const patience = 4;
