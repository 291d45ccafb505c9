/** What travels between the host and an environment. */
export type ToEnvironment = {
  readonly kind: 'invoke';
  readonly requestId: string;
  /** JSON text. */
  readonly payload: string;
  /** Epoch milliseconds. */
  readonly deadline: number;
};

export type FromEnvironment =
  | { readonly kind: 'ready' }
  | { readonly kind: 'broken'; readonly error: ErrorShape }
  | { readonly kind: 'result'; readonly requestId: string; readonly payload: string }
  | { readonly kind: 'error'; readonly requestId: string; readonly error: ErrorShape };

/** How Lambda reports a failed invocation: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-exceptions.html */
export type ErrorShape = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
};

/** Variables that tell the runtime what it hosts; the rest of its environment is the function's. */
export const runtimeVariables = {
  bundle: 'DOWNPOUR_LOCAL_BUNDLE',
  functionArn: 'DOWNPOUR_LOCAL_FUNCTION_ARN',
} as const;
