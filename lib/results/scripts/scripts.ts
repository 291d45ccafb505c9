import { type Engine, openEngine } from './engine.ts';
import { type Evaluate, type Evaluation, overdue } from './evaluate.ts';

/**
 * Does work that must not wait, and gives what it gives; undefined when it took longer and was ended,
 * wherever it was.
 */
export type Watch = <Given>(ms: number, work: () => Given) => Given | undefined;

type Call = PromiseWithResolvers<Evaluation> & { readonly script: string; readonly argument: string };

/**
 * Evaluates functions in an engine that is opened by the first of them, and replaced when it is full or
 * broken. Those that are asked for at one time are watched together, for to watch one costs as much as to
 * evaluate it.
 *
 * @param now milliseconds of processor time, so that a busy machine ends no function early.
 * @param watch ends what the engine does not end by itself; absent: nothing does.
 * @param turn lets others have theirs who wait for this thread; absent: they wait until all functions are
 *   evaluated.
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
        ms = isEnded && evaluations.length === 0 ? ms * patience : watchMs;
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

/**
 * The evaluations of the first calls. Of the one in which it was ended only when its own time was used up.
 */
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
  // Of what it was ended in the midst of, nothing can be used.
  engine.abandon();
  const before = evaluations.slice(0, begun - 1);
  if (engine.isOverdue()) before.push({ problem: overdue, output: [] });
  return { evaluations: before, isEnded: true };
}

/**
 * By the clock on the wall: loops inside the engine (a search for a long text, a sort of bytes) look at no
 * time, and end here. A function that had not used up its processor time by then is called again, for the
 * machine was busy, or its result is long.
 */
const watchMs = 250;
/** Each time that it is called again it has so many times longer. */
const patience = 4;
/**
 * Processor time after which those that still wait are watched anew, so that the many do not end each other.
 */
const togetherMs = 50;
