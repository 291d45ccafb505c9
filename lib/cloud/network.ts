import { Validations } from 'aws-cdk-lib';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import type { FunctionName } from '../functions.ts';

/** The network of functions that reach targets. */
export type Network = {
  readonly subnets: readonly string[];
  readonly securityGroups: readonly string[];
  /**
   * The IP addresses from which all load comes, joined by commas. Undefined for an existing VPC, because only
   * its owner knows them.
   */
  readonly addresses?: string;
  readonly place: Place;
};

/** A VPC and some of its subnets, for resources that are not functions. */
export type Place = { readonly vpc: ec2.IVpc; readonly subnets: ec2.SubnetSelection };

/** The network options of a deployment, as a program gives them. */
export type Entry = {
  /** `create`: a VPC with a NAT gateway. Absent: outside of any VPC. */
  readonly vpc?: ec2.IVpc | 'create';
  /** Subnets of an existing VPC. Absent: its private subnets with a way out. */
  readonly vpcSubnets?: ec2.SubnetSelection;
  /** Security groups in an existing VPC. Absent: a group that lets everything out and nothing in. */
  readonly securityGroups?: readonly ec2.ISecurityGroup[];
  readonly natAddresses?: number | undefined;
};

/**
 * The functions that reach targets. All other functions need only AWS and public addresses, such as those of
 * webhooks and of the token issuer.
 */
export const reachingTargets: readonly FunctionName[] = ['driver/drive', 'driver/plan'];

/** Makes the network, or uses an existing one. Undefined when the functions run outside of any VPC. */
export function openNetwork(scope: Construct, entry: Entry): Network | undefined {
  const { vpc, vpcSubnets = privateSubnets } = entry;
  if (vpc === undefined) return undefined;
  if (vpc === 'create') return createNetwork(new Construct(scope, 'Network'), natAddressesOf(entry));
  const { securityGroups = [createGroup(new Construct(scope, 'Network'), vpc)] } = entry;
  return {
    place: { vpc, subnets: vpcSubnets },
    subnets: vpc.selectSubnets(vpcSubnets).subnetIds,
    securityGroups: securityGroups.map(({ securityGroupId }) => securityGroupId),
  };
}

const privateSubnets = { subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS };

/** The number of addresses of a NAT gateway that the deployment makes. */
export const natAddressesOf = ({ natAddresses = 1 }: Pick<Entry, 'natAddresses'>): number => natAddresses;

const createGroup = (scope: Construct, vpc: ec2.IVpc): ec2.SecurityGroup =>
  new ec2.SecurityGroup(scope, 'LoadGroup', {
    vpc,
    description: 'Downpour: drives connect to targets, and accept no connections',
  });

/**
 * Private subnets in two zones behind one NAT gateway, whose addresses targets can allow. Traffic to the
 * stores uses gateway endpoints, which cost nothing.
 */
function createNetwork(scope: Construct, count: number): Network {
  const address = new ec2.CfnEIP(scope, 'Address', { domain: 'vpc' });
  const others = Array.from(
    { length: count - 1 },
    (_, index) => new ec2.CfnEIP(scope, `Address${index + 2}`, { domain: 'vpc' }),
  );
  const vpc = new ec2.Vpc(scope, 'Vpc', {
    maxAzs: 2,
    natGateways: 1,
    natGatewayProvider: ec2.NatProvider.gateway({ eipAllocationIds: [address.attrAllocationId] }),
    // Without this, the CDK would add a helper function to empty the VPC's default security group. No network
    // interface uses that group.
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
      'A load test opens very many connections, so a flow log of them would cost more than the load. Each run has the numbers of its connections.',
  });
  // The CDK gives a NAT gateway only one address, so its other addresses are added here.
  const gateways = vpc.node.findAll().filter((each) => each instanceof ec2.CfnNatGateway);
  if (others.length > 0)
    for (const gateway of gateways)
      gateway.secondaryAllocationIds = others.map((each) => each.attrAllocationId);
  const group = createGroup(scope, vpc);
  return {
    place: { vpc, subnets: privateSubnets },
    subnets: vpc.privateSubnets.map(({ subnetId }) => subnetId),
    securityGroups: [group.securityGroupId],
    addresses: [address, ...others].map(({ ref }) => ref).join(','),
  };
}
