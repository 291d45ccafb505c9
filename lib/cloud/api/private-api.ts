import { Aws, Fn, Stack, Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import type * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as route53 from 'aws-cdk-lib/aws-route53';
import { InterfaceVpcEndpointTarget } from 'aws-cdk-lib/aws-route53-targets';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { apiTimeoutS } from '../../facts/timeouts.ts';
import { machineRoutes, routeKeys } from '../../functions/routes.ts';
import { type FunctionName, functions as specs } from '../../functions.ts';
import { environment } from '../../names/environment.ts';
import { ownApiId } from '../../names/front.ts';
import type { Functions } from '../function-constructs.ts';
import type { StopMachine } from '../machines/stop-machine.ts';
import type { Place } from '../network.ts';
import { webAclArn } from './firewall.ts';
import { type RestPath, restPaths } from './rest-paths.ts';

export type PrivateApiProps = {
  readonly functions: Functions;
  /** The state machine that stops bursts even when no function can run. */
  readonly stopping: StopMachine;
  /** The VPC endpoints through which the API is reachable. `create`: an endpoint is created in `place`. */
  readonly endpoints: readonly ec2.IVpcEndpoint[] | 'create';
  readonly place: Place | undefined;
  readonly requestsPerSec: number;
  readonly requestsBurst: number;
  readonly corsOrigins: string;
  /**
   * The web ACL (firewall) of the API: `managed` for a new one with rules of AWS, or the ARN of an existing
   * one of the scope REGIONAL.
   */
  readonly firewall?: string | undefined;
  readonly domain?: string | undefined;
  readonly onlyDomain?: boolean | undefined;
  readonly certificate?: acm.ICertificate | undefined;
  readonly hostedZone?: route53.IHostedZone | undefined;
};

/**
 * The API as a REST API that only endpoints of VPCs reach. An HTTP API cannot be private. All paths are in
 * one OpenAPI document, so the template has one resource for them. Each function gets events of a REST API,
 * and converts them (functions/api/pipeline/front).
 */
export class PrivateApi extends Construct {
  readonly api: apigateway.SpecRestApi;
  readonly url: string;
  /**
   * The address of the API for its functions, with a placeholder for the API's id. The API refers to the
   * functions, so a reference from the functions to the API would be circular. The functions add the id at
   * run time.
   */
  readonly functionsUrl: string;
  /**
   * The DNS name or the id of the endpoint that the domain must point to, if the DNS record is not created
   * here.
   */
  readonly domainTarget: string | undefined;
  readonly #endpoints: readonly ec2.IVpcEndpoint[];

  constructor(scope: Construct, id: string, props: PrivateApiProps) {
    super(scope, id);
    const { domain, firewall, requestsPerSec } = props;
    const made = props.endpoints === 'create' ? this.#createEndpoint(props.place) : undefined;
    this.#endpoints = made ? [made] : (props.endpoints as readonly ec2.IVpcEndpoint[]);
    this.api = new apigateway.SpecRestApi(this, 'Rest', {
      // The API has the name of the stack, under which CloudWatch lists its metrics.
      restApiName: Stack.of(this).stackName,
      description: 'Downpour: results repository and burst control',
      apiDefinition: apigateway.ApiDefinition.fromInline(documentOf(props)),
      endpointConfiguration: {
        types: [apigateway.EndpointType.PRIVATE],
        vpcEndpoints: [...this.#endpoints],
      },
      policy: this.#policy(),
      // API Gateway passes bodies on unchanged, as bytes.
      binaryMediaTypes: ['*/*'],
      disableExecuteApiEndpoint: props.onlyDomain === true,
      cloudWatchRole: false,
      deployOptions: {
        stageName,
        throttlingRateLimit: requestsPerSec,
        throttlingBurstLimit: props.requestsBurst,
      },
    });
    this.#permit(props.functions);
    const stage = this.api.deploymentStage;
    if (firewall !== undefined)
      new wafv2.CfnWebACLAssociation(this, 'Protection', {
        resourceArn: stage.stageArn,
        webAclArn: webAclArn(this, firewall, { scope: 'REGIONAL', requestsPerSec }),
      });
    Validations.of(this.api).acknowledge(...exceptions);
    for (const [name, keys] of keysByTaker()) {
      const fn = props.functions.get(name);
      fn.addEnvironment(environment.routes, keys.join(','));
      fn.addEnvironment(environment.corsOrigins, props.corsOrigins);
    }
    this.url = this.#urlOf(this.api.restApiId, domain);
    this.functionsUrl = this.#urlOf(ownApiId, domain);
    if (domain !== undefined) this.domainTarget = this.#createDomain(domain, made, props);
  }

  /**
   * The URL of the API. Its host name works with and without private DNS of the endpoint, and in networks
   * that are connected to the VPC.
   */
  #urlOf(apiId: string, domain: string | undefined): string {
    if (domain !== undefined) return `https://${domain}/`;
    const endpoint = this.#endpoints[0]?.vpcEndpointId;
    return `https://${apiId}-${endpoint}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stageName}/`;
  }

  /**
   * Creates a VPC endpoint for the API that accepts connections from private networks. No other address
   * reaches it.
   */
  #createEndpoint(place: Place | undefined): ec2.InterfaceVpcEndpoint {
    if (place === undefined) throw new Error('a bug in Downpour: a VPC endpoint was requested without a VPC');
    const { vpc, subnets } = place;
    const description = 'Downpour: callers of the private API';
    const group = new ec2.SecurityGroup(this, 'EndpointGroup', { vpc, description, allowAllOutbound: false });
    for (const range of privateRanges) group.addIngressRule(ec2.Peer.ipv4(range), ec2.Port.HTTPS);
    return new ec2.InterfaceVpcEndpoint(this, 'Endpoint', {
      vpc,
      subnets,
      service: ec2.InterfaceVpcEndpointAwsService.APIGATEWAY,
      securityGroups: [group],
      open: false,
      // Private DNS would direct the usual names of API Gateway to this endpoint. The VPC could then not
      // reach public APIs of other teams.
      privateDnsEnabled: false,
    });
  }

  /** Refuses all requests that did not come through the endpoints. */
  #policy(): iam.PolicyDocument {
    const all = {
      actions: ['execute-api:Invoke'],
      resources: ['execute-api:/*'],
      principals: [new iam.AnyPrincipal()],
    };
    const ids = this.#endpoints.map(({ vpcEndpointId }) => vpcEndpointId);
    return new iam.PolicyDocument({
      statements: [
        new iam.PolicyStatement(all),
        new iam.PolicyStatement({
          ...all,
          effect: iam.Effect.DENY,
          conditions: { StringNotEquals: { 'aws:SourceVpce': ids } },
        }),
      ],
    });
  }

  /**
   * Permits the API to invoke each function. The permissions are in the stack of the API. That stack refers
   * to the functions in the nested stack, so the nested stack cannot refer to the API.
   */
  #permit(functions: Functions): void {
    for (const [name] of keysByTaker()) {
      const own = allPaths.filter(({ takers }) => [...takers.values()].includes(name));
      const [only = '', ...others] = own.map(({ path }) => path.replace(/\{[^}]*\}/g, '*'));
      new lambda.CfnPermission(this, `Permission${name.replace(/\W/g, '-')}`, {
        action: 'lambda:InvokeFunction',
        functionName: functions.get(name).functionArn,
        principal: 'apigateway.amazonaws.com',
        sourceArn: Stack.of(this).formatArn({
          service: 'execute-api',
          resource: this.api.restApiId,
          resourceName: `${stageName}/*${others.length === 0 ? only : '/*'}`,
        }),
      });
    }
  }

  /**
   * Creates a domain name that only the endpoints reach. Without a domain, paths of the API begin with the
   * name of a stage.
   */
  #createDomain(
    domainName: string,
    made: ec2.InterfaceVpcEndpoint | undefined,
    { certificate, hostedZone: zone }: PrivateApiProps,
  ): string | undefined {
    const name = new apigateway.CfnDomainNameV2(this, 'Domain', {
      domainName,
      certificateArn: certificate?.certificateArn,
      endpointConfiguration: { types: ['PRIVATE'] },
      policy: this.#policy().toJSON(),
    });
    const domainNameArn = name.attrDomainNameArn;
    const { restApiId } = this.api;
    const { stageName: stage } = this.api.deploymentStage;
    new apigateway.CfnBasePathMappingV2(this, 'DomainMapping', { domainNameArn, restApiId, stage });
    for (const [index, { vpcEndpointId: accessAssociationSource }] of this.#endpoints.entries())
      new apigateway.CfnDomainNameAccessAssociation(this, `DomainAccess${index + 1}`, {
        domainNameArn,
        accessAssociationSource,
        accessAssociationSourceType: 'VPCE',
      });
    if (made === undefined) return this.#endpoints[0]?.vpcEndpointId;
    // The endpoint lists its DNS names as entries with the id of a zone, a colon and a name.
    if (zone === undefined) return Fn.select(1, Fn.split(':', Fn.select(0, made.vpcEndpointDnsEntries)));
    const target = route53.RecordTarget.fromAlias(new InterfaceVpcEndpointTarget(made));
    new route53.ARecord(this, 'DomainRecord', { zone, recordName: `${domainName}.`, target });
    return undefined;
  }
}

/** Addresses of an API without a domain begin with the name of its stage. */
const stageName = 'downpour';

/** The address ranges of private networks (RFC 1918, RFC 6598). */
const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'];

/** The route keys (method and path) of each function of the API. */
function keysByTaker(): ReadonlyMap<FunctionName, readonly string[]> {
  const all = new Map<FunctionName, string[]>();
  for (const [key, name] of routeKeys(specs))
    all.set(name as FunctionName, [...(all.get(name as FunctionName) ?? []), key]);
  return all;
}

/** The OpenAPI document of all paths, with the extensions of API Gateway. */
function documentOf({ functions, stopping }: PrivateApiProps): object {
  const pathItem = ({ path, takers }: RestPath): readonly [string, object] => [
    path,
    Object.fromEntries(
      [...takers].map(([method, name]) => [
        method === 'ANY' ? 'x-amazon-apigateway-any-method' : method.toLowerCase(),
        operationOf(
          path,
          name === stopTaker ? starting(stopping) : invoking(functions.get(name as FunctionName)),
        ),
      ]),
    ),
  ];
  return {
    openapi: '3.0.1',
    info: { title: 'Downpour', version: '1' },
    paths: Object.fromEntries(allPaths.map(pathItem)),
  };
}

/**
 * The name of the state machine that stops bursts. In the list of paths it takes the place of a function's
 * name.
 */
const stopTaker = 'burst-stop-by-token';

/** All paths of the API, with the names of their functions. */
const allPaths = restPaths([...routeKeys(specs), [machineRoutes[stopTaker], stopTaker]]);

const operationOf = (path: string, integration: object): object => ({
  parameters: [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  responses: { 200: { description: 'The answer of the Lambda function.' } },
  'x-amazon-apigateway-integration': integration,
});

const invoking = (fn: lambda.IFunction): object => ({
  type: 'aws_proxy',
  httpMethod: 'POST',
  uri: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${fn.functionArn}/invocations`,
  timeoutInMillis: apiTimeoutS * 1000,
});

/**
 * The integration of API Gateway that starts the state machine for stopping bursts. The body of the request
 * is its input.
 */
const starting = ({ machine, apiRole }: StopMachine): object => ({
  type: 'aws',
  httpMethod: 'POST',
  uri: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:states:action/StartSyncExecution`,
  credentials: apiRole.roleArn,
  // The API treats all bodies as bytes, but the template below needs text.
  contentHandling: 'CONVERT_TO_TEXT',
  passthroughBehavior: 'when_no_templates',
  requestTemplates: Object.fromEntries(
    ['application/json', 'text/plain', 'application/octet-stream'].map((type) => [
      type,
      // `escapeJavaScript` puts a backslash before each single quote. JSON does not allow this backslash, so
      // the template removes it.
      `{"stateMachineArn": "${machine.stateMachineArn}", "input": "$util.escapeJavaScript($input.body).replaceAll("\\\\'", "'")"}`,
    ]),
  ),
  responses: { default: { statusCode: '200' } },
});

const logged =
  'Each function logs its requests. Downpour turns on no log of the REST API, because that log needs a role of the whole account.';

const exceptions = [
  { id: 'AwsSolutions::AwsSolutions-APIG1', reason: logged },
  { id: 'AwsSolutions::AwsSolutions-APIG6', reason: logged },
  { id: 'Serverless::Serverless-APIGWAccessLogging', reason: logged },
  {
    id: 'Serverless::Serverless-APIGWXrayEnabled',
    reason: 'Each line of the access log has the id, the route and the time of its request.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-APIG2',
    reason: 'Each function validates its requests against the contract of the API.',
  },
];
