import { Worker } from 'node:worker_threads';
import type { FromThread, Thread, ToThread } from '../../../lib/driver/driving/threads/messages.ts';

/**
 * Another event loop for a drive. To load and warm one takes some tenths of a second, so those that have done their work
 * stay for the next drive of this environment, and do not hold the process.
 */
export const startThread = (): Thread => resting.pop() ?? new WorkerThread();

const resting: WorkerThread[] = [];

class WorkerThread implements Thread {
  readonly #worker: Worker;
  #heard: (message: FromThread) => void = () => {};
  #onLost: (reason: string) => void = () => {};

  constructor() {
    const worker = new Worker(threadFile, { execArgv: [] });
    worker.on('message', (message: FromThread) => this.#heard(message));
    // What it threw says more than that it ended, and comes first.
    worker.once('error', (error) => this.#lose(error instanceof Error ? error.message : String(error)));
    worker.once('exit', (code) => this.#lose(`its thread ended with code ${code}`));
    this.#worker = worker;
  }

  post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  listen(heard: (message: FromThread) => void, onLost: (reason: string) => void): void {
    this.#heard = heard;
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

/** Beside this file, and beside the bundle that this file is part of. */
const threadFile = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.mjs', import.meta.url);
