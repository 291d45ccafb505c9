import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Template } from 'aws-cdk-lib/assertions';
import { idleCost } from '../../../lib/cloud/idle-cost.ts';
import { routeKeys } from '../../../lib/functions/routes.ts';
import { functions } from '../../../lib/functions.ts';
import { environment } from '../../../lib/names/environment.ts';
import { frontHeader } from '../../../lib/names/front.ts';
import { synthesise } from '../synthesise.ts';
import { functionNamed, type Resource, resources } from '../template.ts';

/**
 * The two other forms of the API: an HTTP API behind a distribution with a firewall, and a private REST API.
 */

const acl = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/0a1b2c3d-4e5f-6789-abcd-ef0123456789';
const domain = 'load.example.com';
const zone = { hostedZone: 'example.com', hostedZoneId: 'Z0A1' };
const takers = [...new Set(routeKeys(functions).map(([, name]) => name))];

const of = (template: Template, type: string): [string, Resource['Properties']][] =>
  resources(template).flatMap(([id, { Type, Properties }]) => (Type === type ? [[id, Properties]] : []));
function one(template: Template, type: string): [string, Resource['Properties']] {
  const [found, ...others] = of(template, type);
  assert.deepEqual(others, []);
  return found ?? assert.fail(type);
}
const variablesOf = (template: Template, name: string): Record<string, unknown> =>
  functionNamed(template, name)[1].Properties.Environment.Variables;
const outputs = (template: Template): Record<string, { readonly Value: unknown }> =>
  template.toJSON().Outputs;

describe('a firewall', () => {
  const given = synthesise({ firewall: acl, firewallSecret: 3 });
  const [id, { DistributionConfig: config }] = one(given, 'AWS::CloudFront::Distribution');

  it('judges what reaches the distribution, which passes everything on and keeps nothing', () => {
    assert.equal(config.WebACLId, acl);
    assert.deepEqual(of(given, 'AWS::WAFv2::WebACL'), []);
    const { AllowedMethods, CachePolicyId, OriginRequestPolicyId, ViewerProtocolPolicy } =
      config.DefaultCacheBehavior;
    assert.deepEqual(AllowedMethods.toSorted(), ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
    // The ids of the managed policies CachingDisabled and AllViewerExceptHostHeader.
    assert.equal(CachePolicyId, '4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    assert.equal(OriginRequestPolicyId, 'b689b0a8-53d0-40ab-baf2-68738e2966ac');
    assert.equal(ViewerProtocolPolicy, 'https-only');
    const [{ CustomOriginConfig: origin, DomainName }] = config.Origins;
    assert.deepEqual([origin.OriginProtocolPolicy, origin.OriginSSLProtocols], ['https-only', ['TLSv1.2']]);
    // The distribution waits longer than the 30 seconds of API Gateway, so that its answer arrives.
    assert.ok(origin.OriginReadTimeout > 30);
    const [apiId] = one(given, 'AWS::ApiGatewayV2::Api');
    assert.ok(JSON.stringify(DomainName).includes(`{"Ref":"${apiId}"},".execute-api."`));
  });

  it('shows a secret, which every function of a route knows with the next one, and no other function', () => {
    const secrets = of(given, 'AWS::SecretsManager::Secret').map(([each]) => each);
    assert.deepEqual(
      secrets.map((each) => each.replace(/[0-9A-F]{8}$/, '')),
      ['ResultsApiFrontSecret3', 'ResultsApiFrontSecret4'],
    );
    const value = (n: number): object => ({
      'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: secrets[n] }, ':SecretString:::}}']],
    });
    const [{ OriginCustomHeaders }] = config.Origins;
    assert.deepEqual(OriginCustomHeaders, [{ HeaderName: frontHeader, HeaderValue: value(0) }]);
    for (const { name } of functions) {
      const known = JSON.stringify(variablesOf(given, name)[environment.frontSecrets]);
      if (!takers.includes(name)) assert.equal(known, undefined, name);
      else
        assert.deepEqual(
          [...known.matchAll(/"Ref":"(\w+)"/g)].map(([, each]) => each),
          secrets,
          name,
        );
    }
    // No template contains a secret as text.
    assert.doesNotMatch(JSON.stringify(given.toJSON()), /"SecretString":"/);
  });

  it('changes functions after the distribution, so that a new secret refuses no request', () => {
    const main = functionNamed(given, 'api/burst-stop')[1];
    assert.ok([main.DependsOn].flat().includes(id));
  });

  it('has the address that the deployment prints, for sign-in and for the test of the doctor too', () => {
    const url = { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [id, 'DomainName'] }, '/']] };
    assert.deepEqual(outputs(given).ApiUrl?.Value, url);
    for (const name of ['api/config', 'api/doctor-burst'])
      assert.deepEqual(variablesOf(given, name)[environment.publicUrl], url, name);
    const plain = synthesise();
    assert.equal(variablesOf(plain, 'api/doctor-burst')[environment.publicUrl], undefined);
  });

  it('has the domain in place of the API, with records in the zone', () => {
    const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
    const owned = synthesise({ firewall: acl, domain, certificateArn });
    const [ownedId, { DistributionConfig: own }] = one(owned, 'AWS::CloudFront::Distribution');
    assert.deepEqual(own.Aliases, [domain]);
    assert.deepEqual(own.ViewerCertificate, {
      AcmCertificateArn: certificateArn,
      MinimumProtocolVersion: 'TLSv1.2_2021',
      SslSupportMethod: 'sni-only',
    });
    assert.deepEqual(of(owned, 'AWS::ApiGatewayV2::DomainName'), []);
    assert.equal(outputs(owned).ApiUrl?.Value, `https://${domain}/`);
    assert.deepEqual(outputs(owned).DomainTarget?.Value, { 'Fn::GetAtt': [ownedId, 'DomainName'] });
    const zoned = synthesise({ firewall: acl, domain, ...zone });
    const records = of(zoned, 'AWS::Route53::RecordSet');
    assert.deepEqual(
      records.map(([, { Type, Name }]) => [Type, Name]),
      [
        ['A', `${domain}.`],
        ['AAAA', `${domain}.`],
      ],
    );
    // The DNS record has the same logical id with and without a firewall. With another id, CloudFormation
    // would create a second record of the same name, which a hosted zone rejects.
    const [before] = one(synthesise({ domain, ...zone }), 'AWS::Route53::RecordSet');
    assert.equal(records[0]?.[0], before);
  });

  it('of its own limits each address, and lets documents with addresses and scripts pass', () => {
    const managed = synthesise({ firewall: 'managed', requestsPerSec: 20 });
    const [, { Scope, Rules, DefaultAction }] = one(managed, 'AWS::WAFv2::WebACL');
    assert.deepEqual([Scope, DefaultAction], ['CLOUDFRONT', { Allow: {} }]);
    assert.equal(Rules[0].Statement.RateBasedStatement.Limit, 3_000);
    assert.doesNotMatch(JSON.stringify(Rules), /CommonRuleSet/);
    // AWS WAF rejects a rule with a managed rule group when the rule has no `OverrideAction`.
    for (const { Statement, OverrideAction } of Rules)
      assert.deepEqual(OverrideAction, Statement.ManagedRuleGroupStatement && { None: {} });
    const prices = idleCost(managed.toJSON().Resources);
    assert.equal(prices.firewall, 5 + 3 + 2 * 0.4);
    assert.equal(idleCost(synthesise().toJSON().Resources).firewall, 0);
  });
});

describe('a private API', () => {
  const given = synthesise({ privateApi: 'create', vpc: 'create', firewall: 'managed', corsOrigins: '*' });
  const [id, { Body, Policy, EndpointConfiguration }] = one(given, 'AWS::ApiGateway::RestApi');
  const [endpoint, endpointProperties] =
    of(given, 'AWS::EC2::VPCEndpoint').find(([, { VpcEndpointType }]) => VpcEndpointType === 'Interface') ??
    assert.fail();

  it('answers only what comes through its endpoint, and there is no HTTP API', () => {
    assert.deepEqual(of(given, 'AWS::ApiGatewayV2::Api'), []);
    assert.deepEqual(EndpointConfiguration, { Types: ['PRIVATE'], VpcEndpointIds: [{ Ref: endpoint }] });
    const [allow, deny] = Policy.Statement;
    assert.deepEqual([allow.Effect, deny.Effect], ['Allow', 'Deny']);
    assert.deepEqual(deny.Condition, { StringNotEquals: { 'aws:SourceVpce': [{ Ref: endpoint }] } });
    assert.deepEqual([deny.Resource, deny.Principal], ['execute-api:/*', { AWS: '*' }]);
    const ids = synthesise({ privateApi: 'vpce-0a1b2c3d,vpce-0a1b2c3e' });
    const [, { Policy: policy }] = one(ids, 'AWS::ApiGateway::RestApi');
    assert.deepEqual(policy.Statement[1].Condition.StringNotEquals['aws:SourceVpce'], [
      'vpce-0a1b2c3d',
      'vpce-0a1b2c3e',
    ]);
  });

  it('has an endpoint that private networks reach, and that leaves the names of other APIs alone', () => {
    assert.equal(endpointProperties.PrivateDnsEnabled, false);
    assert.equal(endpointProperties.SubnetIds.length, 2);
    const [group] = endpointProperties.SecurityGroupIds;
    const { SecurityGroupIngress } = given.toJSON().Resources[group['Fn::GetAtt'][0]].Properties;
    for (const { CidrIp, FromPort, ToPort } of SecurityGroupIngress) {
      assert.match(CidrIp, /^(10\.|172\.16\.|192\.168\.|100\.64\.)/);
      assert.deepEqual([FromPort, ToPort], [443, 443]);
    }
  });

  it('may invoke each function of a route, for its path where it has one, and no other function', () => {
    const permissions = of(given, 'AWS::Lambda::Permission').filter(
      ([, { Principal }]) => Principal === 'apigateway.amazonaws.com',
    );
    const invoked = permissions.map(([, { FunctionName }]) => FunctionName['Fn::GetAtt'][0]);
    assert.deepEqual(invoked.toSorted(), takers.map((name) => functionNamed(given, name)[0]).toSorted());
    for (const [, { SourceArn }] of permissions) {
      const text = JSON.stringify(SourceArn);
      assert.ok(text.includes(`{"Ref":"${id}"},"/downpour/*/`), text);
    }
    const stop = functionNamed(given, 'api/burst-stop')[0];
    const [, own] = permissions.find(([, { FunctionName }]) => FunctionName['Fn::GetAtt'][0] === stop) ?? [];
    assert.match(JSON.stringify(own?.SourceArn), /"\/downpour\/\*\/api\/burst\/\*\/stop"/);
  });

  it('invokes the function of each path within the time of a REST API, and stops bursts without one', () => {
    const integration = 'x-amazon-apigateway-integration';
    for (const [path, methods] of Object.entries<Record<string, Record<string, never>>>(Body.paths))
      for (const { [integration]: each } of Object.values(methods)) {
        const { type, timeoutInMillis } = each as unknown as { type: string; timeoutInMillis?: number };
        if (type === 'aws_proxy') assert.ok(Number(timeoutInMillis) <= 29_000, path);
        else assert.equal(path, '/api/burst/stop');
      }
    const { post } = Body.paths['/api/burst/stop'];
    const stopping = post[integration];
    const [machine] = of(given, 'AWS::StepFunctions::StateMachine').find(
      ([, { StateMachineType }]) => StateMachineType === 'EXPRESS',
    ) ?? [undefined];
    assert.equal(stopping.type, 'aws');
    assert.match(JSON.stringify(stopping.uri), /states:action\/StartSyncExecution/);
    const template = JSON.stringify(stopping.requestTemplates['application/json']);
    assert.ok(template.includes(`{"Ref":"${machine}"}`) && template.includes('escapeJavaScript'));
    assert.equal(stopping.contentHandling, 'CONVERT_TO_TEXT');
    assert.deepEqual(of(given, 'AWS::ApiGatewayV2::Route'), []);
  });

  it('gives its functions their routes, the origins of pages, and an address without its id', () => {
    const { [environment.routes]: routes, [environment.corsOrigins]: origins } = variablesOf(
      given,
      'api/run-work',
    );
    assert.deepEqual(
      String(routes).split(','),
      routeKeys(functions).flatMap(([key, name]) => (name === 'api/run-work' ? [key] : [])),
    );
    assert.equal(origins, '*');
    assert.equal(variablesOf(given, 'driver/drive')[environment.routes], undefined);
    const address = JSON.stringify(variablesOf(given, 'api/config')[environment.publicUrl]);
    assert.ok(address.includes(`"https://{apiId}-",{"Ref":"${endpoint}"},".execute-api."`), address);
    const { ApiUrl } = outputs(given);
    assert.ok(JSON.stringify(ApiUrl).includes(`{"Ref":"${id}"},"-",{"Ref":"${endpoint}"},".execute-api."`));
    assert.match(JSON.stringify(ApiUrl), /"\/downpour\/"/);
  });

  it('can have a domain, which only its endpoints reach, and a web ACL', () => {
    const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/1';
    const named = synthesise({ privateApi: 'vpce-0a1b2c3d,vpce-0a1b2c3e', domain, certificateArn });
    const [name, { EndpointConfiguration: own, DomainName }] = one(named, 'AWS::ApiGateway::DomainNameV2');
    assert.deepEqual([own.Types, DomainName], [['PRIVATE'], domain]);
    const { BasePath, Stage } = one(named, 'AWS::ApiGateway::BasePathMappingV2')[1];
    assert.ok(BasePath === undefined && Stage !== undefined);
    assert.deepEqual(
      of(named, 'AWS::ApiGateway::DomainNameAccessAssociation').map(([, each]) => [
        each.AccessAssociationSource,
        each.DomainNameArn['Fn::GetAtt'][0],
      ]),
      [
        ['vpce-0a1b2c3d', name],
        ['vpce-0a1b2c3e', name],
      ],
    );
    assert.equal(outputs(named).ApiUrl?.Value, `https://${domain}/`);
    assert.equal(outputs(named).DomainTarget?.Value, 'vpce-0a1b2c3d');
    assert.equal(one(given, 'AWS::WAFv2::WebACL')[1].Scope, 'REGIONAL');
    const { ResourceArn } = one(given, 'AWS::WAFv2::WebACLAssociation')[1];
    assert.match(JSON.stringify(ResourceArn), /\/restapis\//);
  });

  it('is watched by the alarms of the API', () => {
    const api = { Name: 'ApiName', Value: 'Downpour' };
    const metrics = of(given, 'AWS::CloudWatch::Alarm').flatMap(([, { Metrics = [] }]) =>
      Metrics.flatMap(({ MetricStat: each }: { MetricStat?: { Metric: object } }) => each?.Metric ?? []),
    );
    for (const MetricName of ['5XXError', 'Latency'])
      assert.ok(
        metrics.some((each: object) =>
          isDeepStrictEqual(each, { Namespace: 'AWS/ApiGateway', MetricName, Dimensions: [api] }),
        ),
        MetricName,
      );
    assert.equal(idleCost(given.toJSON().Resources).network, 32.85 + 3.65 + 2 * 7.3);
  });
});
