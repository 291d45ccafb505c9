import { closest, distance } from 'fastest-levenshtein';
import { DownpourError } from '../../errors.ts';
import { lambdaQuotas } from '../../quotas.ts';
import { firewallRules, frontRules, type Rule } from './front-rules.ts';
import { reservable } from './reserved-concurrency.ts';
import { type Option, type OptionName, type Options, options } from './table.ts';

/** Options with their defaults. */
export type Settled = Options & {
  readonly [Name in (typeof settled)[number]]: NonNullable<Options[Name]>;
};

const settled = [
  'stage',
  'stack',
  'data',
  'service',
  'corsOrigins',
  'driveDollarsPerHour',
  'fargateCores',
  'firewallSecret',
  'requestsPerSec',
  'requestsBurst',
] as const;

/**
 * Reads options from files and command lines, and reports all problems at once.
 * @throws DownpourError `DEPLOYMENT_OPTION` (400), whose message lists each unknown name, each invalid value
 *   and each wrong combination of options.
 */
export const readOptions = (given: Readonly<Record<string, unknown>>): Settled =>
  readBy(given, (read) => [...lonely(read), ...crowded(read), ...long(read)]);

/**
 * Reads the options of a program. A program has the stores and the network as objects, and `unfit` finds the
 * problems of their combinations.
 * @throws DownpourError as `readOptions`.
 */
export const readPlain = (given: Readonly<Record<string, unknown>>, unfit: readonly string[]): Settled =>
  readBy(given, (read) => [...unfit, ...unpaired(read), ...crowded(read), ...long(read)]);

function readBy(
  given: Readonly<Record<string, unknown>>,
  combined: (read: Options) => readonly string[],
): Settled {
  const problems: string[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!isOption(name)) {
      problems.push(`the deployment has no option ${name}${nearest(name)}`);
      continue;
    }
    const option: Option = options[name];
    read[name] = option.kind.read(value);
    if (read[name] === undefined)
      problems.push(
        `${name}=${printed(value)}: expected ${option.kind.expected}, for example ${option.example}`,
      );
  }
  // Combinations are checked only when every option is valid by itself.
  if (problems.length === 0) problems.push(...combined(read));
  if (problems.length > 0)
    throw new DownpourError(
      'DEPLOYMENT_OPTION',
      400,
      `the options of the deployment are wrong: ${problems.join('; ')}`,
    );
  return settle(read);
}

/** Adds the defaults of missing options. */
export function settle(given: Options): Settled {
  const defaults = Object.entries(options).flatMap(([name, option]) =>
    'fallback' in option ? [[name, option.fallback]] : [],
  );
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  const all = Object.fromEntries([...defaults, ...values]) as Options & { stage: string };
  return {
    stack: `downpour-${all.stage}`,
    data: all.stage === 'sandbox' ? 'discard' : 'keep',
    ...all,
  } as Settled;
}

export function isOption(name: string): name is OptionName {
  return Object.hasOwn(options, name);
}

/**
 * The problems of combinations: an option without another option that it needs, or together with an option
 * that excludes it.
 */
function lonely(given: Options): string[] {
  const own = given.vpc !== undefined && given.vpc !== 'create';
  const tagNames = tagsIn(given.tags ?? '').map(([key]) => key.toLowerCase());
  const rules: readonly Rule[] = [
    [own && (!given.subnets || !given.securityGroups), `vpc=${given.vpc} needs subnets and securityGroups`],
    [!own && given.subnets !== undefined, 'subnets needs vpc: the id of the VPC that contains the subnets'],
    [
      !own && given.securityGroups !== undefined,
      'securityGroups needs vpc: the id of the VPC to which the groups belong',
    ],
    [
      given.regions !== undefined && given.vpc !== undefined,
      'regions and vpc exclude each other: a VPC is in one region, and load generators in other regions would run outside of it',
    ],
    [
      given.regions?.split(',').includes(given.region ?? '') === true,
      `regions must not contain ${given.region}, because the deployment itself is in this region`,
    ],
    [
      given.domain !== undefined && !given.hostedZone && !given.certificateArn,
      'domain needs certificateArn, or both hostedZone and hostedZoneId',
    ],
    [
      (given.hostedZone === undefined) !== (given.hostedZoneId === undefined),
      'hostedZone and hostedZoneId must be given together',
    ],
    [
      given.natAddresses !== undefined && given.vpc !== 'create',
      'natAddresses needs vpc=create, which makes the NAT gateway',
    ],
    [
      given.fargate !== undefined && given.vpc === undefined,
      'fargate needs vpc: the VPC in which the tasks run',
    ],
    [given.hostedZone !== undefined && given.domain === undefined, 'hostedZone needs domain'],
    [
      given.kmsKeyArn !== undefined && given.regions !== undefined,
      'kmsKeyArn and regions exclude each other: a key is in one region',
    ],
    [
      given.region !== undefined && ![undefined, given.region].includes(given.kmsKeyArn?.split(':')[3]),
      `kmsKeyArn is a key in ${given.kmsKeyArn?.split(':')[3]}, and the deployment is in ${given.region}`,
    ],
    [
      given.bucket !== undefined && given.repositoryTable === undefined,
      'bucket needs repositoryTable: the table with the list of the runs in the bucket',
    ],
    [given.certificateArn !== undefined && given.domain === undefined, 'certificateArn needs domain'],
    [
      new Set(tagNames).size < tagNames.length,
      'tags has a name twice, perhaps in other capitals, which IAM does not distinguish',
    ],
    [
      given.budgetDollarsPerMonth !== undefined && tagNames.includes('stack'),
      'budgetDollarsPerMonth counts what has the tag stack, which tags replaces: leave one of both out',
    ],
    ...frontRules(given),
    ...firewallRules(given, given.privateApi !== undefined, given.region),
  ];
  return [...brokenOf(rules), ...unpaired(given)];
}

/** The names and values in the option `tags`. */
export const tagsIn = (tags: string): readonly (readonly [key: string, value: string])[] =>
  tags.split(',').flatMap((pair) => {
    const [, key, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });

/**
 * Reports each option that is given without another option that it needs. The rules apply to `npm run
 * deploy`, `cdk deploy` and the construct alike.
 */
const unpaired = (given: Options): string[] =>
  brokenOf([
    [
      (given.oidcIssuer === undefined) !== (given.oidcAudience === undefined),
      'oidcIssuer and oidcAudience must be given together',
    ],
    [given.oidcClientId !== undefined && given.oidcIssuer === undefined, 'oidcClientId needs oidcIssuer'],
    [given.onlyDomain === true && given.domain === undefined, 'onlyDomain needs domain'],
  ]);

/** The problems of the rules that are broken. */
export const brokenOf = (rules: readonly Rule[]): string[] =>
  rules.flatMap(([broken, problem]) => (broken ? [problem] : []));

/** The problem that drives want concurrency which AWS keeps for other functions. */
function crowded({ concurrency, driveConcurrency: drives = 'none' }: Options): string[] {
  if (concurrency === undefined || drives === 'none' || drives <= reservable(concurrency)) return [];
  const most = reservable(concurrency);
  const otherwise =
    most === 0 ? 'nothing can be reserved, so leave driveConcurrency out' : `at most ${most} can be reserved`;
  return [`driveConcurrency=${drives} is too much for concurrency=${concurrency}: ${otherwise}`];
}

/** The options of any length that become variables of functions. */
const lengthy = [
  ...['targets', 'contact', 'ownership', 'ceilings', 'regions', 'timeServer', 'privacyStatement'],
  ...['oidcIssuer', 'oidcAudience', 'oidcClientId', 'corsOrigins'],
] as readonly OptionName[];

/** The bytes of variables for other options, and for names of resources. A test measures them. */
const otherVariableBytes = 2_048;

/** Lambda refuses a function whose variables are too long, after other functions were changed. */
function long(given: Options): string[] {
  const most = lambdaQuotas.variableBytes - otherVariableBytes;
  const sizes = lengthy.map((name) => [Buffer.byteLength(String(given[name] ?? '')), name] as const);
  const bytes = sizes.reduce((sum, [each]) => sum + each, 0);
  if (bytes <= most) return [];
  const [[of, longest] = []] = sizes.toSorted(([one], [other]) => other - one);
  return [
    `the options ${lengthy.join(', ')} have ${bytes} bytes together, but the variables of a function have room for ${most} of them: shorten ${longest}, which has ${of}`,
  ];
}

/** The most similar name. A typing error changes a third of a name at most. */
function nearest(name: string): string {
  const candidate = closest(name, Object.keys(options));
  return distance(name, candidate) <= Math.ceil(candidate.length / 3)
    ? `, did you mean ${candidate}?`
    : `; the options are ${Object.keys(options).join(', ')}`;
}

const printed = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
