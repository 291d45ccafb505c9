import { readFileSync } from 'node:fs';
import { CfnParameter, DefaultStackSynthesizer, Fn, Stack, Tags, Validations } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { burstStates, regionStates } from '../functions/state-functions.ts';
import type { FunctionName } from '../functions.ts';
import { environment } from '../names/environment.ts';
import { releaseTag } from '../names/region-machines.ts';
import { regionDefinition } from '../state-machine-definitions.ts';
import { Functions } from './function-constructs.ts';
import { completeBundles } from './lambda/bundles.ts';
import { respondStatements } from './machines/burst-machine.ts';
import { MapMachine } from './machines/map-machine.ts';
import { createTopic } from './operations/alarm-topic.ts';
import { Alarms, driveThresholds } from './operations/alarms.ts';
import { MeasuredDrives } from './operations/drive-metrics.ts';
import { settle } from './options/read.ts';
import { reservedFor } from './options/reserved-concurrency.ts';
import { grantNeeds } from './permissions.ts';
import { regionParameters } from './regions/stack-names.ts';
import { boundary, settings } from './settings.ts';
import type { DownpourStackProps } from './stack.ts';
import { stageOf } from './stage.ts';
import { label } from './tags.ts';

export type DriverRegionProps = DownpourStackProps & {
  /** The region of these drives. */
  readonly driverRegion: string;
};

/**
 * The stack with the drives of a deployment in a further region. The drives use the tables and objects of the
 * deployment's own region, and this region stores no data. The state machine has the same name as the state
 * machine of bursts, so that its ARN follows from that name.
 */
export class DriverRegionStack extends Stack {
  constructor(scope: Construct, id: string, props: DriverRegionProps) {
    const { qualifier, permissionsBoundary, ...options } = settle(props);
    super(scope, id, {
      description: `Downpour: drives of stack ${options.stack}`,
      env: { region: props.driverRegion },
      permissionsBoundary: boundary(permissionsBoundary),
      synthesizer: new DefaultStackSynthesizer({ qualifier }),
    });
    const stage = stageOf(options);
    const home = this.#home();
    const reserved = reservedFor(options);
    const functions = new Functions(this, 'Functions', {
      stage,
      bundles: completeBundles(props.bundles),
      only: drivesOnly,
      reserved: reserved.byFunction,
      environment: {
        ...settings(props, options, options.stack, reserved),
        [environment.homeRegion]: home.region,
      },
    });
    const release = functions.mark('driver/drive');
    const drives = new MapMachine(this, 'DriveMachine', {
      stage,
      states: functions.behind(driveStates),
      definitionBody: sfn.DefinitionBody.fromString(regionDefinition(readFileSync(props.definition, 'utf8'))),
      comment: 'One execution has the drives of one phase that run in this region',
      name: home.machineName,
    });
    Tags.of(drives.machine).add(releaseTag, release);
    const respond = new iam.Policy(this, 'Respond', { statements: respondStatements(home.machineArn) });
    Validations.of(respond).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5[Resource::<StateMachineArn>/*]',
      reason:
        'Step Functions makes the names of the map runs; all of them belong to the state machine of bursts.',
    });
    grantNeeds({ functions, storage: home, machine: { respond } });
    const thresholds = driveThresholds(new MeasuredDrives(functions), options.driveDollarsPerHour);
    const alarms = new Alarms(this, 'Alarms', { thresholds });
    if (options.alarmEmail !== undefined) alarms.notify(createTopic(alarms, options.alarmEmail));
    label(this, options);
  }

  /** References to the resources in the deployment's own region: its state machine, bucket and table. */
  #home() {
    const [machineArn = '', bucketName = '', tableName = ''] = regionParameters.map(
      (name) =>
        new CfnParameter(this, name, { description: `The output ${name} of the deployment` }).valueAsString,
    );
    const part = (index: number): string => Fn.select(index, Fn.split(':', machineArn));
    const region = part(3);
    const tableArn = this.formatArn({
      service: 'dynamodb',
      region,
      resource: 'table',
      resourceName: tableName,
    });
    return {
      region,
      machineArn,
      machineName: part(6),
      bucket: s3.Bucket.fromBucketName(this, 'Bucket', bucketName),
      bursts: dynamodb.Table.fromTableAttributes(this, 'Bursts', { tableArn }),
    };
  }
}

const driveStates = Object.fromEntries(regionStates.map((state) => [state, burstStates[state]]));
const drivesOnly: readonly FunctionName[] = Object.values(driveStates);
