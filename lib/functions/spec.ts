import { apiTimeoutS } from '../facts/timeouts.ts';
import type { Need } from './needs.ts';

/** The queues of work. New uploads have priority over recalculations. */
export const workQueues = ['now', 'later'] as const;
export type WorkQueue = (typeof workQueues)[number];

export type FunctionSpec = {
  /** The name of the function, and of its entry file below `functions/`, for example `api/queryrun`. */
  readonly name: string;
  /** `METHOD /path` for a route of the HTTP API. */
  readonly route?: string;
  /** The routes of a function that answers several of them (functions/api/pipeline/router.ts). */
  readonly routes?: readonly string[];
  /**
   * The function receives the paths below these, unless a route of another function matches more exactly. It
   * selects the operation by itself, because an API has a limit of routes.
   */
  readonly below?: string | readonly string[];
  /** The function receives every path that no route of another function matches. */
  readonly takesRest?: true;
  readonly memoryMb: number;
  readonly timeoutS: number;
  /**
   * The reserved concurrency of the function, for each thousand that the account allows. The function cannot
   * exceed it. Absent: the function shares the unreserved concurrency.
   */
  readonly kept?: number;
  /** Events invoke the function asynchronously. AWS repeats a failed invocation. */
  readonly isEvent?: true;
  /**
   * The queues of work that invoke the function (lib/facts/work-delivery.ts has the batch size and the
   * number of deliveries).
   */
  readonly queues?: readonly WorkQueue[];
  /** The interval of scheduled invocations. */
  readonly everyMinutes?: number;
  /**
   * Entry files, below `functions/`, of the function's threads and of its container. Their bundles are next
   * to the function's bundle.
   */
  readonly threads?: readonly string[];
  readonly needs: readonly Need[];
};

export const routesOf = ({ route, routes = [] }: FunctionSpec): readonly string[] =>
  route === undefined ? routes : [route, ...routes];

/** The defaults of a function of the API. */
export const api = { memoryMb: 1024, timeoutS: apiTimeoutS } as const;
