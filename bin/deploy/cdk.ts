import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Settled } from '../../lib/cloud/options/read.ts';
import { driverStack, regionParameters, regionsOf } from '../../lib/cloud/regions/stack-names.ts';
import { DownpourError } from '../../lib/errors.ts';
import { project } from '../../lib/project.ts';
import { interrupts } from '../terminal/interrupts.ts';

/** Runs the CDK's command line, shows its output, and returns its result. */
export type Cdk = (args: readonly string[], region: string | undefined) => Promise<CdkEnd>;

export type CdkEnd = { readonly status: number; readonly output: string };

/**
 * Opens the CDK's command line. Each of its lines goes to `show`, because standard output belongs to the
 * calling command. A Ctrl-C ends the CDK, and then throws DownpourError `INTERRUPTED`.
 */
export function openCdk(
  environment: NodeJS.ProcessEnv,
  show: (line: string) => void,
  program = join(project, 'node_modules', 'aws-cdk', 'bin', 'cdk'),
): Cdk {
  return async (args, region) => {
    const bin = join(project, 'node_modules', '.bin');
    using heard = interrupts();
    const child = spawn(process.execPath, [program, ...args], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...environment,
        // The CDK app runs with the Node of this folder, as npm scripts do, because the PATH begins with the
        // folder.
        PATH: `${bin}${delimiter}${environment.PATH ?? ''}`,
        ...(region === undefined ? {} : { AWS_REGION: region }),
      },
    });
    heard.stopRequested.addEventListener('abort', () => child.kill('SIGINT'));
    heard.leaveRequested.addEventListener('abort', () => child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`;
        show(line);
      });
    const [status] = (await once(child, 'close')) as [number | null];
    if (heard.stopRequested.aborted && status !== 0) throw interrupted(args[0] ?? '');
    return { status: status ?? 1, output };
  };
}

/** The commands of the CDK that change an account. */
const changing: readonly string[] = ['bootstrap', 'deploy', 'destroy'];

const interrupted = (command: string): DownpourError =>
  new DownpourError(
    'INTERRUPTED',
    400,
    changing.includes(command)
      ? 'interrupted, but CloudFormation continues the change. Wait in the CloudFormation console until the change ends, then run the same command again'
      : 'interrupted: nothing was created or changed',
  );

/**
 * Options that remove the CDK's notices and colours, and let it write its log to standard output (`--ci`).
 */
const quiet = ['--no-notices', '--no-color', '--ci'];

export const synthArgs = (file: string, stage: string, folder: string): readonly string[] => [
  ...['synth', '--quiet', '--output', folder],
  ...['-c', `stage=${stage}`, '-c', `deployment=${file}`],
  ...quiet,
];

/**
 * Arguments that show the changes of a stack. All commands use the synthesised files, so that the CDK does
 * exactly the work that the user has seen.
 */
export const diffArgs = (folder: string, options: Settled): readonly string[] => [
  ...['diff', ...stacksOf(options), '--app', folder],
  ...toolkitOf(options),
  ...quiet,
];

export const deployArgs = (folder: string, options: Settled, outputs: string): readonly string[] => [
  ...['deploy', options.stack, '--app', folder, '--outputs-file', outputs],
  // The CDK does not ask again, because the user has confirmed the changes already.
  ...['--require-approval', 'never', '--progress', 'events'],
  ...toolkitOf(options),
  ...quiet,
];

/** Arguments that deploy the drives of a further region. The outputs of the deployment become parameters. */
export const deployRegionArgs = (
  folder: string,
  options: Settled,
  region: string,
  outputs: Readonly<Record<string, string>>,
): readonly string[] => [
  ...['deploy', driverStack(options.stack, region), '--app', folder],
  ...regionParameters.flatMap((name) => ['--parameters', `${name}=${outputs[name] ?? ''}`]),
  ...['--require-approval', 'never', '--progress', 'events'],
  ...toolkitOf(options),
  ...quiet,
];

/**
 * Arguments that delete all stacks. The stacks of further regions are deleted first, because they use the
 * main stack.
 */
export const destroyArgs = (folder: string, options: Settled): readonly string[] => [
  ...['destroy', ...stacksOf(options).reverse(), '--app', folder, '--force'],
  ...toolkitOf(options),
  ...quiet,
];

const stacksOf = ({ stack, regions }: Settled): string[] => [
  stack,
  ...regionsOf(regions).map((region) => driverStack(stack, region)),
];

export function bootstrapArgs(folder: string, options: Settled): readonly string[] {
  const { qualifier, permissionsBoundary, executionPolicies } = options;
  return [
    ...['bootstrap', '--app', folder],
    ...(qualifier === undefined ? [] : ['--qualifier', qualifier]),
    ...(executionPolicies === undefined ? [] : ['--cloudformation-execution-policies', executionPolicies]),
    ...(permissionsBoundary === undefined
      ? []
      : ['--custom-permissions-boundary', permissionsBoundary.replace(/^.*:policy\//, '')]),
    ...toolkitOf(options),
    ...quiet,
  ];
}

/** A text about the resources and permissions of the bootstrap, for the person who decides about it. */
export const bootstrapGives = ({ executionPolicies }: Settled): string =>
  `the bootstrap creates a bucket and roles, and gives CloudFormation the policies ${executionPolicies ?? 'AdministratorAccess (choose others with --execution-policies)'}`;

/**
 * Arguments for the name of the bootstrap stack. A stack with its own qualifier exists next to the usual one.
 */
function toolkitOf({ qualifier, toolkitStack }: Settled): readonly string[] {
  const name = toolkitStack ?? (qualifier === undefined ? undefined : `CDKToolkit-${qualifier}`);
  return name === undefined ? [] : ['--toolkit-stack-name', name];
}

/** True when the account has no bootstrap, or only an old version. */
export const lacksBootstrap = ({ status, output }: CdkEnd): boolean =>
  status !== 0 && /Has the environment been bootstrapped|Please run 'cdk bootstrap'/.test(output);
