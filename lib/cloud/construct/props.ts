import type * as acm from 'aws-cdk-lib/aws-certificatemanager';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as ec2 from 'aws-cdk-lib/aws-ec2';
import type * as kms from 'aws-cdk-lib/aws-kms';
import type * as route53 from 'aws-cdk-lib/aws-route53';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type { DownpourOptions } from './options.generated.ts';

/** A deployment of Downpour: the options of docs/deployment.md, and objects of your own app. */
export interface DownpourProps extends DownpourOptions {
  /**
   * Drives and plans run inside this VPC, to reach private targets. `create` makes a VPC with a NAT gateway,
   * so that all load comes from addresses that a target can allow.
   * @default - outside of any VPC: drives reach public addresses
   */
  readonly vpc?: ec2.IVpc | 'create';
  /**
   * Subnets of `vpc` with a way to S3, DynamoDB and Step Functions.
   * @default - its private subnets with a way out
   */
  readonly vpcSubnets?: ec2.SubnetSelection;
  /**
   * Security groups of drives and plans in `vpc`.
   * @default - a group that lets everything out and nothing in
   */
  readonly securityGroups?: readonly ec2.ISecurityGroup[];
  /**
   * The API is reachable only through these endpoints for `execute-api` in the region of the stack. `create`
   * makes one in `vpc`.
   * @default - the API is reachable from the internet, with an API key
   */
  readonly privateApi?: readonly ec2.IInterfaceVpcEndpoint[] | 'create';
  /**
   * Your key for logs, variables of functions, tables, queues, the topic of alarms and the bucket. The
   * construct lets CloudWatch use it. The policy of an imported key must allow that already.
   * @default - keys of AWS, which cost nothing
   */
  readonly key?: kms.IKey;
  /**
   * Your bucket for runs. It needs `repositoryTable`, versions, and the rules of docs/construct.md.
   * @default - the construct makes a bucket
   */
  readonly bucket?: s3.IBucket;
  /**
   * Your table of the repository, with the keys `pk` and `sk`.
   * @default - the construct makes a table
   */
  readonly repositoryTable?: dynamodb.ITable;
  /**
   * Your table of keys, users and teams, with the keys `pk` and `sk`.
   * @default - the construct makes a table
   */
  readonly identityTable?: dynamodb.ITable;
  /**
   * Bucket that gets the access log of the bucket of runs. Its policy must allow `logging.s3.amazonaws.com`.
   * @default - no access log
   */
  readonly accessLogBucket?: s3.IBucket;
  /**
   * Zone that gets the record of `domain`, and proves it to a certificate.
   * @default - no record is made: point `domain` at the attribute `domainTarget` yourself
   */
  readonly hostedZone?: route53.IHostedZone;
  /**
   * Certificate for `domain`, in the region of the stack. With `firewall` and without `privateApi` it is in
   * us-east-1.
   * @default - one is made when `hostedZone` is given
   */
  readonly certificate?: acm.ICertificate;
  /**
   * Write units a second that the table of bursts has had before. DynamoDB refuses less. The attribute
   * `warmWrites` has the number of this deployment.
   * @default - those that `shardsMax` needs
   */
  readonly warmWritesBefore?: number;
  /**
   * Further regions with drives. Their stacks need parameters, which only `npm run deploy` gives them.
   * @internal
   */
  readonly regions?: string;
}
