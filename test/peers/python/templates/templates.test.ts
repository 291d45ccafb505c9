import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { createApp, createRegion, createStack, unjudged } from '../../../cloud/synthesise.ts';
import { variants } from '../../../cloud/variants.ts';
import { checkovFolder, pythonFolder } from '../python.ts';
import { type Excuse, ofCfnLint, ofCheckov } from './excused.ts';

/**
 * cfn-lint and checkov report only accepted findings about the stacks. Two sets of options together have
 * every type of resource, and every option that adds one. With `DOWNPOUR_NIGHTLY=1` all six sets are checked.
 * cdk-nag checks all sets in test/cloud, and asl-validator checks the definitions in test/functions/driver.
 */

type Finding = { readonly rule: string; readonly file: string; readonly at: string };

const names = Object.keys(variants);
const withKey = names.findIndex((name) => name.includes('a key of the customer'));
const isNight = process.env.DOWNPOUR_NIGHTLY === '1';
const judged = isNight
  ? names.keys().toArray()
  : [withKey, names.indexOf('with the other options, in a network that is there')];

suite('the templates of stacks', { timeout: 600_000 }, () => {
  let folder = '';
  let files: readonly string[] = [];

  before(() => {
    const app = createApp(unjudged);
    folder = app.outdir;
    for (const n of judged) createStack(app, Object.values(variants)[n], `Set${n}`);
    createRegion(app);
    app.synth();
    files = readdirSync(folder).filter((file) => file.endsWith('.template.json'));
  });

  test('have their resources and bytes in bounds, and are all judged', (t) => {
    for (const n of judged) {
      const own = files
        .filter((file) => file.startsWith(`Set${n}`))
        .map((file) => readFileSync(join(folder, file)));
      const counts = own.map((text) => Object.keys(JSON.parse(text.toString()).Resources).length);
      t.diagnostic(
        `${names[n]}: ${counts.join(' + ')} resources, ${own.map(({ length }) => length).join(' + ')} bytes`,
      );
      assert.ok(Math.max(...counts) < 350 && Math.max(...own.map(({ length }) => length)) < 1_000_000);
      assert.equal(own.length, 3);
    }
  });

  test('describe a private API by a valid document of OpenAPI', async () => {
    const program = `
import json, sys
from openapi_spec_validator import validate
for file in sys.argv[1:]:
    for each in json.load(open(file))["Resources"].values():
        if each["Type"] == "AWS::ApiGateway::RestApi":
            validate(each["Properties"]["Body"])
            print(len(each["Properties"]["Body"]["paths"]))`;
    const told = await output(join(pythonFolder, 'bin', 'python'), ['-c', program, ...files], folder);
    assert.ok(Number(told) > 100, told);
  });

  test('have no finding of cfn-lint that is not excused', async () => {
    const program = 'import sys; from cfnlint.runner import main; sys.exit(main())';
    const args = ['-c', program, '--format', 'json', ...files];
    const text = await output(join(pythonFolder, 'bin', 'python'), args, folder);
    const found = JSON.parse(text) as readonly {
      readonly Rule: { readonly Id: string };
      readonly Filename: string;
      readonly Location: { readonly Path: readonly string[] };
    }[];
    compare(
      found.map(({ Rule, Filename, Location }) => ({
        rule: Rule.Id,
        file: Filename,
        at: Location.Path.join('/'),
      })),
      ofCfnLint,
    );
  });

  test('have no finding of checkov that is not excused', async () => {
    const options = [
      '--framework',
      'cloudformation',
      '--skip-download',
      '--compact',
      '--quiet',
      '-o',
      'json',
    ];
    const args = [
      join(checkovFolder, 'bin', 'checkov'),
      ...options,
      ...files.flatMap((file) => ['-f', file]),
    ];
    const { summary, results } = JSON.parse(
      await output(join(checkovFolder, 'bin', 'python'), args, folder),
    ) as {
      readonly summary: { readonly passed: number; readonly parsing_errors: number };
      readonly results: {
        readonly failed_checks: readonly {
          readonly check_id: string;
          readonly resource: string;
          readonly file_path: string;
        }[];
      };
    };
    assert.ok(summary.passed > 1_000 && summary.parsing_errors === 0, JSON.stringify(summary));
    compare(
      results.failed_checks.map(({ check_id: rule, file_path: file, resource: at }) => ({ rule, file, at })),
      ofCheckov,
    );
  });
});

/** Fails for a finding without an excuse, and for an excuse without a finding. */
function compare(found: readonly Finding[], excuses: readonly Excuse[]): void {
  const known = new Map(excuses.map((excuse) => [excuse.rule, excuse]));
  const isExcused = ({ rule, file }: Finding): boolean => {
    const excuse = known.get(rule);
    return excuse !== undefined && !(excuse.untilKey && file.includes(`Set${withKey}`));
  };
  assert.deepEqual(
    found.filter((finding) => !isExcused(finding)).map(({ rule, file, at }) => `${rule} ${file} ${at}`),
    [],
  );
  const rules = new Set(found.map(({ rule }) => rule));
  assert.deepEqual(
    excuses
      .filter(({ rule, atNight }) => !rules.has(rule) && (isNight || atNight !== true))
      .map(({ rule }) => `${rule} excuses nothing`),
    [],
  );
}

/**
 * The standard output of a linter. The exit status is ignored, because it only tells whether there are
 * findings.
 */
function output(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) =>
    execFile(program, args, { cwd, maxBuffer: 2 ** 28 }, (error, stdout, stderr) =>
      stdout.trim() === ''
        ? reject(new Error(`${error?.message}: ${stderr.slice(-2_000)}`))
        : resolve(stdout),
    ),
  );
}
