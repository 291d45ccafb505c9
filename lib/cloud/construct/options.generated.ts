/* Written by `npm run generate` from lib/cloud/options/table.ts. Do not edit. */

/** The options of a deployment that are plain values. */
export interface DownpourOptions {
  /**
   * Name of this deployment. An account can have several stages; each has its own file in `deployments/`.
   * @default - sandbox
   * @example 'prod'
   */
  readonly stage?: string;
  /**
   * Hosts that bursts may load: `host`, `*.suffix` or `*`, separated by commas.
   * @default - none: Downpour refuses every burst until you set this option
   * @example 'shop.example.com,*.test.example.com'
   */
  readonly targets?: string | readonly string[];
  /**
   * Whether hosts in private networks may be loaded: `true` or `false`. An address that is listed in `targets` is always allowed.
   * @default - `true` with a `vpc` of your own, else `false`
   * @example true
   */
  readonly privateTargets?: boolean;
  /**
   * Contact for the owners of a target: an address, a URL or a name. Each request has this contact and the id of the burst in its header `x-load-test`.
   * @default - the header has only the id of the burst
   * @example 'load-tests@example.com'
   */
  readonly contact?: string;
  /**
   * Requires a proof from each target that its owners allow the load. The value is a name for this deployment. `downpour target prove` prints the token that the target must show.
   * @default - targets need no proof
   * @example 'load.shop.example.com'
   */
  readonly ownership?: string;
  /**
   * Limits that no caller can exceed: `name=value` pairs separated by commas. The page of limits has their names, units and defaults. With a `shardsMax` above 1,000, the table of bursts gets enough capacity for the first burst. AWS charges once for this capacity, $23.40 for 5,000 shards. It stays when you lower the limit.
   * @default - the defaults of the page of limits
   * @example 'usersPerSecMax=500,dollarsMax=5'
   */
  readonly ceilings?: string | readonly string[];
  /**
   * Address to which alarms are sent. Its owner must confirm the subscription once.
   * @default - none: you see the alarms only in the AWS console
   * @example 'night@example.com'
   */
  readonly alarmEmail?: string;
  /**
   * Value of the tag `owner` on every resource.
   * @default - no `owner` tag
   * @example 'team-shop'
   */
  readonly owner?: string;
  /**
   * Whether runs, keys and logs remain when the stack is deleted: `keep` or `discard`. With `keep`, the tables of runs and keys cannot be deleted, and an overwritten run can be restored for 90 days.
   * @default - `discard` for the stage `sandbox`, `keep` for every other
   * @example 'keep'
   */
  readonly data?: 'keep' | 'discard';
  /**
   * `<service>` of the header `X-<service>-API-Key`.
   * @default - Downpour
   * @example 'Rain'
   */
  readonly service?: string;
  /**
   * Whether callers without an API key may read PUBLIC records: `true` or `false`. Downpour refuses all other requests without a key, and all requests with a wrong key.
   * @default - false: every request needs a key, except those about the server itself
   * @example true
   */
  readonly anonymous?: boolean;
  /**
   * Days for which the audit keeps its entries, which list the user of each change. `none`: without a limit.
   * @default - 365
   * @example 90
   */
  readonly auditDays?: number | 'none';
  /**
   * Gigabytes (1,000,000,000 bytes) of runs that a team may keep: documents and metadata, those in the trash too, until they are deleted for good. An upload beyond it is refused with 507.
   * @default - no limit
   * @example 50
   */
  readonly teamStorageGB?: number;
  /**
   * Issuer of the tokens that callers may use instead of a key (`Authorization: Bearer`): the issuer of OpenID Connect, such as a realm of Keycloak.
   * @default - tokens are refused
   * @example 'https://login.example.com/realms/dev'
   */
  readonly oidcIssuer?: string;
  /**
   * Audience of tokens: the value that their claim `aud` must have.
   * @default - none; required with `oidcIssuer`
   * @example 'downpour'
   */
  readonly oidcAudience?: string;
  /**
   * Client id with which clients request tokens from the issuer; `GET /api/config/keycloak` reports it.
   * @default - the value of `oidcAudience`
   * @example 'downpour-cli'
   */
  readonly oidcClientId?: string;
  /**
   * Privacy statement: a text in the reply to `GET /api/config/version`.
   * @default - the reply has no statement
   * @example 'Runs are kept for a year. Ask privacy@example.com.'
   */
  readonly privacyStatement?: string;
  /**
   * Origins whose pages may call the API from a browser, separated by commas. They may read and write. `*`: every page may read. `none`: pages of other origins may do nothing. A page always needs an API key, because Downpour ignores cookies and other credentials that a browser adds by itself.
   * @default - *
   * @example 'https://reports.example.com'
   */
  readonly corsOrigins?: string | readonly string[];
  /**
   * Share of the requests, from 0 to 1, that may fail. Above it the run fails. `--max-errors` of a caller overrides it.
   * @default - 0.01
   * @example 0
   */
  readonly maxErrors?: number;
  /**
   * Milliseconds by which drives start before their phase. In this time they load their code, read the plan and open connections. When absent, more than 100 drives start earlier.
   * @default - 5000
   * @example 8000
   */
  readonly leadMs?: number;
  /**
   * NTP server with which drives compare their clocks. Drives in a VPC without internet access need a server that they can reach, or `none`.
   * @default - time.aws.com
   * @example 'time.example.com'
   */
  readonly timeServer?: string;
  /**
   * Length of the longest segment in milliseconds. Downpour divides a longer phase into segments. Each segment needs a new invocation for each shard.
   * @default - the default of the page of limits
   * @example 600000
   */
  readonly segmentMsMax?: number;
  /**
   * Query language for expressions that are valid in both languages.
   * @default - jsonpath
   * @example 'sql'
   */
  readonly commonDialect?: 'jsonpath' | 'sql';
  /**
   * Concurrent executions that the account allows in the region and that other functions have not reserved. Downpour reserves half of them for drives, which cannot use more. If enough is left, it reserves a part for the functions that start, stop and merge bursts. 100 always remain for functions without a reservation.
   * @default - the value that Lambda reports to `npm run deploy`, which stores it; with `cdk` nothing is reserved
   * @example 1000
   */
  readonly concurrency?: number;
  /**
   * Number of drives that run at the same time, of all bursts together. The deployment reserves this number and cannot exceed it. `none`: drives use the concurrency that all functions of the account share.
   * @default - half of `concurrency`; nothing in an account that allows less than 200
   * @example 200
   */
  readonly driveConcurrency?: number | 'none';
  /**
   * Number of ECS Fargate tasks that may run at the same time, of all bursts together. Tasks are for bursts of several hours and for users with long sessions (`--executor fargate`). The option needs `vpc`, and Docker on the machine from which you deploy. The quota of vCPUs of the account must allow them (Service Quotas, Fargate On-Demand vCPU resource count).
   * @default - Lambda functions generate the load, and Downpour refuses `--executor fargate`
   * @example 20
   */
  readonly fargate?: number;
  /**
   * Processors of each task. Each processor has 2 GB of memory. A document uses them with `threads`.
   * @default - 1
   * @example 4
   */
  readonly fargateCores?: number;
  /**
   * Price of all drives within an hour, in Lambda dollars. Above it AWS raises an alarm.
   * @default - 10
   * @example 2.5
   */
  readonly driveDollarsPerHour?: number;
  /**
   * Monthly budget of all resources with the tag `stack` of this deployment. `alarmEmail` gets a message at 80 and 100 %, and when the forecast exceeds the budget. Activate the tag as a cost allocation tag first.
   * @default - no budget
   * @example 200
   */
  readonly budgetDollarsPerMonth?: number;
  /**
   * Whether to create a dashboard of bursts, drives and the API. The first three dashboards of an account are free. Each further dashboard costs 3 dollars a month.
   * @default - true
   * @example false
   */
  readonly dashboard?: boolean;
  /**
   * Days for which all logs are kept.
   * @default - 7 with `data=discard`, else 90
   * @example 30
   */
  readonly logDays?: number;
  /**
   * The lowest level of messages that functions log.
   * @default - info
   * @example 'warn'
   */
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error';
  /**
   * Requests per second that the API accepts. Above it the API answers 429.
   * @default - 100
   * @example 20
   */
  readonly requestsPerSec?: number;
  /**
   * Requests above `requestsPerSec` that may arrive at the same time.
   * @default - 200
   * @example 50
   */
  readonly requestsBurst?: number;
  /**
   * Addresses of the NAT gateway that `vpc=create` makes. From each of them 55,000 connections at once reach one address and port of a target. An account allows 2 until its quota is raised (Service Quotas, Elastic IP addresses per public NAT gateway), and 5 addresses in a region. Each costs $3.65 a month.
   * @default - 1
   * @example 4
   */
  readonly natAddresses?: number;
  /**
   * Host name of the API, with `hostedZone` and `hostedZoneId`, or with `certificateArn`.
   * @default - the host name from API Gateway
   * @example 'load.example.com'
   */
  readonly domain?: string;
  /**
   * Whether the API answers only under `domain`, and not under the host name from API Gateway: `true` or `false`.
   * @default - `false`: it answers under both names
   * @example true
   */
  readonly onlyDomain?: boolean;
  /**
   * A web ACL of AWS WAF for the API. A distribution of CloudFront then is in front of the API, and a request that did not come through it is refused. The ACL has the scope CLOUDFRONT, in us-east-1. With `privateApi` there is no distribution, and the ACL has the scope REGIONAL. `managed`: the deployment makes an ACL, in us-east-1 or with `privateApi`.
   * @default - no firewall: API keys and `requestsPerSec` protect the API
   * @example 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/team/0a1b2c3d-4e5f-6789-abcd-ef0123456789'
   */
  readonly firewall?: string;
  /**
   * Number of the secret that the distribution shows to the API. Increase it by one to get a new secret; no request is refused meanwhile.
   * @default - 1
   * @example 2
   */
  readonly firewallSecret?: number;
}
