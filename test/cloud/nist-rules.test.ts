import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Validations } from 'aws-cdk-lib';
import { NIST80053R5Checks } from 'cdk-nag';
import { createApp, createStack, unjudged } from './synthesise.ts';
import { variants } from './variants.ts';

test('a stack with all options for security breaks exactly the rules of NIST that the page explains', (t) => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/deployment.md'), 'utf8');
  const table = page.split('| rule of NIST 800-53 |')[1]?.split('\n\n')[0] ?? '';
  const rows = Array.from(table.matchAll(/^\| (`.+?`) \|/gm), ([, rules = '']) => rules.match(/\w+/g) ?? []);
  const app = createApp(unjudged);
  const options = variants['in a network of its own, under a name, with a key of the customer'];
  createStack(app, { ...options, data: 'keep' });
  Validations.of(app).addPlugins(new NIST80053R5Checks(app));
  // The CDK prints each of a thousand findings.
  t.mock.method(console, 'error', () => undefined);
  assert.throws(() => app.synth());
  const report: Report = JSON.parse(readFileSync(join(app.outdir, 'validation-report.json'), 'utf8'));
  const found = report.pluginReports.flatMap(({ violations }) => violations.map(({ ruleName }) => ruleName));
  const explained = rows.flat().map((rule) => `NIST.800.53.R5-${rule}`);
  assert.deepEqual([...new Set(found)].sort(), explained.sort());
});

type Report = {
  readonly pluginReports: readonly { readonly violations: readonly { readonly ruleName: string }[] }[];
};
