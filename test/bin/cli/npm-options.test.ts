import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command, CommanderError } from 'commander';
import { refuseKept } from '../../../bin/cli/npm-options.ts';

/** The error for a command whose process npm has started with these variables. Undefined without an error. */
function errorWith(environment: NodeJS.ProcessEnv): string | undefined {
  const command = new Command('npm run deploy --')
    .option('--dry-run')
    .option('--stage <name>')
    .option('--yes')
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  try {
    assert.equal(refuseKept(command, environment), command);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof CommanderError);
    return error.message;
  }
}

test('an option that npm has kept is refused, because the command would run without it', () => {
  const byNpm = { npm_lifecycle_event: 'deploy', npm_config_user_agent: 'npm' };
  assert.equal(
    errorWith({ ...byNpm, npm_config_dry_run: 'true', npm_config_stage: 'prod' }),
    "error: npm kept --dry-run and --stage prod, because npm passes on only options after '--'. Write: npm run deploy -- --dry-run --stage prod",
  );
  assert.match(
    errorWith({ ...byNpm, npm_config_stage: 'true' }) ?? '',
    /Write: npm run deploy -- --stage VALUE$/,
  );
  assert.equal(errorWith(byNpm), undefined);
  assert.equal(errorWith({ ...byNpm, npm_config_yes: 'true', npm_config_dry_run: '' }), undefined);
  assert.equal(errorWith({ npm_config_dry_run: 'true' }), undefined);
});
