import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as route53 from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties, CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { corsOf } from '../../cors.ts';
import { routeKeys } from '../../functions/routes.ts';
import type { FunctionSpec } from '../../functions/spec.ts';
import { type FunctionName, functions as specs } from '../../functions.ts';
import type { Functions } from '../function-constructs.ts';
import type { StopMachine } from '../machines/stop-machine.ts';
import type { Settled } from '../options/read.ts';
import type { Options } from '../options/table.ts';
import type { Stage } from '../stage.ts';
import { VendedLog } from '../vended-log.ts';
import { Distribution } from './distribution.ts';

export type ResultsApiProps = {
  readonly stage: Stage;
  readonly functions: Functions;
  /** The state machine that stops bursts even when no function can run. */
  readonly stopping: StopMachine;
  /** The most requests per second that the API accepts. Further requests get 429. */
  readonly requestsPerSec: number;
  /** The most requests that may arrive at once above that rate (the burst limit of API Gateway). */
  readonly requestsBurst: number;
  readonly service: string;
  readonly corsOrigins: string;
  /**
   * The Route 53 zone in which the DNS record of the domain is created. Absent: you create the record
   * yourself.
   */
  readonly hostedZone?: route53.IHostedZone;
  /**
   * The certificate of the domain. Absent: a new one is created, and a record in the zone proves that you own
   * the domain.
   */
  readonly certificate?: acm.ICertificate;
} & Pick<Options, 'domain' | 'onlyDomain' | 'firewall'> &
  Pick<Settled, 'firewallSecret'>;

/** The HTTP API with every route of `lib/functions.ts`, on the default stage. */
export class ResultsApi extends Construct {
  readonly api: apigateway.HttpApi;
  readonly url: string;
  /** The address of the API that functions get as a variable. */
  readonly functionsUrl: string;
  /** The target of the domain's DNS record, if the record is not created here. */
  readonly domainTarget: string | undefined;

  constructor(scope: Construct, id: string, props: ResultsApiProps) {
    super(scope, id);
    this.api = new apigateway.HttpApi(this, 'Http', {
      description: 'Downpour: results repository and burst control',
      createDefaultStage: false,
      disableExecuteApiEndpoint: props.onlyDomain === true ? true : undefined,
      corsPreflight: corsPreflight(props),
    });
    for (const spec of specs) this.#addRoutes(spec, props.functions);
    props.stopping.addRoute(this.api);
    const stage = this.#createStage(props);
    const { domain, firewall } = props;
    const certificate = domain === undefined ? undefined : this.#certificate(domain, props);
    if (firewall !== undefined) {
      const front = new Distribution(this, 'Front', { ...props, firewall, certificate, api: this.api });
      this.url = this.functionsUrl = `https://${domain ?? front.name}/`;
      if (domain !== undefined)
        this.domainTarget = this.#createRecords(
          domain,
          props,
          front.name,
          new CloudFrontTarget(front.distribution),
        );
      return;
    }
    this.url = this.functionsUrl = domain === undefined ? stage.url : `https://${domain}/`;
    if (domain === undefined || certificate === undefined) return;
    const name = new apigateway.DomainName(this, 'Domain', { domainName: domain, certificate });
    new apigateway.ApiMapping(this, 'DomainMapping', { api: this.api, domainName: name, stage });
    const { regionalDomainName, regionalHostedZoneId } = name;
    const target = new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId);
    this.domainTarget = this.#createRecords(domain, props, regionalDomainName, target);
  }

  /**
   * The TLS certificate of a domain: the given certificate, or a new one. For a new one, a record in the zone
   * proves that you own the domain.
   */
  #certificate(domainName: string, { certificate, hostedZone }: ResultsApiProps): acm.ICertificate {
    if (certificate !== undefined) return certificate;
    const validation = acm.CertificateValidation.fromDns(hostedZone);
    return new acm.Certificate(this, 'Certificate', { domainName, validation });
  }

  /**
   * Creates the DNS records of a domain in its zone. Without a zone, returns the name that your own record
   * must point to.
   */
  #createRecords(
    domain: string,
    { hostedZone: zone, firewall }: ResultsApiProps,
    targetName: string,
    alias: route53.IAliasRecordTarget,
  ): string | undefined {
    if (zone === undefined) return targetName;
    const record = { zone, recordName: `${domain}.`, target: route53.RecordTarget.fromAlias(alias) };
    new route53.ARecord(this, 'DomainRecord', record);
    if (firewall !== undefined) new route53.AaaaRecord(this, 'DomainRecordV6', record);
    return undefined;
  }

  #addRoutes(spec: FunctionSpec, functions: Functions): void {
    const keys = routeKeys(specs).flatMap(([key, name]) => (name === spec.name ? [key] : []));
    if (keys.length === 0) return;
    const fn = functions.get(spec.name as FunctionName);
    this.#permit(keys, fn);
    const integration = new FunctionIntegration(`${fn.node.scope?.node.id}Integration`, fn);
    const added = keys.flatMap((key) => {
      if (key === '$default') return [this.#addDefaultRoute(integration)];
      const [method, path] = key.split(' ') as [apigateway.HttpMethod, string];
      if (!path.endsWith('/')) return this.api.addRoutes({ path, methods: [method], integration });
      // The CDK refuses a path that ends with a slash, but API Gateway accepts it. So the route gets a
      // placeholder first, and then its real key.
      const routes = this.api.addRoutes({ path: `${path}{slash}`, methods: [method], integration });
      for (const { node } of routes) (node.defaultChild as apigateway.CfnRoute).routeKey = key;
      return routes;
    });
    for (const each of added) {
      Validations.of(each).acknowledge({
        id: 'AwsSolutions::AwsSolutions-APIG4',
        reason:
          'The function checks the API key itself: it compares the key with a hash in the table of identities. The route of the version is public.',
      });
    }
  }

  #addDefaultRoute(integration: FunctionIntegration): apigateway.HttpRoute {
    const routeKey = apigateway.HttpRouteKey.DEFAULT;
    return new apigateway.HttpRoute(this, 'DefaultRoute', { httpApi: this.api, routeKey, integration });
  }

  /**
   * Permits the API to invoke a function. The permission is in the same stack as its function. So when an
   * update moves the function, the new one has the permission before the routes lead to it. A template has a
   * limit of 500 resources, so routes of one function share one permission.
   */
  #permit([first = '', ...others]: readonly string[], fn: lambda.Function): void {
    const [, path = ''] = first.split(' ');
    const sourceArn = Stack.of(this).formatArn({
      service: 'execute-api',
      resource: this.api.apiId,
      resourceName: others.length === 0 ? `*/*${path}` : '*/*/*',
    });
    fn.addPermission('Api', { principal: new iam.ServicePrincipal('apigateway.amazonaws.com'), sourceArn });
  }

  #createStage(props: ResultsApiProps): apigateway.HttpStage {
    const { group: logGroup } = new VendedLog(this, 'AccessLog', { stage: props.stage, of: 'apis' });
    return new apigateway.HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      throttle: { rateLimit: props.requestsPerSec, burstLimit: props.requestsBurst },
      accessLogSettings: { destination: new apigateway.LogGroupLogDestination(logGroup), format: accessLine },
    });
  }
}

/**
 * An integration of a route with a function that does not add the permission to invoke it. The CDK's own
 * integration would add the permission to the stack of the routes. `#permit` adds it to the stack of the
 * function.
 */
class FunctionIntegration extends apigateway.HttpRouteIntegration {
  readonly #fn: lambda.Function;

  constructor(id: string, fn: lambda.Function) {
    super(id);
    this.#fn = fn;
  }

  override bind(): apigateway.HttpRouteIntegrationConfig {
    return {
      type: apigateway.HttpIntegrationType.AWS_PROXY,
      uri: this.#fn.functionArn,
      payloadFormatVersion: apigateway.PayloadFormatVersion.VERSION_2_0,
    };
  }
}

function corsPreflight({
  corsOrigins,
  service,
}: ResultsApiProps): apigateway.CorsPreflightOptions | undefined {
  const cors = corsOf(corsOrigins, service);
  return (
    cors && {
      allowOrigins: [...cors.origins],
      allowMethods: cors.methods.map((method) => apigateway.CorsHttpMethod[method]),
      allowHeaders: [...cors.requestHeaders],
      exposeHeaders: [...cors.replyHeaders],
      maxAge: Duration.seconds(cors.maxAgeS),
    }
  );
}

/**
 * The format of the access log: one JSON line for each request. It has no query texts and headers, because
 * queries may contain data, and headers contain keys.
 */
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
