import { Validations } from 'aws-cdk-lib';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import type { FunctionName } from '../functions.ts';
import type { Options } from './options/table.ts';

/** The network of functions that reach targets. */
export type Network = {
  readonly subnets: readonly string[];
  readonly securityGroups: readonly string[];
  /**
   * The source addresses of all load, joined by commas. Undefined for an existing VPC: its owner knows them.
   */
  readonly addresses?: string;
};

/** The functions that reach targets. All other functions communicate only with AWS. */
export const reachingTargets: readonly FunctionName[] = ['driver/drive', 'driver/plan'];

/** Undefined: no VPC. The options were checked: an existing VPC comes with subnets and security groups. */
export function openNetwork(scope: Construct, options: Options): Network | undefined {
  const { vpc, subnets = '', securityGroups = '' } = options;
  if (vpc === undefined) return undefined;
  if (vpc === 'create') return createNetwork(scope, natAddressesOf(options));
  return { subnets: subnets.split(','), securityGroups: securityGroups.split(',') };
}

/** The number of addresses of a NAT gateway that the deployment makes. */
export const natAddressesOf = ({ natAddresses = 1 }: Options): number => natAddresses;

/**
 * Private subnets in two zones behind one NAT gateway, whose addresses targets can allow. Traffic to the
 * stores uses gateway endpoints, which cost nothing.
 */
function createNetwork(stack: Construct, count: number): Network {
  const scope = new Construct(stack, 'Network');
  const address = new ec2.CfnEIP(scope, 'Address', { domain: 'vpc' });
  const others = Array.from(
    { length: count - 1 },
    (_, index) => new ec2.CfnEIP(scope, `Address${index + 2}`, { domain: 'vpc' }),
  );
  const vpc = new ec2.Vpc(scope, 'Vpc', {
    maxAzs: 2,
    natGateways: 1,
    natGatewayProvider: ec2.NatProvider.gateway({ eipAllocationIds: [address.attrAllocationId] }),
    // CloudFormation cannot empty the VPC's default group without a helper function. No network interface
    // uses the group.
    restrictDefaultSecurityGroup: false,
    subnetConfiguration: [
      { name: 'Public', subnetType: ec2.SubnetType.PUBLIC, mapPublicIpOnLaunch: false },
      { name: 'Private', subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS },
    ],
    gatewayEndpoints: {
      S3: { service: ec2.GatewayVpcEndpointAwsService.S3 },
      DynamoDb: { service: ec2.GatewayVpcEndpointAwsService.DYNAMODB },
    },
  });
  Validations.of(vpc).acknowledge({
    id: 'AwsSolutions::AwsSolutions-VPC7',
    reason:
      'Load is nothing but connections: a flow log would cost more than the load, and each run has its numbers.',
  });
  // The CDK knows one address of a gateway.
  const gateways = vpc.node.findAll().filter((each) => each instanceof ec2.CfnNatGateway);
  if (others.length > 0)
    for (const gateway of gateways)
      gateway.secondaryAllocationIds = others.map((each) => each.attrAllocationId);
  const group = new ec2.SecurityGroup(scope, 'LoadGroup', {
    vpc,
    description: 'Downpour: drives connect to targets, and accept no connections',
  });
  return {
    subnets: vpc.privateSubnets.map(({ subnetId }) => subnetId),
    securityGroups: [group.securityGroupId],
    addresses: [address, ...others].map(({ ref }) => ref).join(','),
  };
}
