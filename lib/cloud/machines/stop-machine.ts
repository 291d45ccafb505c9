import { Stack, Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { machineRoutes } from '../../functions/routes.ts';
import { keyActions, type Stage } from '../stage.ts';
import { VendedLog } from '../vended-log.ts';

export type StopMachineProps = {
  readonly stage: Stage;
  /** The Amazon States Language file. The local state machine reads the same file. */
  readonly definition: string;
  readonly bursts: dynamodb.Table;
  /**
   * The state machine of bursts. The stop machine starts an execution of it, which ends a stopped burst
   * early.
   */
  readonly machine: sfn.StateMachine;
};

/**
 * Stops a burst without a function: an express state machine behind a route of its own. When drives use all
 * of the account's concurrency, this is the only way to stop.
 */
export class StopMachine extends Construct {
  readonly machine: sfn.StateMachine;
  /** The role with which the API starts the state machine. */
  readonly apiRole: iam.Role;

  constructor(scope: Construct, id: string, props: StopMachineProps) {
    super(scope, id);
    this.machine = new sfn.StateMachine(this, 'Machine', {
      comment: 'Stops a burst without any function',
      definitionBody: sfn.DefinitionBody.fromFile(props.definition),
      definitionSubstitutions: {
        burstsTable: props.bursts.tableName,
        burstMachine: props.machine.stateMachineArn,
        partition: Stack.of(this).partition,
      },
      stateMachineType: sfn.StateMachineType.EXPRESS,
      tracingEnabled: true,
      logs: {
        // The log leaves out the data of executions, because their input contains the stop token of a burst.
        destination: new VendedLog(this, 'Log', { stage: props.stage, of: 'states/stop' }).group,
        level: sfn.LogLevel.ALL,
        includeExecutionData: false,
      },
    });
    this.#allow(props);
    this.apiRole = new iam.Role(this, 'ApiRole', {
      assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com'),
    });
    this.apiRole.addToPolicy(
      new iam.PolicyStatement({
        actions: ['states:StartSyncExecution'],
        resources: [this.machine.stateMachineArn],
      }),
    );
  }

  /**
   * Permits the machine to change stop flags in the table of bursts, and to start an execution of the state
   * machine of bursts.
   */
  #allow({ bursts, machine, stage }: StopMachineProps): void {
    stage.key?.grant(this.machine, ...keyActions);
    this.machine.addToRolePolicy(
      new iam.PolicyStatement({
        actions: ['dynamodb:UpdateItem'],
        resources: [bursts.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*#flag#*'] } },
      }),
    );
    this.machine.addToRolePolicy(
      new iam.PolicyStatement({
        actions: ['states:StartExecution'],
        resources: [machine.stateMachineArn],
      }),
    );
    Validations.of(this.machine).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
      reason: 'AWS accepts only * as the resource of the actions for X-Ray and log delivery.',
    });
  }

  /** Adds the route of the state machine to an HTTP API. */
  addRoute(api: apigateway.HttpApi): void {
    const integration = new apigateway.CfnIntegration(this, 'Integration', {
      apiId: api.apiId,
      integrationType: 'AWS_PROXY',
      integrationSubtype: 'StepFunctions-StartSyncExecution',
      credentialsArn: this.apiRole.roleArn,
      payloadFormatVersion: '1.0',
      requestParameters: { StateMachineArn: this.machine.stateMachineArn, Input: '$request.body' },
    });
    // API Gateway accepts the role only when the role has its permissions, so these are created first.
    integration.node.addDependency(this.apiRole);
    const route = new apigateway.CfnRoute(this, 'Route', {
      apiId: api.apiId,
      routeKey: machineRoutes['burst-stop-by-token'],
      target: `integrations/${integration.ref}`,
    });
    Validations.of(route).acknowledge({
      id: 'AwsSolutions::AwsSolutions-APIG4',
      reason: 'The state machine itself checks the hash of the stop token.',
    });
  }
}
