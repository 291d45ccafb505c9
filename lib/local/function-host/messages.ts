import type { NearReply } from '../../store/sdk/near-tables.ts';

/** Messages between the host and an environment. */
export type ToEnvironment =
  | { readonly kind: 'load'; readonly functionName: string }
  /** Nothing is to be done for a while. */
  | { readonly kind: 'rest' }
  /** What the tables answer to a call of this number. */
  | ({ readonly kind: 'answered'; readonly call: number } & NearReply)
  | {
      readonly kind: 'invoke';
      readonly functionName: string;
      readonly memoryMb: number;
      readonly requestId: string;
      /** JSON text. */
      readonly payload: string;
      /** Epoch milliseconds. */
      readonly deadline: number;
    };

export type FromEnvironment =
  /** Of the tables, which a thread has near. */
  | { readonly kind: 'call'; readonly call: number; readonly target: string; readonly body: string }
  /** `error` when the bundle cannot be used. */
  | { readonly kind: 'loaded'; readonly functionName: string; readonly error?: ErrorShape }
  | { readonly kind: 'result'; readonly requestId: string; readonly payload: string }
  | { readonly kind: 'error'; readonly requestId: string; readonly error: ErrorShape };

/** A failed invocation as Lambda reports it: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-exceptions.html */
export type ErrorShape = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
};

/** Variables that tell the runtime what it hosts; the rest of its environment is the function's. */
export const runtimeVariables = {
  /** Folder of the bundles, `<name>/index.mjs`. */
  bundles: 'DOWNPOUR_LOCAL_BUNDLES',
  /** Name of the group that this environment serves, for the process list. */
  group: 'DOWNPOUR_LOCAL_GROUP',
  /** URL of the tables, for threads that can call them through their host. */
  nearTables: 'DOWNPOUR_LOCAL_NEAR_TABLES',
} as const;

/** The address of a function, for the state machine and the context object. */
export const functionArn = (name: string): string => `arn:aws:lambda:local:000000000000:function:${name}`;
