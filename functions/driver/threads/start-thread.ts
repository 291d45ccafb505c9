import { Worker } from 'node:worker_threads';
import type { FromThread, Thread, ToThread } from '../../../lib/driver/driving/threads/messages.ts';

/**
 * Starts another event loop for a drive. It takes some tenths of a second to load and warm a thread, so an
 * idle thread is kept for the next drive of this environment. An idle thread does not keep the process alive.
 */
export const startThread = (): Thread => resting.pop() ?? new WorkerThread();

const resting: WorkerThread[] = [];

class WorkerThread implements Thread {
  readonly #worker: Worker;
  #onMessage: (message: FromThread) => void = () => {};
  #onLost: (reason: string) => void = () => {};

  constructor() {
    const worker = new Worker(threadFile, { execArgv: [] });
    worker.on('message', (message: FromThread) => this.#onMessage(message));
    // A thread that fails emits an error before its exit code. The error describes the cause better.
    worker.once('error', (error) => this.#lose(error instanceof Error ? error.message : String(error)));
    worker.once('exit', (code) => this.#lose(`the thread of this event loop ended with exit code ${code}`));
    this.#worker = worker;
  }

  post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  listen(onMessage: (message: FromThread) => void, onLost: (reason: string) => void): void {
    this.#onMessage = onMessage;
    this.#onLost = onLost;
    this.#worker.ref();
  }

  release(): void {
    this.listen(
      () => {},
      () => resting.splice(resting.indexOf(this), 1),
    );
    this.#worker.unref();
    resting.push(this);
  }

  end(): void {
    void this.#worker.terminate();
  }

  #lose(reason: string): void {
    const onLost = this.#onLost;
    this.#onLost = () => {};
    onLost(reason);
  }
}

/** The path of the thread's code. It is in the same folder in the source and in the bundle. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.mjs', import.meta.url);
