import type { Options } from './table.ts';

/** Whether a combination of options breaks a rule, and the message for the user in this case. */
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
    `firewall=managed needs region=${cloudFrontRegion}, the only region of web ACLs for CloudFront: make a web ACL in that region, and set firewall to its ARN`,
  ],
  [
    !isPrivate && firewall?.includes(':regional/') === true,
    'firewall is a web ACL of the scope REGIONAL, which works only with privateApi: use a web ACL of the scope CLOUDFRONT, or set privateApi',
  ],
  [
    isPrivate && firewall?.includes(':global/') === true,
    'firewall is a web ACL of the scope CLOUDFRONT, which does not work with privateApi: use a web ACL of the scope REGIONAL',
  ],
  [
    firewallSecret !== undefined && firewallSecret > 1 && (firewall === undefined || isPrivate),
    'firewallSecret works only with a CloudFront distribution: set firewall, and leave out privateApi',
  ],
  [
    !isPrivate && firewall !== undefined && onlyDomain === true,
    'onlyDomain and firewall exclude each other: CloudFront calls the API by its API Gateway host name, and onlyDomain switches this name off',
  ],
];

/** Rules about regions, certificates, zones and endpoints, for options in text form. */
export function frontRules(given: Options): readonly Rule[] {
  const { firewall, privateApi, region, domain, certificateArn, hostedZone } = given;
  const isDistributed = firewall !== undefined && privateApi === undefined;
  const isElsewhere = region !== undefined && region !== cloudFrontRegion;
  const regionOf = (arn: string | undefined): string | undefined => arn?.split(':')[3];
  const endpoints = privateApi?.split(',') ?? [];
  const makesEndpoint = endpoints.includes('create');
  return [
    [
      isDistributed && ![undefined, cloudFrontRegion].includes(regionOf(certificateArn)),
      `certificateArn is in ${regionOf(certificateArn)}: with firewall the certificate must be in ${cloudFrontRegion}, where CloudFront reads certificates`,
    ],
    [
      !isDistributed && region !== undefined && ![undefined, region].includes(regionOf(certificateArn)),
      `certificateArn is in ${regionOf(certificateArn)}, and the deployment is in ${region}: use a certificate in ${region}`,
    ],
    [
      hostedZone !== undefined && domain !== undefined && !`.${domain}`.endsWith(`.${hostedZone}`),
      `domain=${domain} is not in the zone ${hostedZone}: name the zone of the domain`,
    ],
    [
      isDistributed && hostedZone !== undefined && certificateArn === undefined && isElsewhere,
      `hostedZone together with firewall needs certificateArn, the ARN of a certificate in ${cloudFrontRegion}`,
    ],
    [
      privateApi !== undefined && region !== undefined && ![undefined, region].includes(regionOf(firewall)),
      `firewall is a web ACL in ${regionOf(firewall)}, and the deployment is in ${region}: use a web ACL in ${region}`,
    ],
    [
      privateApi !== undefined && domain !== undefined && certificateArn === undefined,
      'a domain together with privateApi needs certificateArn',
    ],
    [
      makesEndpoint && given.vpc === undefined,
      'privateApi=create needs vpc, in which Downpour makes the endpoint',
    ],
    [makesEndpoint && endpoints.length > 1, 'privateApi must be create or a list of endpoint ids, not both'],
    [
      privateApi !== undefined && !makesEndpoint && hostedZone !== undefined,
      'hostedZone works only with privateApi=create: Downpour does not know the DNS names of endpoints that you made',
    ],
  ];
}
