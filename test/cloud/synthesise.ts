import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { DriverRegionStack } from '../../lib/cloud/driver-region.ts';
import {
  type Template as RawTemplate,
  type ReadJson,
  wholeTemplate,
} from '../../lib/cloud/nesting/joined-template.ts';
import { driverStack } from '../../lib/cloud/regions/stack-names.ts';
import { DownpourStack, type DownpourStackProps } from '../../lib/cloud/stack.ts';
import { functions } from '../../lib/functions.ts';

export const definitionFile = join(import.meta.dirname, '../../functions/driver/burst.asl.json');

const synthesised = new Map<string, Template>();

/**
 * The stack and its nested stacks as one template. Bundles are empty, because their content does not matter
 * here. Tests of one process share the template of the same options. The rules of the CDK would take two
 * thirds of the time, so they are off; app-rules.test.ts applies them to stacks with all options.
 */
export function synthesise(props: Partial<DownpourStackProps> = {}): Template {
  const options = JSON.stringify(props);
  const template = synthesised.get(options) ?? wholeOf(props);
  synthesised.set(options, template);
  return template;
}

function wholeOf(props: Partial<DownpourStackProps>): Template {
  const app = createApp(unjudged, forTemplates);
  const { stackName } = createStack(app, props);
  app.synth();
  return Template.fromJSON(wholeTemplate(stackName, readerOf(app.outdir)));
}

/** The templates for CloudFormation, by file name: that of the stack, and those of its nested stacks. */
export function templatesOf(props: Partial<DownpourStackProps> = {}): ReadonlyMap<string, RawTemplate> {
  const app = createApp(unjudged, forTemplates);
  createStack(app, props);
  app.synth();
  const files = readdirSync(app.outdir).filter((file) => file.endsWith('.template.json'));
  return new Map(files.map((file) => [file, readerOf(app.outdir)(file) as RawTemplate]));
}

/** Returns a function that reads JSON files of a folder into which the CDK wrote its templates. */
export const readerOf =
  (folder: string): ReadJson =>
  (file) =>
    JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** Properties of an app that is synthesised without the validation rules of the CDK. */
export const unjudged: AppProps = { builtinCloudFormationValidation: false, treeMetadata: false };

/**
 * Settings for an app when a test reads only its templates. Otherwise the CDK copies all bundles into the
 * folder of each app, and parses a stack trace for each resource.
 */
const forTemplates = {
  'aws:cdk:disable-asset-staging': true,
  'aws:cdk:disable-creation-stack-traces': true,
};

/** An app with the feature flags of `cdk.json`, as the command line would start it. */
export function createApp(props: AppProps = {}, settings: Readonly<Record<string, unknown>> = {}): App {
  const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8'));
  return new App({
    context: { ...context, ...settings },
    analyticsReporting: false,
    outdir: temporaryFolder(),
    ...props,
  });
}

export function createStack(
  app: App,
  props: Partial<DownpourStackProps> = {},
  name = 'Downpour',
): DownpourStack {
  return new DownpourStack(app, name, {
    bundles: emptyBundles(),
    definition: definitionFile,
    version: '0.0.0-test',
    ...props,
  });
}

/** Options of a deployment with further regions. */
export const withRegions = {
  stage: 'prod',
  regions: 'eu-west-1,ap-south-1',
  driveConcurrency: 200,
  alarmEmail: 'night@example.com',
} as const;

/** The stack of a further region of the deployment `withRegions`. */
export function createRegion(app: App, driverRegion = 'eu-west-1'): DriverRegionStack {
  return new DriverRegionStack(app, driverStack('downpour-prod', driverRegion), {
    ...withRegions,
    driverRegion,
    bundles: emptyBundles(),
    definition: definitionFile,
    version: '0.0.0-test',
  });
}

let bundles: string | undefined;

export function emptyBundles(): string {
  if (bundles !== undefined) return bundles;
  bundles = temporaryFolder();
  for (const { name } of functions) {
    mkdirSync(join(bundles, name), { recursive: true });
    writeFileSync(join(bundles, name, 'index.mjs'), 'export const handler = async () => ({});\n');
  }
  return bundles;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'downpour-cloud-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
