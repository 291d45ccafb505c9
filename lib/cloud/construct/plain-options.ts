import { isOption } from '../options/read.ts';
import type { OptionName } from '../options/table.ts';

/**
 * Options that are not plain values in a program. A program gives them as objects of the CDK, or they belong
 * to Downpour's own stack.
 */
const others = [
  'region',
  'regions',
  'stack',
  'tags',
  'permissionsBoundary',
  'qualifier',
  'toolkitStack',
  'executionPolicies',
  'vpc',
  'privateApi',
  'subnets',
  'securityGroups',
  'bucket',
  'repositoryTable',
  'identityTable',
  'accessLogBucket',
  'kmsKeyArn',
  'hostedZone',
  'hostedZoneId',
  'certificateArn',
] as const satisfies readonly OptionName[];

/**
 * The names of options that are plain values, such as texts and numbers, in a program too. `npm run generate`
 * writes their types.
 */
export type PlainName = Exclude<OptionName, (typeof others)[number]>;

const isOther: ReadonlySet<string> = new Set(others);

export const isPlain = (name: string): name is PlainName => isOption(name) && !isOther.has(name);

/** Selects the options that are plain values in a program. */
export const plainOf = <Values extends object>(values: Values): Pick<Values, PlainName & keyof Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isPlain(name))) as Pick<
    Values,
    PlainName & keyof Values
  >;
