import type { InProcessService } from '../../store/sdk/in-process.ts';
import { type ErrorShape, type FromEnvironment, movable, type ToEnvironment } from './messages.ts';
import { type Channel, type EnvironmentOptions, openProcess, openThread } from './start-thread-or-process.ts';

/** An environment: a running copy of some functions, in a thread or a process. */
export type Environment = {
  /**
   * Loads a function once. Returns the error of its bundle, or undefined when the function can be invoked.
   */
  readonly load: (functionName: string) => Promise<ErrorShape | undefined>;
  /** False until the environment has sent its first message. Until then it may still be starting. */
  readonly hasAnswered: () => boolean;
  /**
   * The milliseconds in which the thread's event loop was busy. 0 for a process, which the host cannot ask.
   */
  readonly activeMs: () => number;
  /** Sets variables that the environment did not have at its start, before its next invocation. */
  readonly configure: (configuration: Configuration) => void;
  /** The ids of the invocations without a reply. */
  readonly running: Set<string>;
  /** Resolves once, to the reason why the environment ended. */
  readonly ended: Promise<string>;
  /** Invokes a function. Resolves to the reply, or to the end of the environment. */
  readonly invoke: (message: Extract<ToEnvironment, { kind: 'invoke' }>) => Promise<Reply | Ended>;
  /** Frees unused memory of the environment, because it will be idle for a while. */
  readonly rest: () => void;
  /** Keeps the compiled code of the script for later environments. Resolves when that is done. */
  readonly keep: () => Promise<unknown>;
  /** Ends the environment at once. */
  readonly kill: () => void;
};

/** The part of an environment's configuration that is known when the stores of the cloud are open. */
export type Configuration = {
  readonly variables: Readonly<Record<string, string>>;
  /** The stores that a thread calls without a socket. */
  readonly inProcess: readonly InProcessService[];
};

export type Reply = Extract<FromEnvironment, { kind: 'result' | 'error' | 'withdrawn' }>;

/** The end of an environment before its reply, with the reason. */
export type Ended = { readonly kind: 'ended'; readonly how: string };

export function startEnvironment(options: EnvironmentOptions): Environment {
  const channel = options.kind === 'thread' ? openThread(options) : openProcess(options);
  const loads = new Map<string, PromiseWithResolvers<ErrorShape | undefined>>();
  const replies = new Map<string, PromiseWithResolvers<Reply | Ended>>();
  const kept = Promise.withResolvers<void>();
  let hasAnswered = false;
  let end: Ended | undefined;
  let inProcess: readonly InProcessService[] = [];
  channel.onMessage((message) => {
    hasAnswered = true;
    if (message.kind === 'call') return void answerCall(inProcess, message, channel.send);
    if (message.kind === 'kept') return kept.resolve();
    if (message.kind === 'loaded') return loads.get(message.functionName)?.resolve(message.error);
    replies.get(message.requestId)?.resolve(message);
    replies.delete(message.requestId);
  });
  void channel.ended.then((how) => {
    end = { kind: 'ended', how };
    for (const load of loads.values()) load.resolve(endedWhileStarting(how));
    for (const reply of replies.values()) reply.resolve(end);
    replies.clear();
  });
  const load = (functionName: string): Promise<ErrorShape | undefined> => {
    const known = loads.get(functionName);
    if (known) return known.promise;
    const loading = Promise.withResolvers<ErrorShape | undefined>();
    loads.set(functionName, loading);
    channel.send({ kind: 'load', functionName });
    return loading.promise;
  };
  return {
    load,
    configure({ variables, inProcess: services }) {
      inProcess = options.kind === 'thread' ? services : [];
      channel.send({ kind: 'configure', variables, inProcess: inProcess.map(({ url }) => url) });
    },
    hasAnswered: () => hasAnswered,
    activeMs: channel.activeMs,
    running: new Set(),
    ended: channel.ended,
    kill: channel.kill,
    rest: () => channel.send({ kind: 'rest' }),
    keep() {
      channel.send({ kind: 'keep' });
      return Promise.race([kept.promise, channel.ended]);
    },
    async invoke(message) {
      if (end !== undefined) return end;
      const reply = Promise.withResolvers<Reply | Ended>();
      replies.set(message.requestId, reply);
      channel.send(message);
      return reply.promise;
    },
  };
}

/**
 * Answers a call of an environment to a store. If the environment has ended, the answer is lost, as on a
 * socket.
 */
async function answerCall(
  inProcess: readonly InProcessService[],
  { call, url, request }: Extract<FromEnvironment, { kind: 'call' }>,
  send: Channel['send'],
): Promise<void> {
  const answered = await inProcess.find((service) => service.url === url)?.call(request);
  const [reply, moved] = answered === undefined ? [undefined] : movable(answered);
  send({ kind: 'answered', call, reply }, moved);
}

const endedWhileStarting = (how: string): ErrorShape => ({
  errorType: 'Runtime.ExitError',
  errorMessage: `Runtime exited while starting: ${how}`,
});
