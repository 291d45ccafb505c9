import type { Command } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { isClone } from '../../lib/project.ts';
import type { Context } from '../cli/context.ts';

/** Adds a hidden command that shows a user how to deploy. */
export function addDeploy(program: Command, _context: Context): void {
  program
    .command('deploy', { hidden: true })
    .summary('show how to deploy Downpour')
    .description(
      'Show how to deploy. Deploying needs the AWS CDK and a git clone of Downpour, so this command does not deploy (docs/deployment.md).',
    )
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      const start = isClone ? 'in this clone' : 'from a clone of the project, after `npm ci`';
      throw new DownpourError('DEPLOY_FROM_CLONE', 400, `Deploy Downpour ${start} with: npm run deploy`);
    });
}
