import { Annotations, CfnOutput, DefaultStackSynthesizer, Stack } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { dataFormat } from '../facts/data-format.ts';
import type { Code } from './construct/code.ts';
import { Deployment } from './construct/deployment.ts';
import { plainOf } from './construct/plain-options.ts';
import type { DownpourProps } from './construct/props.ts';
import { completeBundles } from './lambda/bundles.ts';
import { type Settled, settle } from './options/read.ts';
import type { Options } from './options/table.ts';
import { boundary } from './settings.ts';
import { label } from './tags.ts';

/** The options of the deployment, and values of the checkout. */
export type DownpourStackProps = Options &
  Omit<Code, 'bundles'> & {
    /** Folder that holds one complete bundle per function: `<name>/index.mjs`. */
    readonly bundles: string;
    /** The output `WarmWrites` of the last deployment, in write units a second. Absent: it had none. */
    readonly warmWritesBefore?: number | undefined;
  };

/** The stack that `npm run deploy` makes: the construct, with options as texts, and its outputs. */
export class DownpourStack extends Stack {
  constructor(scope: Construct, id: string, props: DownpourStackProps) {
    const { qualifier, permissionsBoundary, ...options } = settle(props);
    super(scope, id, {
      description: 'Downpour: a serverless load driver and results repository',
      permissionsBoundary: boundary(permissionsBoundary),
      synthesizer: new DefaultStackSynthesizer({ qualifier }),
    });
    const { warmWritesBefore, definition, version, commit } = props;
    const bundles = completeBundles(props.bundles);
    // The construct has an id that does not appear in logical ids. So resources keep the ids that they had
    // before there was a construct.
    const downpour = new Deployment(
      this,
      'Default',
      {
        ...plainOf(options),
        regions: options.regions,
        ...objectsOf(new Construct(this, 'Existing'), options),
        warmWritesBefore,
      },
      { bundles, definition, version, commit },
    );
    label(this, { ...options, stack: this.stackName });
    this.#publish(downpour, options);
  }

  /** Adds the outputs of the stack, which the command line and pipelines read. */
  #publish(downpour: Deployment, { regions }: Settled): void {
    const { deadLetterQueues, domainTarget, loadAddresses, warmWrites, reserved } = downpour;
    const outputs = {
      ApiUrl: downpour.apiUrl,
      // The number of the data format. `npm run deploy` compares it before it deploys the stage again.
      DataFormat: String(dataFormat),
      FirstKeyFunction: downpour.firstKeyFunction.functionName,
      StateMachineArn: downpour.stateMachine.stateMachineArn,
      RunsBucket: downpour.bucket.bucketName,
      RepositoryTable: downpour.repositoryTable.tableName,
      IdentityTable: downpour.identityTable.tableName,
      EventBus: downpour.eventBus.eventBusName,
      // The dead-letter queues. docs/operations.md has the command that sends their messages again.
      DeadLettersNow: deadLetterQueues.now.queueArn,
      DeadLettersLater: deadLetterQueues.later.queueArn,
      // The stacks with the drives of other regions get this name as a parameter.
      ...(regions === undefined ? {} : { BurstsTable: downpour.burstsTable.tableName }),
      ...(domainTarget === undefined ? {} : { DomainTarget: domainTarget }),
      ...(loadAddresses === undefined ? {} : { LoadAddress: loadAddresses }),
      // The write units for which the table is prepared. The next deployment reads this number, because
      // DynamoDB refuses a lower one.
      ...(warmWrites === undefined ? {} : { WarmWrites: String(warmWrites) }),
      ...(reserved === 0 ? {} : { Reserved: String(reserved) }),
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}

/**
 * Converts the options that name existing resources to objects of the CDK. The options were checked before.
 */
function objectsOf(scope: Construct, options: Settled): DownpourProps {
  const { kmsKeyArn, bucket, repositoryTable, identityTable, accessLogBucket, certificateArn } = options;
  const table = (id: string, name: string) => dynamodb.Table.fromTableName(scope, id, name);
  return {
    ...networkOf(scope, options),
    ...endpointsOf(scope, options),
    ...(kmsKeyArn && { key: kms.Key.fromKeyArn(scope, 'Key', kmsKeyArn) }),
    ...(bucket && { bucket: s3.Bucket.fromBucketName(scope, 'Bucket', bucket) }),
    ...(repositoryTable && { repositoryTable: table('Repository', repositoryTable) }),
    ...(identityTable && { identityTable: table('Identity', identityTable) }),
    ...(accessLogBucket && {
      accessLogBucket: s3.Bucket.fromBucketName(scope, 'AccessLog', accessLogBucket),
    }),
    ...zoneOf(scope, options),
    ...(certificateArn && {
      certificate: acm.Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    }),
  };
}

/**
 * Converts the options of an existing VPC. Lambda needs only the subnets, so the availability zones of the
 * VPC are left out.
 */
function networkOf(
  scope: Construct,
  { vpc: vpcId, subnets = '', securityGroups = '' }: Settled,
): DownpourProps {
  if (vpcId === undefined || vpcId === 'create') return vpcId === undefined ? {} : { vpc: vpcId };
  const each = subnets.split(',').map((id) => {
    const subnet = ec2.Subnet.fromSubnetId(scope, id, id);
    const warning = '@aws-cdk/aws-ec2:noSubnetRouteTableId';
    Annotations.of(subnet).acknowledgeWarning(
      warning,
      'Downpour does not need the route table of a subnet, because it adds no routes.',
    );
    return subnet;
  });
  return {
    vpc: ec2.Vpc.fromVpcAttributes(scope, 'Vpc', { vpcId, availabilityZones: ['any'] }),
    vpcSubnets: { subnets: each },
    securityGroups: securityGroups
      .split(',')
      .map((id) => ec2.SecurityGroup.fromSecurityGroupId(scope, id, id)),
  };
}

function endpointsOf(scope: Construct, { privateApi }: Settled): DownpourProps {
  if (privateApi === undefined || privateApi === 'create')
    return privateApi === undefined ? {} : { privateApi };
  const endpoint = (vpcEndpointId: string) =>
    ec2.InterfaceVpcEndpoint.fromInterfaceVpcEndpointAttributes(scope, vpcEndpointId, {
      vpcEndpointId,
      port: 443,
    });
  return { privateApi: privateApi.split(',').map(endpoint) };
}

function zoneOf(scope: Construct, { hostedZone: zoneName, hostedZoneId }: Settled): DownpourProps {
  if (zoneName === undefined || hostedZoneId === undefined) return {};
  const zone = { zoneName, hostedZoneId };
  return { hostedZone: route53.HostedZone.fromHostedZoneAttributes(scope, 'Zone', zone) };
}
