import type { InProcessReply, InProcessRequest } from '../../store/sdk/in-process.ts';
import type { Payload } from './payload.ts';

/** Messages between the host and an environment. */
export type ToEnvironment =
  | { readonly kind: 'load'; readonly functionName: string }
  /** The environment will be idle for a while. */
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
       * The claim on the invocation: the environment has it after the begin, or the host after a withdrawal.
       */
      readonly claim?: Int32Array;
      /** Epoch milliseconds. */
      readonly deadline: number;
    };

export type FromEnvironment =
  /** A call of the store at a URL, which the thread makes through its host. */
  | { readonly kind: 'call'; readonly call: number; readonly url: string; readonly request: InProcessRequest }
  /** Has `error` when the bundle cannot be used. */
  | { readonly kind: 'loaded'; readonly functionName: string; readonly error?: ErrorShape }
  | { readonly kind: 'result'; readonly requestId: string; readonly payload: string }
  /** The invocation was withdrawn before it began. */
  | { readonly kind: 'withdrawn'; readonly requestId: string }
  | { readonly kind: 'error'; readonly requestId: string; readonly error: ErrorShape };

/**
 * A failed invocation as Lambda reports it:
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-exceptions.html
 */
export type ErrorShape = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
};

/** Variables with which the host configures the runtime. The other variables are those of the function. */
export const runtimeVariables = {
  /** Folder of the bundles, `<name>/index.mjs`. */
  bundles: 'DOWNPOUR_LOCAL_BUNDLES',
  /** Set for an environment with a lower priority on the processor. */
  yielding: 'DOWNPOUR_LOCAL_YIELDING',
  /** The name of the group of this environment, for the process list. */
  group: 'DOWNPOUR_LOCAL_GROUP',
  /** The URLs of the stores that threads call through their host, with spaces between them. */
  inProcess: 'DOWNPOUR_LOCAL_IN_PROCESS',
} as const;

/** Copies a part of a larger buffer, because a message with a view would transfer the whole buffer. */
export function movable<Message extends InProcessRequest | InProcessReply>(
  message: Message,
): readonly [message: Message, moved: readonly ArrayBuffer[]] {
  if (typeof message.body === 'string') return [message, []];
  const body = new Uint8Array(message.body);
  return [{ ...message, body }, [body.buffer]];
}

/** The address of a function, for the state machine and the context object. */
export const functionArn = (name: string): string => `arn:aws:lambda:local:000000000000:function:${name}`;
