import { burstApi } from './functions/burst-api.ts';
import { driverFunctions } from './functions/driver.ts';
import { resultsApi } from './functions/results-api.ts';
import { workFunctions } from './functions/work.ts';

/**
 * Every function of a deployment, once: the file of its handler, its route, its size and its needs.
 * Read by the CDK app, the local cloud, the bundler and the tests.
 */
export const functions = [...resultsApi, ...burstApi, ...driverFunctions, ...workFunctions] as const;

export type FunctionName = (typeof functions)[number]['name'];
