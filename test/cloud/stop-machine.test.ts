import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { machineRoutes } from '../../lib/functions/routes.ts';
import { synthesise } from './synthesise.ts';

/** A burst can be stopped even when no function can run. */

type Resource = { readonly Type: string; readonly Properties: Readonly<Record<string, never>> };

describe('the way to stop a burst without a function', () => {
  const template = synthesise();
  const all = Object.entries(template.toJSON().Resources as Readonly<Record<string, Resource>>);
  const of = (type: string, has: string): readonly [string, Resource] => {
    const found = all.filter(([, one]) => one.Type === type && JSON.stringify(one).includes(has));
    assert.equal(found.length, 1, `${type} with ${has}`);
    return found[0]!;
  };
  const [machineId, machine] = of('AWS::StepFunctions::StateMachine', '"EXPRESS"');
  const [integrationId, integration] = of(
    'AWS::ApiGatewayV2::Integration',
    'StepFunctions-StartSyncExecution',
  );

  it('is a route of the API that starts the express state machine with the body of the request', () => {
    const [, route] = of('AWS::ApiGatewayV2::Route', machineRoutes['burst-stop-by-token']);
    assert.match(JSON.stringify(route.Properties), new RegExp(integrationId));
    const { RequestParameters } = integration.Properties as unknown as { readonly RequestParameters: object };
    assert.deepEqual(RequestParameters, { StateMachineArn: { Ref: machineId }, Input: '$request.body' });
  });

  it('invokes no function, and no token is logged', () => {
    assert.doesNotMatch(JSON.stringify(machine.Properties), /lambda/i);
    assert.match(JSON.stringify(machine.Properties), /"IncludeExecutionData":false/);
  });

  it('may write flags of bursts, start what ends a burst, and nothing else of either', () => {
    const role = JSON.stringify(machine.Properties).match(/StopMachine\w*Role\w*/)?.[0] ?? '';
    const statements = all
      .filter(([, one]) => one.Type === 'AWS::IAM::Policy' && JSON.stringify(one).includes(`"${role}"`))
      .flatMap(
        ([, one]) =>
          (one.Properties as { PolicyDocument?: { Statement: object[] } }).PolicyDocument?.Statement ?? [],
      )
      .map((one) => JSON.stringify(one))
      .filter((one) => /dynamodb|states:/.test(one));
    assert.equal(statements.length, 2);
    assert.match(
      statements[0] ?? '',
      /"dynamodb:UpdateItem".*"dynamodb:LeadingKeys":\["\*#flag#\*"\]|LeadingKeys.*UpdateItem/,
    );
    assert.match(statements[1] ?? '', /"Action":"states:StartExecution"/);
  });
});
