import type { Command } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { isClone } from '../../lib/project.ts';
import type { Context } from '../cli/context.ts';

/** Adds hidden commands that show a user how to deploy, and how to delete a deployment. */
export function addDeploy(program: Command, _context: Context): void {
  add(program, 'deploy', 'Deploy');
  add(program, 'destroy', 'Delete a deployment of');
}

const add = (program: Command, name: 'deploy' | 'destroy', does: string): unknown =>
  program
    .command(name, { hidden: true })
    .summary(`show the command for a clone: npm run ${name}`)
    .description(
      `Show how to ${name}. It needs the AWS CDK and a git clone of Downpour, so this command does not ${name} (docs/deployment.md).`,
    )
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      const start = isClone ? 'in this clone' : 'from a clone of the project, after `npm ci`,';
      throw new DownpourError('DEPLOY_FROM_CLONE', 400, `${does} Downpour ${start} with: npm run ${name}`);
    });
