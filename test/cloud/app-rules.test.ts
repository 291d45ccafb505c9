import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { createApp, createRegion, createStack } from './synthesise.ts';
import { variants } from './variants.ts';

/**
 * Stacks with every option follow the rules of the CDK's validation. The engine of CloudFormation's rules
 * needs seconds to start for each app, so one app has all stacks of a kind. The report has the name of each
 * stack.
 */

describe('the rules of CloudFormation, of AWS Solutions and of Serverless are kept, or an exception has a reason', () => {
  const app = createApp();
  const stacks = Object.entries(variants).map(
    ([variant, options], n) => [variant, createStack(app, options, `Variant${n}`)] as const,
  );
  const all = [...stacks, ['a further region', createRegion(app)] as const];
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  // A rule of severity error ends the synthesis, and a warning does not. The report has both.
  const thrown = failureOf(() => app.synth());
  const { pluginReports }: Report = JSON.parse(
    readFileSync(join(app.outdir, 'validation-report.json'), 'utf8'),
  );
  const violations = pluginReports.flatMap((pack) =>
    pack.violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(
        ({ constructPath = '' }) => `${pack.pluginName}: ${ruleName} by ${constructPath}`,
      ),
    ),
  );

  for (const [variant, { stackName }] of all)
    it(variant, () =>
      assert.deepEqual(
        violations.filter((each) => each.includes(` by ${stackName}/`)),
        [],
      ),
    );

  it('in all stacks of the app', () => {
    assert.deepEqual(violations, []);
    assert.deepEqual(
      pluginReports.map(({ pluginName }) => pluginName),
      ['AwsSolutions', 'Serverless'],
    );
    assert.equal(thrown, undefined);
  });
});

type Report = {
  readonly pluginReports: readonly {
    readonly pluginName: string;
    readonly violations: readonly {
      readonly ruleName: string;
      readonly violatingConstructs: readonly { readonly constructPath?: string }[];
    }[];
  }[];
};

function failureOf(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}
