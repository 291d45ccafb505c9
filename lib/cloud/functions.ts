import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type FunctionName, type FunctionSpec, functions } from '../functions.ts';
import { LambdaFunction } from './lambda-function.ts';
import { type Network, reachingTargets } from './network.ts';
import type { Stage } from './stage.ts';

export type FunctionsProps = {
  readonly stage: Stage;
  /** Folder that holds one bundle per function: `<name>/index.mjs`. */
  readonly bundles: string;
  /** Variables of every function, beside those that the grants add. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Drives at once: the blast radius of this deployment, kept apart from the API's share of the account.
   * @default - not reserved; a new account's limit of 10 leaves nothing to reserve
   */
  readonly driveConcurrency?: number;
  /**
   * Where the functions that reach targets run.
   * @default - outside of any VPC
   */
  readonly network?: Network;
};

/** Every function of `lib/functions.ts`, by name. */
export class Functions extends Construct {
  readonly #byName: ReadonlyMap<FunctionName, lambda.Function>;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    const { driveConcurrency, network, ...shared } = props;
    this.#byName = new Map(
      functions.map((spec) => {
        const concurrency = spec.name === 'driver/drive' ? driveConcurrency : undefined;
        const place = reachingTargets.includes(spec.name) ? network : undefined;
        const own = { spec, concurrency, network: place };
        return [spec.name, new LambdaFunction(this, constructId(spec), { ...shared, ...own }).fn];
      }),
    );
  }

  get(name: FunctionName): lambda.Function {
    const fn = this.#byName.get(name);
    if (fn === undefined) throw new Error(`no function ${name}: add it to lib/functions.ts`);
    return fn;
  }
}

/** `api/run-upload` becomes `ApiRunUpload`. */
function constructId(spec: FunctionSpec): string {
  return spec.name
    .split(/[/-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
