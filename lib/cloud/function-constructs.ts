import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { FunctionSpec } from '../functions/spec.ts';
import { type FunctionName, functions } from '../functions.ts';
import { environment } from '../names/environment.ts';
import type { Bundles } from './lambda/bundles.ts';
import { LambdaFunction } from './lambda/lambda-function.ts';
import { OpenNestedStack } from './nesting/nested-stack.ts';
import { type Network, reachingTargets } from './network.ts';
import type { Stage } from './stage.ts';

export type FunctionsProps = {
  readonly stage: Stage;
  readonly bundles: Bundles;
  /** Environment variables of every function. Permissions add further variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** The number of concurrent executions that are reserved for single functions. */
  readonly reserved: ReadonlyMap<FunctionName, number>;
  /**
   * The network of functions that reach targets.
   * @default - outside of any VPC
   */
  readonly network?: Network;
  /**
   * The functions to create.
   * @default - all of them
   */
  readonly only?: readonly FunctionName[];
  /** Returns true for functions that belong to the nested stack of the API. */
  readonly nested?: (spec: FunctionSpec) => boolean;
};

/** The functions of `lib/functions.ts`, by name. */
export class Functions extends Construct {
  readonly specs: readonly (FunctionSpec & { readonly name: FunctionName })[];
  readonly #bundles: Bundles;
  readonly #byName: ReadonlyMap<FunctionName, lambda.Function>;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    const { reserved, network, only, nested = () => false, ...shared } = props;
    const specs: readonly (typeof functions)[number][] = functions;
    this.specs = specs.filter(({ name }) => only?.includes(name) ?? true);
    const apart = this.specs.some(nested)
      ? new OpenNestedStack(this, 'Api', { description: 'Downpour: functions of the API' })
      : this;
    this.#bundles = props.bundles;
    this.#byName = new Map(
      this.specs.map((spec) => {
        const place = reachingTargets.includes(spec.name) ? network : undefined;
        const own = { spec, concurrency: reserved.get(spec.name), network: place };
        const within = nested(spec) ? apart : this;
        return [spec.name, new LambdaFunction(within, constructId(spec), { ...shared, ...own }).fn];
      }),
    );
  }

  /** The functions that the states of a state machine invoke, by the placeholders in its definition. */
  behind(states: Readonly<Record<string, FunctionName>>): Readonly<Record<string, lambda.Function>> {
    return Object.fromEntries(Object.entries(states).map(([state, name]) => [state, this.get(name)]));
  }

  /**
   * Gives functions a hash of the drives' code as a variable. With it, a drive detects a plan of another
   * release. Returns the hash.
   */
  mark(...names: readonly FunctionName[]): string {
    const release = this.#bundles.fingerprint('driver/drive');
    for (const name of names) this.get(name).addEnvironment(environment.release, release);
    return release;
  }

  get(name: FunctionName): lambda.Function {
    const fn = this.#byName.get(name);
    if (fn === undefined) throw new Error(`no function ${name}: add it to lib/functions/`);
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
