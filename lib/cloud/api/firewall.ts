import { Stack } from 'aws-cdk-lib';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

export type FirewallProps = {
  /** Where the web ACL is used. `CLOUDFRONT` exists in us-east-1 only. */
  readonly scope: 'CLOUDFRONT' | 'REGIONAL';
  /** The most requests per second that the API accepts. One address may send at most half of them. */
  readonly requestsPerSec: number;
};

/**
 * Groups of rules by AWS that match no request to Downpour. The common rule set is left out: it refuses
 * bodies above 8 kB, and addresses and scripts in bodies, which benchmark documents contain.
 */
const groups = {
  CLOUDFRONT: ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet'],
  // The list of bad addresses is left out. Clients of a private API have private addresses, for which AWS has
  // no such list.
  REGIONAL: ['AWSManagedRulesKnownBadInputsRuleSet'],
} as const;

/** The seconds for which AWS WAF counts the requests of an address. */
const windowS = 300;

/** The ARN of a web ACL: an existing ACL, or a new one. */
export const webAclArn = (scope: Construct, firewall: string, props: FirewallProps): string =>
  firewall === 'managed' ? new Firewall(scope, 'Firewall', props).arn : firewall;

/** A web ACL with rules of AWS, and with a limit for each address. It lets all other requests pass. */
class Firewall extends Construct {
  readonly arn: string;

  constructor(parent: Construct, id: string, { scope, requestsPerSec }: FirewallProps) {
    super(parent, id);
    const rules = groups[scope].map((name) => ({
      name,
      overrideAction: { none: {} },
      statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
    }));
    // AWS WAF accepts no limit below ten requests.
    const limit = Math.max(10, Math.floor((requestsPerSec * windowS) / 2));
    const rate = {
      name: 'RateOfAddress',
      action: { block: { customResponse: { responseCode: 429 } } },
      statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: windowS } },
    };
    const acl = new wafv2.CfnWebACL(this, 'WebAcl', {
      scope,
      description: `Downpour: the firewall of the API of ${Stack.of(this).stackName}`,
      defaultAction: { allow: {} },
      visibilityConfig: visible('All'),
      rules: [rate, ...rules].map((rule, priority) => ({
        ...rule,
        priority,
        visibilityConfig: visible(rule.name),
      })),
    });
    this.arn = acl.attrArn;
  }
}

const visible = (metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
});
