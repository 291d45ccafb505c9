import { burstApi } from './functions/burst-api.ts';
import { driverFunctions } from './functions/driver.ts';
import { resultsApi } from './functions/results-api.ts';
import { workFunctions } from './functions/work.ts';

/**
 * All functions of a deployment: the file of the handler, the route, the size and the needs of each. The CDK
 * app, the local cloud, the bundler and the tests read this list.
 */
export const functions = [...resultsApi, ...burstApi, ...driverFunctions, ...workFunctions] as const;

export type FunctionName = (typeof functions)[number]['name'];
