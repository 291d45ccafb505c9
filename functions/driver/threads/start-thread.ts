import { Worker } from 'node:worker_threads';
import type { FromThread, Thread, ToThread } from '../../../lib/driver/driving/threads/messages.ts';

/**
 * Starts another event loop for a drive. To load and warm a thread takes some tenths of a second, so an idle
 * thread is kept for the next drive of this environment. It does not keep the process alive.
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
    // The error is more useful than the exit code, and comes first.
    worker.once('error', (error) => this.#lose(error instanceof Error ? error.message : String(error)));
    worker.once('exit', (code) => this.#lose(`its thread ended with code ${code}`));
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

/** The file is in the same folder, for the source and for the bundle. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.mjs', import.meta.url);
