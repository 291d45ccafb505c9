import { parseCeilings } from '../../lib/driver/ceilings.ts';
import { type Ceilings, conducting, planning } from '../../lib/driver/limits.ts';
import { parseReach, type Reach } from '../../lib/driver/reach.ts';
import { environment } from '../../lib/store/names.ts';

/** What a deployment decides and no caller can raise. Times in milliseconds. */
export type Deployment = {
  readonly leadMs: number;
  readonly segmentMsMax: number;
  readonly limits: Ceilings;
  readonly reach: Reach;
};

/** @throws Error when the environment holds something else than names.ts says. */
export const deployment = (): Deployment => ({
  leadMs: numberOr(environment.leadMs, conducting.leadMs),
  segmentMsMax: numberOr(environment.segmentMsMax, planning.segmentMsMax),
  limits: parseCeilings(process.env[environment.ceilings] ?? ''),
  reach: parseReach(process.env[environment.targets], onLambda()),
});

/** On AWS the runtime's own address is given to every function; the local host speaks to its functions otherwise. */
export const onLambda = (): boolean => process.env.AWS_LAMBDA_RUNTIME_API !== undefined;

const numberOr = (name: string, fallback: number): number => {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!(value > 0)) throw new Error(`the environment variable ${name} must be a number above 0, not ${text}`);
  return value;
};
