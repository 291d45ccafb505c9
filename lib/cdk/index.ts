import { join } from 'node:path';
import type { Construct } from 'constructs';
import type { Code } from '../cloud/construct/code.ts';
import { Deployment } from '../cloud/construct/deployment.ts';
import type { DownpourProps } from '../cloud/construct/props.ts';
import { sharedBundles } from '../cloud/lambda/bundles.ts';
import { commit, project, version } from '../project.ts';

export type { DownpourOptions } from '../cloud/construct/options.generated.ts';
export type { DownpourProps } from '../cloud/construct/props.ts';

/**
 * A deployment of Downpour in a stack of your own app, with the code of the installed package. Without
 * `stage` and `data` it keeps its data when the stack is deleted, as constructs of the CDK do.
 */
export class Downpour extends Deployment {
  constructor(scope: Construct, id: string, props: DownpourProps = {}) {
    const keeps = props.stage === undefined && props.data === undefined;
    super(scope, id, keeps ? { ...props, data: 'keep' } : props, packaged());
  }
}

const packaged = (): Code => ({
  bundles: sharedBundles(join(project, 'dist', 'functions')),
  definition: join(project, 'functions', 'driver', 'burst.asl.json'),
  version: version(),
  commit: commit(),
});
