import type { FunctionSpec } from '../../functions/spec.ts';

/**
 * Whether a function is in the nested stack of the API, because a template has a limit of 500 resources. An
 * update that moves a function creates the new one before it deletes the old one. Three kinds of functions
 * must not be moved, and stay in the main stack:
 *
 * - A function with reserved concurrency: the account would have to reserve it twice.
 * - A function of the state machine: running executions call it by its ARN.
 * - A function that a schedule invokes: schedules of users call it by its ARN.
 */
export const isNested = ({ name, kept }: FunctionSpec): boolean =>
  name.startsWith('api/') && kept === undefined;
