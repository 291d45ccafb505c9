import type {
  ContextEvalOptions,
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
} from 'quickjs-emscripten-core';
import { EngineMemory } from './engine-memory.ts';
import { type Evaluation, overdue, unwritten, type Valued } from './evaluation.ts';
import { scriptLimits } from './limits.ts';
import { localised } from './locale.ts';
import { outcome, prelude } from './prelude.ts';

/**
 * A compiled function that returns a user's function; or the reason why the user's function cannot be
 * compiled.
 */
type Compiled = { readonly make: QuickJSHandle } | { readonly problem: string };

/**
 * Opens a QuickJS engine, which takes 30 ms. Its code is loaded here, so that only Lambda functions that
 * compute labels or datasets load it.
 */
export async function openEngine(now: () => number): Promise<Engine> {
  const [{ newQuickJSWASMModuleFromVariant, newVariant }, { default: variant }] = await Promise.all([
    import('quickjs-emscripten-core'),
    import('@jitl/quickjs-singlefile-mjs-release-sync'),
  ]);
  const memory = new EngineMemory(scriptLimits.scriptBytesMax);
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: memory.memory }));
  return new Engine(quickJs.newRuntime(), memory, now);
}

/**
 * A QuickJS engine, which runs the JavaScript functions of users. Compiled functions remain in its memory;
 * all other changes of a call are undone.
 */
export class Engine {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #memory: EngineMemory;
  readonly #now: () => number;
  readonly #run: QuickJSHandle;
  readonly #written: QuickJSHandle;
  readonly #writtenByFunction: QuickJSHandle;
  readonly #lines: QuickJSHandle;
  readonly #compiled = new Map<string, Compiled>();
  #compiledLength = 0;
  /**
   * True after a fault of the engine itself, or after an interrupt. Results of this engine would be
   * unreliable.
   */
  #isBroken = false;
  #deadline = Number.POSITIVE_INFINITY;
  #isOverdue = false;
  #isWriting = false;

  constructor(runtime: QuickJSRuntime, memory: EngineMemory, now: () => number) {
    this.#runtime = runtime;
    this.#memory = memory;
    this.#now = now;
    runtime.setMaxStackSize(stackBytes);
    runtime.setInterruptHandler(() => {
      this.#isOverdue ||= this.isOverdue();
      return this.#isOverdue;
    });
    const context = runtime.newContext();
    this.#context = context;
    const locale = context.newFunction('locale', (call) =>
      context.newString(localised(context.getString(call))),
    );
    const made = context.unwrapResult(context.evalCode(prelude, 'prelude.js'));
    const functions = context.unwrapResult(context.callFunction(made, context.undefined, locale));
    this.#run = context.getProp(functions, 'run');
    this.#written = context.getProp(functions, 'written');
    this.#writtenByFunction = context.getProp(functions, 'writtenByFunction');
    this.#lines = context.getProp(functions, 'lines');
    memory.keep();
  }

  /**
   * False when the engine is broken, or when it is full and does not contain `script`. The script then needs
   * a new engine.
   */
  takes(script: string): boolean {
    if (this.#isBroken) return false;
    const isFull =
      this.#compiled.size >= scriptLimits.scriptsKept ||
      this.#compiledLength > scriptLimits.scriptsKeptLength;
    return !isFull || this.#compiled.has(script);
  }

  /** Marks the engine as broken after its call was interrupted. */
  abandon(): void {
    this.#isBroken = true;
  }

  /** True if the last call has used up its time. It may still run, or have been interrupted. */
  isOverdue(): boolean {
    return this.#now() > this.#deadline;
  }

  /** True if the interrupted call was writing its result, so that its function had ended in time. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** The problem of a call that used up its time. */
  get overdue(): string {
    return this.#isWriting ? unwritten : overdue;
  }

  evaluate(script: string, argument: string): Evaluation {
    try {
      const compiled = this.#compiled.get(script) ?? this.#compile(script);
      return 'problem' in compiled ? { ...compiled, output: [] } : this.#call(compiled.make, argument);
    } catch (error) {
      // An error here means that the engine overflowed the native stack, or has a fault.
      this.#isBroken = true;
      return {
        problem: `the JavaScript engine failed in this function (${error instanceof Error ? error.message : error}). The function probably recurses or nests values too deeply, so simplify it. If a simple function also fails, report a bug in Downpour`,
        output: [],
      };
    } finally {
      this.#memory.restore();
    }
  }

  /**
   * Compiles a user's function, which is the value of an expression. The text is placed as in the original
   * server, so that a semicolon may end it.
   */
  #compile(script: string): Compiled {
    const value = `const __func = ${script}\n;`;
    // The text of the function is first compiled by itself. A text that closes the surrounding braces would
    // otherwise run here, and its changes would affect other users.
    const read = this.#read(value, { compileOnly: true });
    this.#memory.restore();
    const made = 'problem' in read ? read : this.#read(`() => { ${value} return __func; }`, {});
    if ('problem' in made) this.#memory.restore();
    else this.#memory.keep();
    this.#compiled.set(script, made);
    this.#compiledLength += script.length;
    return made;
  }

  #read(code: string, options: ContextEvalOptions): Compiled {
    this.#memory.clear();
    this.#begin(scriptLimits.scriptMs);
    const made = this.#context.evalCode(code, 'function.js', options);
    return made.error ? { problem: this.#reason(made.error) } : { make: made.value };
  }

  #call(make: QuickJSHandle, argument: string): Evaluation {
    this.#begin(scriptLimits.scriptMs + argument.length / readPerMs);
    let text = this.#text(this.#run, make, this.#context.newString(argument));
    while (text === outcome.promise && this.#runtime.hasPendingJob() && !this.#isOverdue)
      this.#runtime.executePendingJobs(jobsAtOnce);
    if (text !== undefined && !text.startsWith(outcome.problem) && !this.#isOverdue) {
      const left = this.#deadline - this.#now();
      this.#begin(scriptLimits.scriptWritingMs);
      this.#isWriting = true;
      text = this.#text(this.#written);
      if (text === outcome.code) {
        this.#begin(left);
        text = this.#text(this.#writtenByFunction);
      }
    }
    const problem = this.#isOverdue ? this.overdue : text === undefined ? outOfMemory : problemOf(text);
    const output = this.#output();
    if (problem === undefined) return { ...valuedOf(text ?? ''), output };
    return { problem: problem.startsWith(outOfMemory) ? tooLarge : problem, output };
  }

  #begin(ms: number): void {
    this.#isOverdue = false;
    this.#isWriting = false;
    this.#deadline = this.#now() + ms;
  }

  #output(): readonly string[] {
    this.#begin(scriptLimits.scriptWritingMs);
    const lines = this.#text(this.#lines);
    return lines === undefined || lines === '' ? [] : JSON.parse(lines);
  }

  /**
   * Calls a function of the prelude.
   * @returns its text result; undefined when it was interrupted or had no memory left.
   */
  #text(called: QuickJSHandle, ...values: readonly QuickJSHandle[]): string | undefined {
    const given = this.#context.callFunction(called, this.#context.undefined, ...values);
    return given.error ? undefined : this.#context.getString(given.value);
  }

  #reason(error: QuickJSHandle): string {
    if (this.#isOverdue) return overdue;
    const { name, message } = this.#context.dump(error);
    return `${name}: ${message}`;
  }
}

/**
 * The most bytes of the stack that the engine manages. Each call also takes more of the process's own stack,
 * which must not be exhausted first.
 */
const stackBytes = 192 * 1024;

/** Promise jobs between two checks of the time, so that an endless chain of jobs is ended. */
const jobsAtOnce = 100;

/**
 * Characters of an argument that are read in a millisecond, at least. An argument gets additional time at
 * this rate.
 */
const readPerMs = 10_000;

const problemOf = (text: string): string | undefined =>
  text.startsWith(outcome.problem) ? text.slice(1, 1 + scriptLimits.scriptLineLengthMax) : undefined;

function valuedOf(text: string): Valued {
  if (!text.startsWith(outcome.beyond)) return { json: text.slice(1) };
  const [beyond = '', json = ''] = text.slice(1).split(' ');
  return { json, beyond };
}

const outOfMemory = 'InternalError: out of memory';
const tooLarge = `the function needs more than ${scriptLimits.scriptBytesMax / 2 ** 20} MB`;
