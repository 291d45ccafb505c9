/** The actions that this suite may take in an account. The person who pays allows them. */
export type Allowance = { readonly stage: string; readonly dollarsMax: number };

/**
 * Reads it from DOWNPOUR_TEST_STACK, the name of a stage that this suite makes and destroys, and from
 * `--dollars-max`.
 * @throws Error when either is missing, or when the stage may be somebody's.
 */
export function readAllowance(environment: NodeJS.ProcessEnv, args: readonly string[]): Allowance {
  const stage = environment.DOWNPOUR_TEST_STACK ?? '';
  if (!/^test-[a-z0-9-]{1,20}$/.test(stage))
    throw new Error(
      'DOWNPOUR_TEST_STACK must name a stage that this suite may make and destroy; it begins with test-, for example test-mine',
    );
  const dollarsMax = Number(args[args.indexOf('--dollars-max') + 1]);
  if (!args.includes('--dollars-max') || !(dollarsMax > 0))
    throw new Error(
      '--dollars-max N is missing: the dollars of AWS that this may cost, for example --dollars-max 1',
    );
  return { stage, dollarsMax };
}
