import type { NearReply, NearRequest } from '../../store/sdk/near.ts';
import type { Payload } from './payload.ts';

/** Messages between the host and an environment. */
export type ToEnvironment =
  | { readonly kind: 'load'; readonly functionName: string }
  /** Nothing is to be done for a while. */
  | { readonly kind: 'rest' }
  /** What a store answers to a call of this number. */
  | { readonly kind: 'answered'; readonly call: number; readonly reply: NearReply | undefined }
  | {
      readonly kind: 'invoke';
      readonly functionName: string;
      readonly memoryMb: number;
      readonly requestId: string;
      readonly payload: Payload;
      /**
       * Whose the invocation is: that of the environment once it begins, or of the host once it has withdrawn
       * it.
       */
      readonly claim?: Int32Array;
      /** Epoch milliseconds. */
      readonly deadline: number;
    };

export type FromEnvironment =
  /** Of the store at a URL, which a thread has near. */
  | { readonly kind: 'call'; readonly call: number; readonly url: string; readonly request: NearRequest }
  /** `error` when the bundle cannot be used. */
  | { readonly kind: 'loaded'; readonly functionName: string; readonly error?: ErrorShape }
  | { readonly kind: 'result'; readonly requestId: string; readonly payload: string }
  /** It was withdrawn before it was begun. */
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

/** Variables that tell the runtime what it hosts; the rest of its environment is the function's. */
export const runtimeVariables = {
  /** Folder of the bundles, `<name>/index.mjs`. */
  bundles: 'DOWNPOUR_LOCAL_BUNDLES',
  /** Set where it is to have less of the processor than others. */
  yielding: 'DOWNPOUR_LOCAL_YIELDING',
  /** Name of the group that this environment serves, for the process list. */
  group: 'DOWNPOUR_LOCAL_GROUP',
  /** URLs of the stores that threads can call through their host, a space between them. */
  near: 'DOWNPOUR_LOCAL_NEAR',
} as const;

/**
 * The same with bytes that can be handed over: of a view, a message would take along all that it is a view
 * of.
 */
export function movable<Message extends NearRequest | NearReply>(
  message: Message,
): readonly [message: Message, moved: readonly ArrayBuffer[]] {
  if (typeof message.body === 'string') return [message, []];
  const body = new Uint8Array(message.body);
  return [{ ...message, body }, [body.buffer]];
}

/** The address of a function, for the state machine and the context object. */
export const functionArn = (name: string): string => `arn:aws:lambda:local:000000000000:function:${name}`;
