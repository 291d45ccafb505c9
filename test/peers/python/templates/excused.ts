/**
 * Findings of linters that are accepted, each with the reason. A test fails for an entry without a finding,
 * so that old entries are removed.
 */

export type Excuse = {
  readonly rule: string;
  readonly reason: string;
  /** Only stacks without a key of the customer have this finding. */
  readonly untilKey?: true;
  /** Only sets of options that are checked at night have this finding. */
  readonly atNight?: true;
};

export const ofCfnLint: readonly Excuse[] = [
  { rule: 'W3005', reason: 'The CDK writes a dependency that a reference implies already.' },
  {
    rule: 'W1030',
    reason:
      'A nested template has empty defaults of its parameters, so that readers can join it; its parent gives each of them.',
  },
  { rule: 'W1032', reason: 'As above: a text that is joined from such a default.' },
  {
    rule: 'E3601',
    reason:
      'The definition of a further region is judged before CloudFormation substitutes ${partition}; definitions.test.ts judges it after.',
  },
];

export const ofCheckov: readonly Excuse[] = [
  {
    rule: 'CKV_AWS_116',
    reason:
      'Functions are invoked by a caller that waits, or by a queue with a dead-letter queue; asynchronous calls have a destination for failures.',
  },
  {
    rule: 'CKV_AWS_117',
    reason:
      'Only drives reach targets. The option `vpc` places them in a network; the others call AWS alone.',
  },
  {
    rule: 'CKV_AWS_115',
    reason: 'Reserved concurrency is taken from other functions of the account, so few functions have it.',
  },
  { rule: 'CKV_AWS_158', reason: 'Logs are encrypted; the option `kmsKeyArn` brings a key.', untilKey: true },
  { rule: 'CKV_AWS_173', reason: 'As above, for environments of functions.', untilKey: true },
  { rule: 'CKV_AWS_119', reason: 'As above, for tables.', untilKey: true },
  { rule: 'CKV_AWS_27', reason: 'As above, for queues.', untilKey: true },
  { rule: 'CKV_AWS_26', reason: 'As above, for the topic of alarms.', untilKey: true },
  { rule: 'CKV_AWS_18', reason: 'The option `accessLogBucket` has accesses logged.' },
  {
    rule: 'CKV_AWS_28',
    reason:
      'These stacks discard their data. With `data=keep` only bursts have no backups: they expire in days.',
  },
  {
    rule: 'CKV_AWS_111',
    reason: 'Functions in a network make network interfaces, whose names are not known before.',
  },
  {
    rule: 'CKV_AWS_65',
    reason:
      'Container Insights bills metrics for each task. Drives report their own figures, and the tasks have a log.',
  },
  { rule: 'CKV_AWS_149', reason: 'As above, for the secrets of a distribution.', untilKey: true },
  {
    rule: 'CKV_AWS_76',
    reason: 'Functions log the requests of a private API: its own log needs a role of the whole account.',
  },
  { rule: 'CKV_AWS_73', reason: 'The log has the id, the route and the time of each request.' },
  {
    rule: 'CKV_AWS_120',
    reason: 'Answers of the API depend on the key of the caller, so no one caches them.',
  },
  {
    rule: 'CKV_AWS_86',
    reason: 'The HTTP API logs what passes the distribution, and AWS WAF can log what it refuses.',
  },
  {
    rule: 'CKV_AWS_174',
    reason: 'CloudFront chooses the TLS versions for its own host name; a domain has TLS 1.2 at least.',
    atNight: true,
  },
];
