import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Validations } from 'aws-cdk-lib';
import { NIST80053R5Checks } from 'cdk-nag';
import { ofCheckov } from '../peers/python/templates/excused.ts';
import { createApp, createStack, unjudged } from './synthesise.ts';
import { variants } from './variants.ts';

/** The rules in the first column of a table of the page that has this heading. */
function explainedBelow(heading: string): readonly string[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/deployment.md'), 'utf8');
  const table = page.split(`| ${heading} |`)[1]?.split('\n\n')[0] ?? '';
  return Array.from(
    table.matchAll(/^\| (`.+?) \|/gm),
    ([, rules = '']) => rules.match(/(?<=`)\w+(?=`)/g) ?? [],
  )
    .flat()
    .sort();
}

test('the page explains exactly the findings of checkov that are accepted in a stack with a key', () => {
  const accepted = ofCheckov.filter(({ untilKey }) => untilKey !== true);
  assert.deepEqual(explainedBelow('finding of checkov'), accepted.map(({ rule }) => rule).sort());
});

test('a stack with all options for security breaks exactly the rules of NIST that the page explains', (t) => {
  const app = createApp(unjudged);
  const options = variants['in a network of its own, under a name, with a key of the customer'];
  createStack(app, { ...options, data: 'keep' });
  Validations.of(app).addPlugins(new NIST80053R5Checks(app));
  // The CDK would print about a thousand findings.
  t.mock.method(console, 'error', () => undefined);
  assert.throws(() => app.synth());
  const report: Report = JSON.parse(readFileSync(join(app.outdir, 'validation-report.json'), 'utf8'));
  const found = report.pluginReports.flatMap(({ violations }) => violations.map(({ ruleName }) => ruleName));
  const explained = explainedBelow('rule of NIST 800-53').map((rule) => `NIST.800.53.R5-${rule}`);
  assert.deepEqual([...new Set(found)].sort(), explained);
});

type Report = {
  readonly pluginReports: readonly { readonly violations: readonly { readonly ruleName: string }[] }[];
};
