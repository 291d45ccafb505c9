import { isShortage } from '../../http/connect-failures/unreachable.ts';
import { type Environment, openShardRun } from '../../session/shard-run.ts';
import type { Meter } from '../meter.ts';
import { Turns } from '../work-in-pieces.ts';
import type { DriveRun, RunMeasured } from './drive-run.ts';
import { runHere } from './local-run.ts';
import type { CallName, FromThread, ReplyOf, ThreadOrder, ToThread } from './messages.ts';

/** The environment of a thread: its sockets, and a clock with the same origin as the main thread's clock. */
export type ThreadEnvironment = Pick<Environment, 'clock' | 'connect' | 'connectHotRod'> &
  Required<Pick<Environment, 'collectGarbage'>> & {
    /** Begins to measure the event loop of the thread. */
    meter(): Meter;
  };

/** Serves the calls of the main thread. One after the other, the thread runs its parts of several drives. */
export function serveThread(
  environment: ThreadEnvironment,
  post: (message: FromThread) => void,
): (message: ToThread) => void {
  let part: Part | undefined;
  const replyTo = (message: ToThread): Promise<ReplyOf<CallName>> | ReplyOf<CallName> => {
    if (message.call === 'open') {
      part = new Part(environment, post);
      return part.open(message.order);
    }
    if (part === undefined)
      throw new Error(`a bug in Downpour: an event loop got the call ${message.call} before its assignment`);
    return part.reply(message);
  };
  return async (message) => {
    const { id } = message;
    try {
      post({ id, reply: await replyTo(message) });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      post({ id, error: text, ...(isShortage(error) && { isShortage: true }) });
    }
  };
}

/** The part of one drive that runs in this thread. */
class Part {
  readonly #environment: ThreadEnvironment;
  readonly #post: (message: FromThread) => void;
  readonly #giveUp = new AbortController();
  readonly #meter: Meter;
  #loops: RunMeasured['loops'] | undefined;
  #run: DriveRun | undefined;

  constructor(environment: ThreadEnvironment, post: (message: FromThread) => void) {
    this.#environment = environment;
    this.#post = post;
    this.#meter = environment.meter();
  }

  async open({ assignment, ...order }: ThreadOrder): Promise<undefined> {
    const own: Environment = {
      ...this.#environment,
      ...order,
      log: (line) => this.#post({ event: 'log', line }),
      published: (data) => this.#post({ event: 'published', data }),
    };
    this.#run = runHere(await openShardRun(assignment, own, this.#giveUp.signal), new Turns(own.clock));
  }

  async reply(message: PartMessage): Promise<ReplyOf<CallName>> {
    if (message.call === 'giveUp') this.#giveUp.abort(new Error(message.order.reason));
    if (message.call === 'close') this.#stopWatching();
    // Without a run, no connection was opened, so there is nothing to stop or to close.
    return this.#run === undefined ? undefined : this.#pass(this.#run, message);
  }

  async #pass(run: DriveRun, message: PartMessage): Promise<ReplyOf<CallName>> {
    switch (message.call) {
      case 'run': {
        const { t0Ns, t0 } = message.order;
        return run.run(t0Ns, () => this.#post({ event: 'finished' }), t0);
      }
      case 'stop':
        run.stop(message.order.reason);
        return undefined;
      case 'seal':
        run.seal(message.order.second);
        return undefined;
      case 'live': {
        const slice = await run.live();
        const { active, notices, publications } = run;
        return { slice, active, notices, publications };
      }
      case 'recent': {
        const { stalls, loop } = this.#meter.read(message.order.sinceMs);
        return { ...(await run.recent(message.order)), loops: [{ stalls, loop }] };
      }
      case 'flush': {
        const { stalls, loop } = this.#meter.read(message.order.sinceMs);
        return { ...(await run.flush(message.order.sinceMs)), loops: [{ stalls, loop }] };
      }
      case 'absorb':
        await run.absorb(message.order.snapshot, message.order.maps);
        return undefined;
      case 'snapshot':
        return run.snapshot(message.order.final);
      case 'measured':
        return { ...(await run.measured()), loops: this.#stopWatching() };
      case 'giveUp':
        return undefined;
      case 'close':
        await run.close();
        return undefined;
    }
  }

  #stopWatching(): RunMeasured['loops'] {
    if (this.#loops === undefined) {
      const { stalls, loop } = this.#meter.stop();
      this.#loops = [{ stalls, loop }];
    }
    return this.#loops;
  }
}

type PartMessage = Exclude<ToThread, { call: 'open' }>;
