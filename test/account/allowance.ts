/** The limits that the person who pays sets for these tests in the account. */
export type Allowance = { readonly stage: string; readonly dollarsMax: number };

/**
 * Reads the name of the stage from DOWNPOUR_TEST_STACK, and the dollars from `--dollars-max`. The tests
 * create and delete this stage.
 * @throws Error when either is missing, or when the stage may belong to another user.
 */
export function readAllowance(environment: NodeJS.ProcessEnv, args: readonly string[]): Allowance {
  const stage = environment.DOWNPOUR_TEST_STACK ?? '';
  if (!/^test-[a-z0-9-]{1,20}$/.test(stage))
    throw new Error(
      'DOWNPOUR_TEST_STACK must name a stage that this suite may create and destroy. The name begins with test-, for example test-mine',
    );
  const dollarsMax = Number(args[args.indexOf('--dollars-max') + 1]);
  if (!args.includes('--dollars-max') || !(dollarsMax > 0))
    throw new Error(
      '--dollars-max N is missing: give the dollars that this suite may cost in AWS, for example --dollars-max 1',
    );
  return { stage, dollarsMax };
}
