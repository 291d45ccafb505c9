import type { Clock } from '../../../../lib/driver/clock.ts';
import type { Thread, ToThread } from '../../../../lib/driver/driving/threads/messages.ts';
import { serveThread, type ThreadEnvironment } from '../../../../lib/driver/driving/threads/serve-thread.ts';

/**
 * Threads in virtual time. Their code is real. Messages are copied as between real threads, and arrive one
 * turn of the loop later.
 */
export class VirtualThreads {
  /** The numbers of threads that were started, released and ended. */
  started = 0;
  released = 0;
  ended = 0;
  readonly #clock: Clock;
  readonly #environment: (index: number) => ThreadEnvironment;
  readonly #losses: ((reason: string) => void)[] = [];
  readonly #deaf = new Set<number>();
  readonly #failing = new Map<ToThread['call'], string>();
  #awaited: { readonly call: ToThread['call']; readonly then: () => void } | undefined;

  constructor(clock: Clock, environment: (index: number) => ThreadEnvironment) {
    this.#clock = clock;
    this.#environment = environment;
  }

  readonly start = (): Thread => {
    const index = this.started++;
    const deliver = <Message>(message: Message, to: (copy: Message) => void): void => {
      const copy = structuredClone(message);
      this.#clock.soon(() => {
        if (!this.#deaf.has(index)) to(copy);
      });
    };
    let received: Parameters<Thread['listen']>[0] = () => {};
    const receive = serveThread(this.#environment(index), (message) =>
      deliver(message, (copy) => received(copy)),
    );
    return {
      post: (message) => {
        if (message.call === this.#awaited?.call) this.#awaited.then();
        const { id, call } = message;
        const error = this.#failing.get(call);
        if (error === undefined) deliver(message, receive);
        else deliver({ id, error }, (copy) => received(copy));
      },
      listen: (listener, lost) => {
        received = listener;
        this.#losses[index] = lost;
      },
      release: () => {
        this.released += 1;
      },
      end: () => {
        this.ended += 1;
        this.#deaf.add(index);
      },
    };
  };

  /** Runs a function when a thread gets a call. */
  when(call: ToThread['call'], then: () => void): void {
    this.#awaited = { call, then };
  }

  /** From now on, threads answer this call with an error. */
  fail(call: ToThread['call'], error: string): void {
    this.#failing.set(call, error);
  }

  /** Simulates a thread that has ended: its loop does nothing any more. */
  lose(index: number, reason: string): void {
    this.hang(index);
    this.#losses[index]?.(reason);
  }

  /** Simulates a thread that no longer receives or sends messages. */
  hang(index: number): void {
    this.#deaf.add(index);
  }
}
