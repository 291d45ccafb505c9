import type { Options } from './table.ts';

/** Whether options break a rule, and the message then. */
export type Rule = readonly [broken: boolean, problem: string];

/** The region of everything that CloudFront uses: web ACLs and certificates. */
const cloudFrontRegion = 'us-east-1';

/**
 * Rules of the option `firewall`, for options in text form and for those of a program.
 * @param region of the deployment. Undefined: it is not known yet.
 */
export const firewallRules = (
  { firewall, firewallSecret, onlyDomain }: Pick<Options, 'firewall' | 'firewallSecret' | 'onlyDomain'>,
  isPrivate: boolean,
  region: string | undefined,
): readonly Rule[] => [
  [
    !isPrivate && firewall === 'managed' && ![undefined, cloudFrontRegion].includes(region),
    `firewall=managed needs region=${cloudFrontRegion}, the only region of web ACLs for CloudFront: make one there and give its ARN`,
  ],
  [
    !isPrivate && firewall?.includes(':regional/') === true,
    'firewall is a web ACL of the scope REGIONAL, which needs privateApi: CloudFront takes the scope CLOUDFRONT',
  ],
  [
    isPrivate && firewall?.includes(':global/') === true,
    'firewall is a web ACL of the scope CLOUDFRONT: privateApi takes the scope REGIONAL',
  ],
  [
    firewallSecret !== undefined && firewallSecret > 1 && (firewall === undefined || isPrivate),
    'firewallSecret needs firewall without privateApi, which has a distribution',
  ],
  [
    !isPrivate && firewall !== undefined && onlyDomain === true,
    'onlyDomain and firewall exclude each other: the distribution calls the API under the name of API Gateway, which onlyDomain switches off',
  ],
];

/** Rules about regions, certificates, zones and endpoints, for options in text form. */
export function frontRules(given: Options): readonly Rule[] {
  const { firewall, privateApi, region, certificateArn, hostedZone } = given;
  const isDistributed = firewall !== undefined && privateApi === undefined;
  const isElsewhere = region !== undefined && region !== cloudFrontRegion;
  const regionOf = (arn: string | undefined): string | undefined => arn?.split(':')[3];
  const endpoints = privateApi?.split(',') ?? [];
  const makesEndpoint = endpoints.includes('create');
  return [
    [
      isDistributed && ![undefined, cloudFrontRegion].includes(regionOf(certificateArn)),
      `certificateArn is in ${regionOf(certificateArn)}: with firewall it must be in ${cloudFrontRegion}, where CloudFront reads it`,
    ],
    [
      isDistributed && hostedZone !== undefined && certificateArn === undefined && isElsewhere,
      `hostedZone with firewall needs certificateArn, a certificate in ${cloudFrontRegion}`,
    ],
    [
      privateApi !== undefined && region !== undefined && ![undefined, region].includes(regionOf(firewall)),
      `firewall is a web ACL in ${regionOf(firewall)}, and the deployment is in ${region}: give a web ACL in ${region}`,
    ],
    [
      privateApi !== undefined && given.domain !== undefined && certificateArn === undefined,
      'domain with privateApi needs certificateArn',
    ],
    [makesEndpoint && given.vpc === undefined, 'privateApi=create needs vpc for its endpoint'],
    [makesEndpoint && endpoints.length > 1, 'privateApi must be create or ids of endpoints, not both'],
    [
      privateApi !== undefined && !makesEndpoint && hostedZone !== undefined,
      'hostedZone and ids of privateApi exclude each other: only the owner of an endpoint knows its DNS name',
    ],
  ];
}
