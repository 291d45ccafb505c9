import { Aws, Duration, type SecretValue, Validations } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import * as secrets from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { apiTimeoutS } from '../../facts/timeouts.ts';
import { routeKeys } from '../../functions/routes.ts';
import { type FunctionName, functions as specs } from '../../functions.ts';
import { environment } from '../../names/environment.ts';
import { frontHeader } from '../../names/front.ts';
import type { Functions } from '../function-constructs.ts';
import type { Stage } from '../stage.ts';
import { webAclArn } from './firewall.ts';

export type DistributionProps = {
  readonly stage: Stage;
  readonly api: IHttpApi;
  readonly functions: Functions;
  /**
   * The web ACL (firewall) of the distribution: `managed` for a new one with rules of AWS, or the ARN of an
   * existing one of the scope CLOUDFRONT.
   */
  readonly firewall: string;
  /**
   * The number of the secret that CloudFront adds to each request. When you increase it, a new secret is
   * made.
   */
  readonly firewallSecret: number;
  readonly requestsPerSec: number;
  readonly domain?: string | undefined;
  /** The certificate of the domain, in us-east-1, where CloudFront needs it. */
  readonly certificate?: acm.ICertificate | undefined;
};

/**
 * A distribution of CloudFront with a web ACL in front of the HTTP API. It caches nothing, and passes on
 * everything but the header `host`. It adds a secret to each request, and functions refuse requests without
 * it.
 */
export class Distribution extends Construct {
  readonly distribution: cloudfront.Distribution;
  /** The host name of the distribution, such as `d111111abcdef8.cloudfront.net`. */
  readonly name: string;

  constructor(scope: Construct, id: string, props: DistributionProps) {
    super(scope, id);
    const { api, domain, certificate, requestsPerSec, firewall } = props;
    const { present, next } = this.#secrets(props);
    const origin = new HttpOrigin(`${api.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`, {
      customHeaders: { [frontHeader]: present.unsafeUnwrap() },
      protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
      // CloudFront waits longer than API Gateway, which answers within 30 seconds even when a function does
      // not.
      readTimeout: Duration.seconds(apiTimeoutS + 6),
    });
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: 'Downpour: results repository and burst control',
      webAclId: webAclArn(this, firewall, { scope: 'CLOUDFRONT', requestsPerSec }),
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      ...(domain !== undefined && {
        domainNames: [domain],
        certificate,
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      defaultBehavior: {
        origin,
        allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
        cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
        originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        compress: false,
      },
    });
    Validations.of(this.distribution).acknowledge(...exceptions);
    for (const name of new Set(routeKeys(specs).map(([, each]) => each))) {
      const fn = props.functions.get(name as FunctionName);
      fn.addEnvironment(environment.frontSecrets, `${present.unsafeUnwrap()},${next.unsafeUnwrap()}`);
      // CloudFormation updates the distribution before the functions. The distribution then already sends the
      // new secret when the functions stop accepting the old one.
      fn.node.addDependency(this.distribution);
    }
    this.name = this.distribution.distributionDomainName;
  }

  /**
   * The secret that CloudFront adds to requests now, and the secret for a `firewallSecret` that is higher by
   * one. Functions accept both, so they refuse no request while a deployment changes the secret.
   */
  #secrets({ firewallSecret: number, stage }: DistributionProps): {
    readonly present: SecretValue;
    readonly next: SecretValue;
  } {
    const make = (each: number): SecretValue => {
      const secret = new secrets.Secret(this, `Secret${each}`, {
        description: `Downpour: secret ${each} of the CloudFront distribution in front of the API`,
        generateSecretString: { passwordLength: 48, excludePunctuation: true },
        encryptionKey: stage.key,
      });
      Validations.of(secret).acknowledge({
        id: 'AwsSolutions::AwsSolutions-SMG4',
        reason:
          'The secret does not rotate by itself, because CloudFront must get each new secret. The option firewallSecret makes a new one.',
      });
      return secret.secretValue;
    };
    return { present: make(number), next: make(number + 1) };
  }
}

const exceptions = [
  {
    id: 'AwsSolutions::AwsSolutions-CFR1',
    reason: 'Callers of the API may be in any country. The web ACL can refuse countries.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-CFR3',
    reason:
      'The HTTP API logs each request that passes the firewall, and AWS WAF can log each request that it refuses.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-CFR4',
    reason:
      'CloudFront chooses the TLS versions for its own host name. With a domain of yours, the oldest version is TLS 1.2.',
  },
];
