import { type Engine, openEngine } from './engine.ts';
import type { Evaluate, Evaluation } from './evaluation.ts';
import { scriptLimits } from './limits.ts';

/** Runs work with a time limit and returns its result; undefined when it took longer and was ended. */
export type Watch = <Given>(ms: number, work: () => Given) => Given | undefined;

type Call = PromiseWithResolvers<Evaluation> & { readonly script: string; readonly argument: string };

/**
 * Evaluates functions in an engine. The first function opens the engine, and it is replaced when it is full
 * or broken. Functions that are requested at the same time share one watch, because a watch costs as much as
 * an evaluation.
 *
 * @param now milliseconds of processor time, so that a busy machine ends no function early.
 * @param watch ends functions that the engine does not end by itself; absent: no watch.
 * @param turn lets other tasks of this thread run; absent: they wait until all functions are evaluated.
 */
export function openScripts(
  now: () => number,
  watch: Watch = (_, work) => work(),
  turn: () => Promise<unknown> = () => Promise.resolve(),
): Evaluate {
  let opened: Promise<Engine> | undefined;
  const waiting: Call[] = [];
  let isRunning = false;
  const engineFor = async (script: string): Promise<Engine> => {
    for (;;) {
      opened ??= openEngine(now);
      const engine = await opened;
      if (engine.takes(script)) return engine;
      opened = undefined;
    }
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    try {
      for (let ms = watchMs; waiting[0] !== undefined; ) {
        const engine = await engineFor(waiting[0].script);
        const { evaluations, isEnded } = evaluateSome(engine, waiting, now, (work) => watch(ms, work));
        for (const evaluation of evaluations) waiting.shift()?.resolve(evaluation);
        await turn();
        const isAgain = isEnded && evaluations.length === 0;
        ms = isAgain ? Math.max(ms * patience, engine.isWriting ? writingWatchMs : 0) : watchMs;
      }
    } catch (error) {
      for (const { reject } of waiting.splice(0)) reject(error);
    } finally {
      isRunning = false;
    }
  };
  return (script, argument) => {
    const call: Call = { ...Promise.withResolvers<Evaluation>(), script, argument };
    waiting.push(call);
    if (!isRunning) void run();
    return call.promise;
  };
}

/** Evaluates the first calls. The interrupted call is among the results only if it used up its own time. */
function evaluateSome(
  engine: Engine,
  calls: readonly Call[],
  now: () => number,
  watch: (work: () => true) => true | undefined,
): { readonly evaluations: readonly Evaluation[]; readonly isEnded: boolean } {
  const evaluations: Evaluation[] = [];
  let begun = 0;
  const until = now() + togetherMs;
  const isDone = watch(() => {
    for (const { script, argument } of calls) {
      if (begun > 0 && (!engine.takes(script) || now() > until)) break;
      begun += 1;
      evaluations.push(engine.evaluate(script, argument));
    }
    return true;
  });
  if (isDone) return { evaluations, isEnded: false };
  // The engine is not used again, because an interrupted engine may be in an inconsistent state.
  engine.abandon();
  const before = evaluations.slice(0, begun - 1);
  if (engine.isOverdue()) before.push({ problem: engine.overdue, output: [] });
  return { evaluations: before, isEnded: true };
}

/**
 * Milliseconds of the wall clock. Loops inside the engine (a search for a long text, a sort of bytes) do not
 * check the time and end here. If a function had not used up its processor time by then, it is called again,
 * because the machine was busy or its result is long.
 */
const watchMs = 250;
/** A function that ran out of time is called again, with its time multiplied by this number. */
const patience = 4;
/**
 * Milliseconds of the wall clock of a call that is repeated because it was writing its result. They exceed
 * the processor time for writing, so that an endless result is written at most twice.
 */
const writingWatchMs = 4 * scriptLimits.scriptWritingMs;
/**
 * Milliseconds of processor time after which the remaining calls get a new watch, so that the time of one
 * call does not end another.
 */
const togetherMs = 50;
