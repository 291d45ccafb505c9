import type { InProcessReply, InProcessRequest } from '../../store/sdk/in-process.ts';
import type { Payload } from './payload.ts';

/** Messages from the host to an environment. */
export type ToEnvironment =
  /** Variables that became known after the start, and the URLs of stores that a thread calls by messages. */
  | {
      readonly kind: 'configure';
      readonly variables: Readonly<Record<string, string>>;
      readonly inProcess: readonly string[];
    }
  | { readonly kind: 'load'; readonly functionName: string }
  /** The environment will end, so it should keep the compiled code of its script. */
  | { readonly kind: 'keep' }
  /** The environment will be idle for a while, so it should free memory. */
  | { readonly kind: 'rest' }
  /** The answer of a store to the call with this number. */
  | { readonly kind: 'answered'; readonly call: number; readonly reply: InProcessReply | undefined }
  | {
      readonly kind: 'invoke';
      readonly functionName: string;
      readonly memoryMb: number;
      readonly requestId: string;
      readonly payload: Payload;
      /**
       * Shared memory that decides whether the environment begins the invocation or the host withdraws it.
       */
      readonly claim?: Int32Array;
      /** The time at which the invocation must end, in milliseconds of `machineMs`. */
      readonly deadline: number;
      /** The origin of the `SteadyClock` of the host. */
      readonly originMs: number;
    };

export type FromEnvironment =
  /** A call to the store at a URL. The thread makes the call through its host. */
  | { readonly kind: 'call'; readonly call: number; readonly url: string; readonly request: InProcessRequest }
  /** The function is loaded. `error`: its bundle cannot be used. */
  | { readonly kind: 'loaded'; readonly functionName: string; readonly error?: ErrorShape }
  | { readonly kind: 'result'; readonly requestId: string; readonly payload: string }
  /** The environment has stored its compiled code, as the host requested with `keep`. */
  | { readonly kind: 'kept' }
  /** The host withdrew the invocation before it began. */
  | { readonly kind: 'withdrawn'; readonly requestId: string }
  | { readonly kind: 'error'; readonly requestId: string; readonly error: ErrorShape };

/**
 * The error of a failed invocation in Lambda's form:
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-exceptions.html
 */
export type ErrorShape = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
};

/**
 * Environment variables with which the host configures the runtime. All other variables belong to the
 * function.
 */
export const runtimeVariables = {
  /** The folder of the bundles, with a file `<name>/index.mjs` for each function. */
  bundles: 'DOWNPOUR_LOCAL_BUNDLES',
  /** The path of the script with functions. Absent: functions have bundles only. */
  script: 'DOWNPOUR_LOCAL_SCRIPT',
  /** Set for environments with a lower priority on the processor. */
  yielding: 'DOWNPOUR_LOCAL_YIELDING',
  /** The name of the group of this environment, for the process list. */
  group: 'DOWNPOUR_LOCAL_GROUP',
} as const;

/** Copies bytes that are a part of a larger buffer, because a message would transfer the whole buffer. */
export function movable<Message extends InProcessRequest | InProcessReply>(
  message: Message,
): readonly [message: Message, moved: readonly ArrayBuffer[]] {
  if (typeof message.body === 'string') return [message, []];
  const body = new Uint8Array(message.body);
  return [{ ...message, body }, [body.buffer]];
}

/** The ARN of a function, for the state machine and the context object. */
export const functionArn = (name: string): string => `arn:aws:lambda:local:000000000000:function:${name}`;
