import { Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type FunctionSpec, functions as specs } from '../functions.ts';
import type { Functions } from './functions.ts';
import type { Stage } from './stage.ts';

export type ResultsApiProps = {
  readonly stage: Stage;
  readonly functions: Functions;
  /** Requests per second that the API answers before it says 429. */
  readonly requestsPerSec: number;
  /** Requests that may arrive at once above that rate. */
  readonly requestsBurst: number;
};

/** The HTTP API: every route of `lib/functions.ts`, on the default stage. */
export class ResultsApi extends Construct {
  readonly api: apigateway.HttpApi;
  readonly url: string;

  constructor(scope: Construct, id: string, props: ResultsApiProps) {
    super(scope, id);
    this.api = new apigateway.HttpApi(this, 'Http', {
      description: 'Downpour: results repository and burst control',
      createDefaultStage: false,
    });
    for (const spec of specs) this.#addRoute(spec, props.functions);
    this.url = this.#createStage(props).url;
  }

  #addRoute(spec: (typeof specs)[number], functions: Functions): void {
    const { route }: FunctionSpec = spec;
    if (route === undefined) return;
    const [method, path] = route.split(' ') as [apigateway.HttpMethod, string];
    const fn = functions.get(spec.name);
    const integration = new HttpLambdaIntegration(`${fn.node.scope?.node.id}Integration`, fn);
    for (const added of this.api.addRoutes({ path, methods: [method], integration })) {
      Validations.of(added).acknowledge({
        id: 'AwsSolutions::AwsSolutions-APIG4',
        reason:
          'API keys are checked by the function itself, against a hash in the catalogue; the version is public.',
      });
    }
  }

  #createStage(props: ResultsApiProps): apigateway.HttpStage {
    const logGroup = new logs.LogGroup(this, 'AccessLog', {
      retention: props.stage.logRetention,
      removalPolicy: props.stage.removalPolicy,
    });
    return new apigateway.HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      detailedMetricsEnabled: true,
      throttle: { rateLimit: props.requestsPerSec, burstLimit: props.requestsBurst },
      accessLogSettings: { destination: new apigateway.LogGroupLogDestination(logGroup), format: accessLine },
    });
  }
}

/** One JSON line a request. No query text and no headers: the one may hold data, the others hold keys. */
const accessLine = AccessLogFormat.custom(
  JSON.stringify({
    time: '$context.requestTime',
    requestId: '$context.requestId',
    ip: '$context.identity.sourceIp',
    route: '$context.routeKey',
    path: '$context.path',
    status: '$context.status',
    latencyMs: '$context.responseLatency',
    integrationLatencyMs: '$context.integrationLatency',
    responseBytes: '$context.responseLength',
    error: '$context.error.message',
    integrationError: '$context.integrationErrorMessage',
  }),
);
