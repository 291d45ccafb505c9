import { originForm, originsExpected } from '../../cors.ts';
import { ceilingNames } from '../../facts/ceilings.ts';
import { taskCores, usualTaskCores } from '../../facts/fargate.ts';
import { leadMsMax } from '../../facts/timeouts.ts';
import { logLevels } from '../../names/environment.ts';
import { natQuotas, vpcQuotas } from '../../quotas.ts';
import {
  amount,
  choice,
  count,
  countOf,
  countOrNone,
  countTo,
  flag,
  type Kind,
  list,
  share,
  text,
} from './kinds.ts';

/** An option of a deployment: how to read, ask for, check and document it. */
export type Option<Value = unknown> = {
  readonly kind: Kind<Value>;
  /** A few sentences for the page of deployments and the help. */
  readonly meaning: string;
  readonly example: string;
  /** The default as a text for help and docs. */
  readonly otherwise: string;
  /** The default value. Absent: none. */
  readonly fallback?: Value;
  /** The question of `npm run deploy` in a terminal. Absent: it does not ask. */
  readonly question?: string;
};

const host = String.raw`(\*\.)?([\w-]+\.)*[\w-]+|\[?[0-9a-fA-F:]+\]?|\*`;
const region = /^[a-z]{2}(-[a-z]+)+-\d$/;
const tableName = text(/^[A-Za-z0-9_.-]{3,255}$/, 'the name of a table of DynamoDB');
const bucketName = text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket');
const tagCharacters = String.raw`\p{L}\p{Z}\p{N}_.:/+@-`;
const tag = new RegExp(
  `^(?!([aA][wW][sS]:|(service|stack|stage|owner)=))[${tagCharacters}]{1,128}=[=${tagCharacters}]{0,256}$`,
  'u',
);
const port = '([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])';
const timeServer = new RegExp(`^(none|[A-Za-z0-9.-]+(:${port})?)$`);
const domainName = /^([a-z0-9-]+\.)+[a-z0-9-]+$/;

/**
 * All options of a deployment, in the order in which users need them. The CDK app, `npm run deploy`, the page
 * of deployments and the tests read this table.
 */
export const options = {
  stage: {
    kind: text(
      /^[a-z][a-z0-9-]{0,30}$/,
      'a name of small letters, digits and hyphens that begins with a letter',
    ),
    meaning:
      'Name of this deployment. An account can have several stages; each has its own file in `deployments/`.',
    example: 'prod',
    otherwise: 'sandbox',
    fallback: 'sandbox',
    question: 'Which stage?',
  },
  region: {
    kind: text(region, 'the name of a region, such as eu-central-1'),
    meaning: 'Region of AWS of the deployment.',
    example: 'eu-central-1',
    otherwise: 'the region of the AWS configuration',
    question: 'Which AWS region?',
  },
  regions: {
    kind: list(region, 'names of regions such as eu-west-1, separated by commas'),
    meaning:
      'Further regions with drives, separated by commas. Agents of a document, and `--regions`, choose among them. Everything else stays in `region`.',
    example: 'eu-west-1,ap-southeast-1',
    otherwise: 'all drives run in `region`',
  },
  targets: {
    kind: list(
      new RegExp(`^(${host})$`),
      'hosts such as shop.example.com or *.example.com, separated by commas',
    ),
    meaning: 'Hosts that bursts may load: `host`, `*.suffix` or `*`, separated by commas.',
    example: 'shop.example.com,*.test.example.com',
    otherwise: 'none: Downpour refuses every burst until you set this option',
    question: 'Which hosts may be loaded (separated by commas)?',
  },
  privateTargets: {
    kind: flag,
    meaning:
      'Whether hosts in private networks may be loaded: `true` or `false`. An address that is listed in `targets` is always allowed.',
    example: 'true',
    otherwise: '`true` with a `vpc` of your own, else `false`',
  },
  contact: {
    kind: text(/^[\x20-\x7e]{1,200}$/, '1 to 200 printable ASCII characters'),
    meaning:
      'Contact for the owners of a target: an address, a URL or a name. Each request has this contact and the id of the burst in its header `x-load-test`.',
    example: 'load-tests@example.com',
    otherwise: 'the header has only the id of the burst',
    question: 'Which contact can the owners of a target ask about the load (an address or a URL)?',
  },
  ownership: {
    kind: text(/^[\w.@-]{4,100}$/, '4 to 100 letters, digits and -_.@'),
    meaning:
      'Requires a proof from each target that its owners allow the load. The value is a name for this deployment. `downpour target prove` prints the token that the target must show.',
    example: 'load.shop.example.com',
    otherwise: 'targets need no proof',
  },
  ceilings: {
    kind: list(
      new RegExp(String.raw`^(${ceilingNames.join('|')})=(?!0+(\.0+)?$)\d+(\.\d+)?$`),
      `pairs of a name and a number above 0, with the names ${ceilingNames.join(', ')}`,
    ),
    meaning:
      'Limits that no caller can exceed: `name=value` pairs separated by commas. The page of limits has their names, units and defaults. With a `shardsMax` above 1,000, the table of bursts gets enough capacity for the first burst. AWS charges once for this capacity, $23.40 for 5,000 shards. It stays when you lower the limit.',
    example: 'usersPerSecMax=500,dollarsMax=5',
    otherwise: 'the defaults of the page of limits',
    question: 'Which limits for all callers do you want to change, for example usersPerSecMax=500?',
  },
  alarmEmail: {
    kind: text(/^[^\s@]+@[^\s@]+$/, 'an e-mail address'),
    meaning: 'Address to which alarms are sent. Its owner must confirm the subscription once.',
    example: 'night@example.com',
    otherwise: 'none: you see the alarms only in the AWS console',
    question: 'Which e-mail address gets the alarms?',
  },
  owner: {
    kind: text(
      new RegExp(`^[=${tagCharacters}]{1,256}$`, 'u'),
      'up to 256 letters, digits, blanks and characters of _.:/=+-@',
    ),
    meaning: 'Value of the tag `owner` on every resource.',
    example: 'team-shop',
    otherwise: 'no `owner` tag',
    question: 'Which person or team owns the deployment (a tag on every resource)?',
  },
  tags: {
    kind: list(tag, 'pairs such as cost-centre=4711,team=shop'),
    meaning:
      'Further tags on every resource, as `key=value` pairs separated by commas, for organisations that require them. Downpour itself sets `service`, `stack`, `stage` and `owner`. A name in other capitals, such as `Owner`, replaces the tag of Downpour, because IAM allows only one of both.',
    example: 'cost-centre=4711,env=test',
    otherwise: 'only the tags `service`, `stack`, `stage` and `owner`',
  },
  data: {
    kind: choice('keep', 'discard'),
    meaning:
      'Whether runs, keys and logs remain when the stack is deleted: `keep` or `discard`. With `keep`, the tables of runs and keys cannot be deleted, and an overwritten run can be restored for 90 days.',
    example: 'keep',
    otherwise: '`discard` for the stage `sandbox`, `keep` for every other',
  },
  bucket: {
    kind: bucketName,
    meaning:
      'Existing bucket of runs, such as that of a destroyed stage with `data=keep`. The deployment uses it and never deletes it. It needs `repositoryTable`.',
    example: 'downpour-prod-runstoragebucket0a1b2c3d-4e5f',
    otherwise: 'the deployment creates a bucket',
  },
  repositoryTable: {
    kind: tableName,
    meaning:
      'Existing table of the repository, such as that of a destroyed stage, or a restored table. The deployment uses it and never deletes it.',
    example: 'downpour-prod-restored',
    otherwise: 'the deployment creates a table',
  },
  identityTable: {
    kind: tableName,
    meaning:
      'Existing table of keys, users and teams, such as that of a destroyed stage. The deployment uses it and never deletes it.',
    example: 'downpour-prod-identities-restored',
    otherwise: 'the deployment creates a table',
  },
  stack: {
    kind: text(
      /^[A-Za-z][A-Za-z0-9-]{0,127}$/,
      'a name of letters, digits and hyphens that begins with a letter',
    ),
    meaning: 'Name of the CloudFormation stack.',
    example: 'load-tests',
    otherwise: '`downpour-` and the stage',
  },
  service: {
    kind: text(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'up to 64 letters, digits and hyphens'),
    meaning: '`<service>` of the header `X-<service>-API-Key`.',
    example: 'Rain',
    otherwise: 'Downpour',
    fallback: 'Downpour',
  },
  anonymous: {
    kind: flag,
    meaning:
      'Whether callers without an API key may read PUBLIC records: `true` or `false`. Downpour refuses all other requests without a key, and all requests with a wrong key.',
    example: 'true',
    otherwise: 'false: every request needs a key, except those about the server itself',
  },
  auditDays: {
    kind: countOrNone,
    meaning:
      'Days for which the audit keeps its entries, which list the user of each change. `none`: without a limit.',
    example: '90',
    otherwise: '365',
  },
  teamStorageGB: {
    kind: amount,
    meaning:
      'Gigabytes (1,000,000,000 bytes) of runs that a team may keep: documents and metadata, those in the trash too, until they are deleted for good. An upload beyond it is refused with 507.',
    example: '50',
    otherwise: 'no limit',
  },
  oidcIssuer: {
    kind: text(/^https:\/\/[^\s?#]+$/, 'an https URL without ? and #'),
    meaning:
      'Issuer of the tokens that callers may use instead of a key (`Authorization: Bearer`): the issuer of OpenID Connect, such as a realm of Keycloak.',
    example: 'https://login.example.com/realms/dev',
    otherwise: 'tokens are refused',
  },
  oidcAudience: {
    kind: text(/^\S{1,200}$/, '1 to 200 characters without blanks'),
    meaning: 'Audience of tokens: the value that their claim `aud` must have.',
    example: 'downpour',
    otherwise: 'none; required with `oidcIssuer`',
  },
  oidcClientId: {
    kind: text(/^\S{1,200}$/, '1 to 200 characters without blanks'),
    meaning:
      'Client id with which clients request tokens from the issuer; `GET /api/config/keycloak` reports it.',
    example: 'downpour-cli',
    otherwise: 'the value of `oidcAudience`',
  },
  privacyStatement: {
    kind: text(),
    meaning: 'Privacy statement: a text in the reply to `GET /api/config/version`.',
    example: 'Runs are kept for a year. Ask privacy@example.com.',
    otherwise: 'the reply has no statement',
  },
  corsOrigins: {
    kind: list(originForm, originsExpected),
    meaning:
      'Origins whose pages may call the API from a browser, separated by commas. They may read and write. `*`: every page may read. `none`: pages of other origins may do nothing. A page always needs an API key, because Downpour ignores cookies and other credentials that a browser adds by itself.',
    example: 'https://reports.example.com',
    otherwise: '*',
    fallback: '*',
  },
  maxErrors: {
    kind: share,
    meaning:
      'Share of the requests, from 0 to 1, that may fail. Above it the run fails. `--max-errors` of a caller overrides it.',
    example: '0',
    otherwise: '0.01',
  },
  leadMs: {
    kind: countTo(leadMsMax),
    meaning:
      'Milliseconds by which drives start before their phase. In this time they load their code, read the plan and open connections. When absent, more than 100 drives start earlier.',
    example: '8000',
    otherwise: '5000',
  },
  timeServer: {
    kind: text(timeServer, 'a host name, with a port up to 65535 or without, or none'),
    meaning:
      'NTP server with which drives compare their clocks. Drives in a VPC without internet access need a server that they can reach, or `none`.',
    example: 'time.example.com',
    otherwise: 'time.aws.com',
  },
  segmentMsMax: {
    kind: count,
    meaning:
      'Length of the longest segment in milliseconds. Downpour divides a longer phase into segments. Each segment needs a new invocation for each shard.',
    example: '600000',
    otherwise: 'the default of the page of limits',
  },
  commonDialect: {
    kind: choice('jsonpath', 'sql'),
    meaning: 'Query language for expressions that are valid in both languages.',
    example: 'sql',
    otherwise: 'jsonpath',
  },
  concurrency: {
    kind: count,
    meaning:
      'Concurrent executions that the account allows in the region and that other functions have not reserved. Downpour reserves half of them for drives, which cannot use more. If enough is left, it reserves a part for the functions that start, stop and merge bursts. 100 always remain for functions without a reservation.',
    example: '1000',
    otherwise:
      'the value that Lambda reports to `npm run deploy`, which stores it; with `cdk` nothing is reserved',
  },
  driveConcurrency: {
    kind: countOrNone,
    meaning:
      'Number of drives that run at the same time, of all bursts together. The deployment reserves this number and cannot exceed it. `none`: drives use the concurrency that all functions of the account share.',
    example: '200',
    otherwise: 'half of `concurrency`; nothing in an account that allows less than 200',
  },
  fargate: {
    kind: count,
    meaning:
      'Number of ECS Fargate tasks that may run at the same time, of all bursts together. Tasks are for bursts of several hours and for users with long sessions (`--executor fargate`). The option needs `vpc`, and Docker on the machine from which you deploy. The quota of vCPUs of the account must allow them (Service Quotas, Fargate On-Demand vCPU resource count).',
    example: '20',
    otherwise: 'Lambda functions generate the load, and Downpour refuses `--executor fargate`',
  },
  fargateCores: {
    kind: countOf(...taskCores),
    meaning:
      'Processors of each task. Each processor has 2 GB of memory. A document uses them with `threads`.',
    example: '4',
    otherwise: '1',
    fallback: usualTaskCores,
  },
  driveDollarsPerHour: {
    kind: amount,
    meaning: 'Price of all drives within an hour, in Lambda dollars. Above it AWS raises an alarm.',
    example: '2.5',
    otherwise: '10',
    fallback: 10,
  },
  budgetDollarsPerMonth: {
    kind: amount,
    meaning:
      'Monthly budget of all resources with the tag `stack` of this deployment. `alarmEmail` gets a message at 80 and 100 %, and when the forecast exceeds the budget. Activate the tag as a cost allocation tag first.',
    example: '200',
    otherwise: 'no budget',
  },
  dashboard: {
    kind: flag,
    meaning:
      'Whether to create a dashboard of bursts, drives and the API. The first three dashboards of an account are free. Each further dashboard costs 3 dollars a month.',
    example: 'false',
    otherwise: 'true',
  },
  logDays: {
    kind: countOf(1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2557, 3653),
    meaning: 'Days for which all logs are kept.',
    example: '30',
    otherwise: '7 with `data=discard`, else 90',
  },
  accessLogBucket: {
    kind: bucketName,
    meaning:
      'Existing bucket that gets the access log of the bucket of runs, below the name of the stack. Its policy must allow `logging.s3.amazonaws.com` to write. A bucket of the option `bucket` keeps its own setting.',
    example: 'company-access-logs',
    otherwise: 'no access log: only the functions reach the bucket, and the API logs each call',
  },
  kmsKeyArn: {
    kind: text(
      /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/(mrk-[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
      'the ARN of a key of KMS',
    ),
    meaning:
      'Your own key, in the region of the deployment, for logs, variables of functions, tables, queues, the topic of alarms and the bucket. Its policy must allow CloudWatch Logs and CloudWatch. It cannot go with `regions`.',
    example: 'arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d-4e5f-6789-abcd-ef0123456789',
    otherwise: 'keys of AWS, which cost nothing',
  },
  logLevel: {
    kind: choice(...logLevels),
    meaning: 'The lowest level of messages that functions log.',
    example: 'warn',
    otherwise: 'info',
  },
  requestsPerSec: {
    kind: amount,
    meaning: 'Requests per second that the API accepts. Above it the API answers 429.',
    example: '20',
    otherwise: '100',
    fallback: 100,
  },
  requestsBurst: {
    kind: count,
    meaning: 'Requests above `requestsPerSec` that may arrive at the same time.',
    example: '50',
    otherwise: '200',
    fallback: 200,
  },
  permissionsBoundary: {
    kind: text(/^(arn:\S+|[\w+=,.@-]+)$/, 'the name or the ARN of a managed policy'),
    meaning:
      'Managed policy that limits every role of this deployment (a permissions boundary), by name or ARN.',
    example: 'team-boundary',
    otherwise: 'roles have no permissions boundary',
  },
  qualifier: {
    kind: text(/^[a-z0-9]{1,10}$/, 'up to ten small letters and digits'),
    meaning: "Qualifier of the CDK's bootstrap stack, for accounts with a qualifier of their own.",
    example: 'loadtests',
    otherwise: "the CDK's own",
  },
  toolkitStack: {
    kind: text(
      /^[A-Za-z][A-Za-z0-9-]{0,127}$/,
      'a name of letters, digits and hyphens that begins with a letter',
    ),
    meaning: "Name of the CDK's bootstrap stack, for accounts in which it has another name.",
    example: 'TeamToolkit',
    otherwise: "the CDK's own name, with `qualifier` at its end where there is one",
  },
  executionPolicies: {
    kind: list(/^arn:\S+:iam::\S*:policy\/\S+$/, 'ARNs of managed policies, separated by commas'),
    meaning:
      'Managed policies that CloudFormation gets when `--bootstrap` prepares the account for the CDK, separated by commas.',
    example: 'arn:aws:iam::aws:policy/PowerUserAccess',
    otherwise: '`AdministratorAccess`, which is the default of the CDK',
  },
  vpc: {
    kind: text(/^(create|vpc-[0-9a-f]{8,17})$/, 'create, or the id of a VPC such as vpc-0a1b2c3d'),
    meaning:
      'VPC for the functions that drive and plan, so that they reach private targets: its id, with `subnets` and `securityGroups`. `create` makes a VPC with a NAT gateway, so that all load comes from one address that a target can allow.',
    example: 'create',
    otherwise: 'drives run outside of any VPC and reach public addresses',
  },
  natAddresses: {
    kind: countTo(natQuotas.addressesMax),
    meaning:
      'Addresses of the NAT gateway that `vpc=create` makes. From each of them 55,000 connections at once reach one address and port of a target. An account allows 2 until its quota is raised (Service Quotas, Elastic IP addresses per public NAT gateway), and 5 addresses in a region. Each costs $3.65 a month.',
    example: '4',
    otherwise: '1',
  },
  subnets: {
    kind: list(
      /^subnet-[0-9a-f]{8,17}$/,
      'ids such as subnet-0a1b2c3d, separated by commas',
      vpcQuotas.subnets,
    ),
    meaning:
      'Private subnets of `vpc`. They need a NAT gateway or endpoints to reach S3, DynamoDB and Step Functions.',
    example: 'subnet-0a1b2c3d,subnet-4e5f6a7b',
    otherwise: 'those that `vpc=create` makes',
  },
  securityGroups: {
    kind: list(
      /^sg-[0-9a-f]{8,17}$/,
      'ids such as sg-0a1b2c3d, separated by commas',
      vpcQuotas.securityGroups,
    ),
    meaning:
      'Security groups of drives and plans in `vpc`; their outbound rules decide which targets drives can reach.',
    example: 'sg-0a1b2c3d',
    otherwise: 'the network that `vpc=create` makes',
  },
  domain: {
    kind: text(domainName, 'a host name such as load.example.com'),
    meaning: 'Host name of the API, with `hostedZone` and `hostedZoneId`, or with `certificateArn`.',
    example: 'load.example.com',
    otherwise: 'the host name from API Gateway',
  },
  onlyDomain: {
    kind: flag,
    meaning:
      'Whether the API answers only under `domain`, and not under the host name from API Gateway: `true` or `false`.',
    example: 'true',
    otherwise: '`false`: it answers under both names',
  },
  firewall: {
    kind: text(
      /^(managed|arn:[\w-]+:wafv2:[\w-]+:\d{12}:(global|regional)\/webacl\/[\w-]+\/[0-9a-f-]{36})$/,
      'managed, or the ARN of a web ACL of AWS WAF',
    ),
    meaning:
      'A web ACL of AWS WAF for the API. A distribution of CloudFront then is in front of the API, and a request that did not come through it is refused. The ACL has the scope CLOUDFRONT, in us-east-1. With `privateApi` there is no distribution, and the ACL has the scope REGIONAL. `managed`: the deployment makes an ACL, in us-east-1 or with `privateApi`.',
    example: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/team/0a1b2c3d-4e5f-6789-abcd-ef0123456789',
    otherwise: 'no firewall: API keys and `requestsPerSec` protect the API',
  },
  firewallSecret: {
    kind: count,
    meaning:
      'Number of the secret that the distribution shows to the API. Increase it by one to get a new secret; no request is refused meanwhile.',
    example: '2',
    otherwise: '1',
    fallback: 1,
  },
  privateApi: {
    kind: list(/^(create|vpce-[0-9a-f]{8,17})$/, 'create, or ids of endpoints such as vpce-0a1b2c3d'),
    meaning:
      'The API is reachable only through these endpoints of VPCs for `execute-api`, in the region of the deployment; `create` makes one in `vpc`. Callers and pipelines then need a way into the VPC.',
    example: 'vpce-0a1b2c3d',
    otherwise: 'the API is reachable from the internet, with an API key',
  },
  hostedZone: {
    kind: text(domainName, 'the name of a zone such as example.com'),
    meaning:
      'Route 53 zone in which Downpour creates the record of `domain`, and the record that validates its certificate.',
    example: 'example.com',
    otherwise: 'Downpour creates no record: point `domain` at the output `DomainTarget` yourself',
  },
  hostedZoneId: {
    kind: text(/^Z[A-Z0-9]+$/, 'the id of a zone such as Z0123456789ABC'),
    meaning: 'Id of `hostedZone`.',
    example: 'Z0123456789ABC',
    otherwise: 'needed with `hostedZone`',
  },
  certificateArn: {
    kind: text(/^arn:\S+:acm:\S+$/, 'the ARN of a certificate'),
    meaning: 'Certificate for `domain`, in the region of the deployment, or in us-east-1 for a distribution.',
    example: 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b',
    otherwise: 'the deployment creates a certificate when `hostedZone` is set',
  },
} as const satisfies Readonly<Record<string, Option>>;

export type OptionName = keyof typeof options;

/** The options that were given or have a default. */
export type Options = { readonly [Name in OptionName]?: ValueOf<(typeof options)[Name]['kind']> };

type ValueOf<K> = K extends Kind<infer Value> ? Value : never;
