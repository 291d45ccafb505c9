/**
 * The CDK app named in `cdk.json`: bundles the functions, then describes one deployment of Downpour.
 * Options are given as context, for example `-c stage=prod -c targets=shop.example.com`; see `lib/cloud/options.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions } from '../lib/bundle.ts';
import { readOptions } from '../lib/cloud/options.ts';
import { DownpourStack } from '../lib/cloud/stack.ts';

const checkout = join(import.meta.dirname, '..');
const bundles = join(checkout, 'dist', 'cloud');
await bundleFunctions(bundles);

const app = new App();
const { stack, ...options } = readOptions((name) => app.node.tryGetContext(name));
new DownpourStack(app, stack, {
  ...options,
  bundles,
  definition: join(checkout, 'functions', 'driver', 'burst.asl.json'),
  version: JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')).version,
});
