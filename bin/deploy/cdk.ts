import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Settled } from '../../lib/cloud/options/read.ts';
import { driverStack, regionParameters, regionsOf } from '../../lib/cloud/regions/names.ts';
import { project } from '../../lib/project.ts';

/** Runs the CDK's command line, shows what it says, and answers how it ended. */
export type Cdk = (args: readonly string[], region: string | undefined) => Promise<CdkEnd>;

export type CdkEnd = { readonly status: number; readonly said: string };

/** Each line that it says goes to `show`: standard output belongs to the command that runs it. */
export function openCdk(environment: NodeJS.ProcessEnv, show: (line: string) => void): Cdk {
  return async (args, region) => {
    const bin = join(project, 'node_modules', '.bin');
    const child = spawn(process.execPath, [join(project, 'node_modules', 'aws-cdk', 'bin', 'cdk'), ...args], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...environment,
        // The app is started with the Node of this folder, as npm would.
        PATH: `${bin}${delimiter}${environment.PATH ?? ''}`,
        ...(region === undefined ? {} : { AWS_REGION: region }),
      },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        said += `${line}\n`;
        show(line);
      });
    const [status] = (await once(child, 'close')) as [number | null];
    return { status: status ?? 1, said };
  };
}

/** Without the words of the CDK to its own developers. */
const quiet = ['--no-notices', '--no-color', '--ci'];

export const synthArgs = (file: string, stage: string, folder: string): readonly string[] => [
  ...['synth', '--quiet', '--output', folder],
  ...['-c', `stage=${stage}`, '-c', `deployment=${file}`],
  ...quiet,
];

/** All others work on what was synthesised, so that what happens is what was shown. */
export const diffArgs = (folder: string, options: Settled): readonly string[] => [
  ...['diff', ...stacksOf(options), '--app', folder],
  ...toolkitOf(options),
  ...quiet,
];

export const deployArgs = (folder: string, options: Settled, outputs: string): readonly string[] => [
  ...['deploy', options.stack, '--app', folder, '--outputs-file', outputs],
  // What is created was shown and confirmed before.
  ...['--require-approval', 'never', '--progress', 'events'],
  ...toolkitOf(options),
  ...quiet,
];

/** The drives of a further region, which are told of the deployment what it publishes. */
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

/** Those of further regions first: what they work on goes last. */
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

/** What the preparation makes and allows, for the person who decides about it. */
export const bootstrapGives = ({ executionPolicies }: Settled): string =>
  `it makes a bucket and roles, and CloudFormation gets ${executionPolicies ?? 'AdministratorAccess (--execution-policies names others)'}`;

/** A bootstrap stack with a qualifier of its own lies beside the usual one. */
function toolkitOf({ qualifier, toolkitStack }: Settled): readonly string[] {
  const name = toolkitStack ?? (qualifier === undefined ? undefined : `CDKToolkit-${qualifier}`);
  return name === undefined ? [] : ['--toolkit-stack-name', name];
}

/** The account was never prepared for the CDK, or for an older one. */
export const lacksBootstrap = ({ status, said }: CdkEnd): boolean =>
  status !== 0 && /Has the environment been bootstrapped|Please run 'cdk bootstrap'/.test(said);
