/**
 * The CDK app named in `cdk.json`: bundles the functions, then describes one deployment of Downpour.
 * Options are given as context, for example `-c stage=prod -c targets=shop.example.com`; see `lib/cloud/options.ts`.
 */
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions } from '../lib/bundle.ts';
import { readOptions } from '../lib/cloud/options.ts';
import { DownpourStack } from '../lib/cloud/stack.ts';
import { project, version } from '../lib/project.ts';

const bundles = join(project, 'dist', 'cloud');
await bundleFunctions(bundles);

const app = new App();
const { stack, ...options } = readOptions((name) => app.node.tryGetContext(name));
new DownpourStack(app, stack, {
  ...options,
  bundles,
  definition: join(project, 'functions', 'driver', 'burst.asl.json'),
  version: version(),
});
