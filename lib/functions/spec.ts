import { apiTimeoutS } from '../facts.ts';
import type { Need } from './needs.ts';

/** New uploads go before what is computed anew. */
export const workQueues = ['now', 'later'] as const;
export type WorkQueue = (typeof workQueues)[number];

export type FunctionSpec = {
  /** Also the name of the entry file below `functions/`, for example `api/queryrun`. */
  readonly name: string;
  /** `METHOD /path` for a route of the HTTP API. */
  readonly route?: string;
  /** The routes of a function that answers a family of them (functions/api/pipeline/family.ts). */
  readonly routes?: readonly string[];
  /**
   * Paths below this one, or these, are the function's where no route of another function is more exact. It finds its operation by
   * itself: an API has room for few routes.
   */
  readonly below?: string | readonly string[];
  readonly memoryMb: number;
  readonly timeoutS: number;
  /**
   * Executions at once that are set aside for it, for each thousand that the account allows, and that it cannot exceed then.
   * Absent: it shares what is not set aside.
   */
  readonly kept?: number;
  /** Invoked by events, for whose outcome nobody waits; one that fails is tried again. */
  readonly isEvent?: true;
  /** The queues of work whose messages it is handed (`workDelivery` in lib/facts.ts says how many, and how often). */
  readonly queues?: readonly WorkQueue[];
  /** Invoked so often. */
  readonly everyMinutes?: number;
  /** Entry files of threads that it starts, below `functions/`; the bundle of each lies beside its own. */
  readonly threads?: readonly string[];
  readonly needs: readonly Need[];
};

export const routesOf = ({ route, routes = [] }: FunctionSpec): readonly string[] =>
  route === undefined ? routes : [route, ...routes];

/** What a function of the API has, unless it says otherwise. */
export const api = { memoryMb: 1024, timeoutS: apiTimeoutS } as const;
