/**
 * A team's own CDK app with Downpour in it. Drives run in the team's VPC, the team's key encrypts all that
 * Downpour stores, and runs are in the team's bucket. Only the VPC reaches the API. A function may start
 * bursts, and a role may only read.
 */
import { App, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { AccountPrincipal, Role } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Downpour } from 'downpour/cdk';

const app = new App();
const stack = new Stack(app, 'Load');

const vpc = new Vpc(stack, 'Vpc', { maxAzs: 2, natGateways: 1 });
const key = new Key(stack, 'Key', { enableKeyRotation: true });
const bucket = new Bucket(stack, 'Runs', {
  encryption: BucketEncryption.KMS,
  encryptionKey: key,
  bucketKeyEnabled: true,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  versioned: true,
  cors: [{ allowedMethods: [HttpMethods.GET, HttpMethods.PUT], allowedOrigins: ['*'] }],
  lifecycleRules: [
    { prefix: 'bursts/', expiration: Duration.days(30), noncurrentVersionExpiration: Duration.days(1) },
    { prefix: 'files/', expiration: Duration.days(2), noncurrentVersionExpiration: Duration.days(1) },
    { prefix: 'answers/', expiration: Duration.days(1), noncurrentVersionExpiration: Duration.days(1) },
  ],
});
const repositoryTable = new Table(stack, 'Repository', {
  partitionKey: { name: 'pk', type: AttributeType.STRING },
  sortKey: { name: 'sk', type: AttributeType.STRING },
  billingMode: BillingMode.PAY_PER_REQUEST,
  timeToLiveAttribute: 'expiresAt',
  encryption: TableEncryption.CUSTOMER_MANAGED,
  encryptionKey: key,
  removalPolicy: RemovalPolicy.RETAIN,
});

const downpour = new Downpour(stack, 'Downpour', {
  stage: 'prod',
  targets: ['shop.example.com', '*.test.example.com'],
  ceilings: 'usersPerSecMax=500,dollarsMax=5',
  alarmEmail: 'night@example.com',
  vpc,
  privateApi: 'create',
  key,
  bucket,
  repositoryTable,
});

const nightly = new LambdaFunction(stack, 'Nightly', {
  runtime: Runtime.NODEJS_24_X,
  handler: 'index.handler',
  timeout: Duration.minutes(1),
  vpc,
  environment: { API_URL: downpour.apiUrl, KEYS: downpour.driveKeys.functionArn },
  code: Code.fromInline(`
    const { InvokeCommand, LambdaClient } = require('@aws-sdk/client-lambda');
    exports.handler = async ({ document }) => {
      const { Payload } = await new LambdaClient().send(new InvokeCommand({ FunctionName: process.env.KEYS }));
      const { apiKey } = JSON.parse(Buffer.from(Payload).toString());
      const reply = await fetch(process.env.API_URL + 'api/burst', {
        method: 'POST',
        headers: { 'x-downpour-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ document }),
      });
      if (!reply.ok) throw new Error(await reply.text());
      return reply.json();
    };
  `),
});
downpour.grantDrive(nightly);

const reporting = new Role(stack, 'Reporting', { assumedBy: new AccountPrincipal(stack.account) });
downpour.grantRead(reporting);
