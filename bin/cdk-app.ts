/**
 * The CDK app of `cdk.json`. It bundles the functions and describes one deployment of Downpour with the
 * options in the file of its stage: `-c stage=prod` reads deployments/prod.json, and `-c deployment=FILE`
 * reads another file. An option of lib/cloud/options/table.ts as `-c name=value` applies to this call only.
 */
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions } from '../lib/bundle.ts';
import { DriverRegionStack } from '../lib/cloud/driver-region.ts';
import { readOptions } from '../lib/cloud/options/read.ts';
import { driverStack, regionsOf } from '../lib/cloud/regions/stack-names.ts';
import { DownpourStack } from '../lib/cloud/stack.ts';
import { DownpourError } from '../lib/errors.ts';
import { commit, project, version } from '../lib/project.ts';
import { notePlace } from './deploy/assembly.ts';
import { fileOf, recall, refuseElsewhere } from './deploy/stage-file.ts';

await describe().catch((error: unknown) => {
  if (!(error instanceof DownpourError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});

async function describe(): Promise<void> {
  const app = new App();
  const { deployment, ...given } = contextOptions(app);
  const file = typeof deployment === 'string' ? deployment : fileOf(String(given.stage ?? 'sandbox'));
  const remembered = await recall(file);
  const options = readOptions({ ...remembered.options, ...given });
  // The CDK's command line sets these variables. They are absent without credentials.
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  refuseElsewhere(options.stage, remembered.deployed, { account, region, stack: options.stack });
  if (region !== undefined && regionsOf(options.regions).includes(region))
    throw new DownpourError(
      'DEPLOYMENT_OPTION',
      400,
      `regions must not contain ${region}, because the deployment itself is in this region`,
    );
  const bundles = join(project, 'dist', 'cloud');
  await bundleFunctions(bundles);
  const definition = join(project, 'functions', 'driver', 'burst.asl.json');
  const { WarmWrites } = remembered.deployed?.outputs ?? {};
  const warmWritesBefore = WarmWrites === undefined ? undefined : Number(WarmWrites);
  const facts = { version: version(), commit: commit(), warmWritesBefore };
  const props = { ...options, bundles, definition, ...facts };
  new DownpourStack(app, options.stack, props);
  for (const driverRegion of regionsOf(options.regions))
    new DriverRegionStack(app, driverStack(options.stack, driverRegion), { ...props, driverRegion });
  await notePlace(app.outdir, { account, region });
}

/**
 * The options that a user sets with `-c`. The CDK's own context values have `@`, `:` or `-` in their names.
 */
function contextOptions(app: App): Record<string, unknown> {
  const context: Record<string, unknown> = app.node.getAllContext();
  return Object.fromEntries(Object.entries(context).filter(([name]) => /^\w+$/.test(name)));
}
