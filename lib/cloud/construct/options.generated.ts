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
   * @default - none: every burst is refused until the deployment names its targets
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
   * Contact for the owners of a target: an address, a URL or a name. Each request has it in its header `x-load-test`, with the id of the burst.
   * @default - the header has the id of the burst alone
   * @example 'load-tests@example.com'
   */
  readonly contact?: string;
  /**
   * Makes each target prove that its owners want the load. The value is a name for this deployment; `downpour target prove` makes the token that the target must show.
   * @default - targets need no proof
   * @example 'load.shop.example.com'
   */
  readonly ownership?: string;
  /**
   * Limits that no caller can exceed: `name=value` pairs separated by commas. Names, units and defaults are those of the page of limits. With a `shardsMax` of more than 1,000 the table of bursts is made to serve them from the first burst on, for which AWS charges once, $23.40 for 5,000; it stays so when the ceiling is lowered.
   * @default - the defaults of the page of limits
   * @example 'usersPerSecMax=500,dollarsMax=5'
   */
  readonly ceilings?: string | readonly string[];
  /**
   * Address that alarms are sent to. It must confirm the subscription once.
   * @default - none: the alarms are only seen in the console
   * @example 'night@example.com'
   */
  readonly alarmEmail?: string;
  /**
   * Value of the tag `owner` on everything.
   * @default - no `owner` tag
   * @example 'team-shop'
   */
  readonly owner?: string;
  /**
   * Whether runs, keys and logs outlive the stack. `keep` also refuses to delete the tables, and can bring back an overwritten run for 90 days.
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
   * Whether callers without an API key may read what is PUBLIC: `true` or `false`. All other requests without a key are refused, and so is a wrong key.
   * @default - false: every request needs a key, except those about the server itself
   * @example true
   */
  readonly anonymous?: boolean;
  /**
   * Days for which the audit keeps who changed what. `none`: without a limit.
   * @default - 365
   * @example 90
   */
  readonly auditDays?: number | 'none';
  /**
   * Gigabytes (1,000,000,000 bytes) of runs that a team may keep: documents and metadata, those in the trash too, until they are deleted for good. An upload beyond it is refused with 507.
   * @default - a team may keep any number
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
   * @default - none: `oidcIssuer` needs it
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
   * How data of people is used: a text that `GET /api/config/version` shows.
   * @default - none is shown
   * @example 'Runs are kept for a year. Ask privacy@example.com.'
   */
  readonly privacyStatement?: string;
  /**
   * Origins whose pages may call the API from a browser, separated by commas: they may read and write. `*`: every page may read. `none`: no page of another origin may do anything. A page always needs an API key; Downpour ignores cookies and all else that a browser adds by itself.
   * @default - *
   * @example 'https://reports.example.com'
   */
  readonly corsOrigins?: string | readonly string[];
  /**
   * Part of the requests, 0 to 1, that may fail before the run fails; `--max-errors` of a caller overrides it.
   * @default - 0.01
   * @example 0
   */
  readonly maxErrors?: number;
  /**
   * Milliseconds that drives wake before a planned start, for a cold start, the plan and the connections. When absent, more than 100 drives wake earlier.
   * @default - 5000
   * @example 8000
   */
  readonly leadMs?: number;
  /**
   * NTP server with which drives compare their clocks. Drives in a VPC without a way to the internet reach none: name a server that they can reach, or `none`.
   * @default - time.aws.com
   * @example 'time.example.com'
   */
  readonly timeServer?: string;
  /**
   * Longest segment of a phase in milliseconds; a longer phase takes several invocations of each shard.
   * @default - the default of the page of limits
   * @example 600000
   */
  readonly segmentMsMax?: number;
  /**
   * Dialect of filter queries that both dialects accept.
   * @default - jsonpath
   * @example 'sql'
   */
  readonly commonDialect?: 'jsonpath' | 'sql';
  /**
   * Executions at once that the account allows in the region and that are not reserved for other functions. Downpour reserves half for drives, which cannot exceed it, and where enough is left a part for the functions that start, stop and merge bursts. 100 always stay for functions without a part of their own.
   * @default - the value that Lambda reports to `npm run deploy`, which keeps it; with `cdk` nothing is reserved
   * @example 1000
   */
  readonly concurrency?: number;
  /**
   * Drives at once, of all bursts together: the deployment reserves this number and cannot exceed it. `none`: drives use the concurrency that all functions of the account share.
   * @default - half of `concurrency`; nothing in an account that allows less than 200
   * @example 200
   */
  readonly driveConcurrency?: number | 'none';
  /**
   * Tasks of ECS Fargate that may drive at once, of all bursts together, for bursts of hours and for users who stay long (`--executor fargate`). It needs `vpc`, and Docker where you deploy. The quota of vCPUs of the account must allow them (Service Quotas, Fargate On-Demand vCPU resource count).
   * @default - functions of Lambda drive, and tasks are refused
   * @example 20
   */
  readonly fargate?: number;
  /**
   * Processors of each task, with 2 GB of memory each. A document uses them with `threads`.
   * @default - 1
   * @example 4
   */
  readonly fargateCores?: number;
  /**
   * Lambda dollars of all drives within an hour, above which an alarm is raised.
   * @default - 10
   * @example 2.5
   */
  readonly driveDollarsPerHour?: number;
  /**
   * A budget of everything that carries the tag `stack` of this deployment; `alarmEmail` gets a message at 80 and 100 %, and when the forecast exceeds it. It needs that tag to be activated as a cost allocation tag.
   * @default - no budget
   * @example 200
   */
  readonly budgetDollarsPerMonth?: number;
  /**
   * Whether there is a dashboard of bursts, drives and the API. The first three of an account are free, others take 3 dollars a month.
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
   * The least level that functions log.
   * @default - info
   * @example 'warn'
   */
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error';
  /**
   * Requests per second that the API takes before it answers 429.
   * @default - 100
   * @example 20
   */
  readonly requestsPerSec?: number;
  /**
   * Requests that may come at once above that rate.
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
   * @default - the name that API Gateway gives
   * @example 'load.example.com'
   */
  readonly domain?: string;
  /**
   * Whether the API answers under `domain` only, and not under the name that API Gateway gives: `true` or `false`.
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
