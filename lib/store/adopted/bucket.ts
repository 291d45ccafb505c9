import type { S3Client } from '@aws-sdk/client-s3';
import { objectExpiry } from '../../facts/retention.ts';
import { counted } from '../../words.ts';

/** The settings of an existing bucket that Downpour depends on. */
export type BucketFacts = {
  readonly region: string;
  readonly keepsVersions: boolean;
  readonly isPrivate: boolean;
  /** True when the bucket's policy denies connections without TLS. */
  readonly deniesPlain: boolean;
  /** True when web pages of other origins may read and write objects through signed URLs. */
  readonly servesPages: boolean;
  /** The prefixes of the keys of objects that the bucket deletes after some time. */
  readonly expiring: readonly string[];
  /**
   * The ARN or the id of the customer's KMS key that encrypts new objects. Absent: a key of AWS encrypts
   * them.
   */
  readonly key?: string | undefined;
};

/**
 * Reads an existing bucket.
 * @param s3 in the region of the deployment.
 * @returns undefined when the bucket does not exist, or belongs to another account.
 * @throws the error of AWS, for example when a permission is missing.
 */
export async function readBucket(s3: S3Client, Bucket: string): Promise<BucketFacts | undefined> {
  const sdk = await import('@aws-sdk/client-s3');
  const place = await orNone(s3.send(new sdk.GetBucketLocationCommand({ Bucket })), ['NoSuchBucket']);
  if (place === undefined) return undefined;
  const [versioning, access, policy, cors, lifecycle, encryption] = await Promise.all([
    s3.send(new sdk.GetBucketVersioningCommand({ Bucket })),
    orNone(s3.send(new sdk.GetPublicAccessBlockCommand({ Bucket })), [
      'NoSuchPublicAccessBlockConfiguration',
    ]),
    orNone(s3.send(new sdk.GetBucketPolicyCommand({ Bucket })), ['NoSuchBucketPolicy']),
    orNone(s3.send(new sdk.GetBucketCorsCommand({ Bucket })), ['NoSuchCORSConfiguration']),
    orNone(s3.send(new sdk.GetBucketLifecycleConfigurationCommand({ Bucket })), [
      'NoSuchLifecycleConfiguration',
    ]),
    orNone(s3.send(new sdk.GetBucketEncryptionCommand({ Bucket })), [
      'ServerSideEncryptionConfigurationNotFoundError',
    ]),
  ]);
  const block = access?.PublicAccessBlockConfiguration;
  const [rule] = encryption?.ServerSideEncryptionConfiguration?.Rules ?? [];
  return {
    // The names of the oldest AWS regions differ in this reply, so they are converted.
    region: oldNames.get(place.LocationConstraint) ?? String(place.LocationConstraint),
    keepsVersions: versioning.Status === 'Enabled',
    isPrivate: Boolean(
      block?.BlockPublicAcls &&
        block.BlockPublicPolicy &&
        block.IgnorePublicAcls &&
        block.RestrictPublicBuckets,
    ),
    deniesPlain: deniesPlain(policy?.Policy),
    servesPages: (cors?.CORSRules ?? []).some(({ AllowedMethods = [] }) => AllowedMethods.includes('PUT')),
    expiring: (lifecycle?.Rules ?? []).flatMap(({ Status, Filter, Expiration }) =>
      Status === 'Enabled' && Expiration?.Days !== undefined && Filter?.Prefix ? [Filter.Prefix] : [],
    ),
    key: rule?.ApplyServerSideEncryptionByDefault?.KMSMasterKeyID,
  };
}

const oldNames: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, 'us-east-1'],
  ['', 'us-east-1'],
  ['EU', 'eu-west-1'],
]);

/** Reads a setting. Returns undefined for the errors which mean that the setting was never made. */
async function orNone<Reply>(reply: Promise<Reply>, names: readonly string[]): Promise<Reply | undefined> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof Error && names.includes(error.name)) return undefined;
    throw error;
  }
}

type Statement = {
  readonly Effect?: string;
  readonly Condition?: { readonly Bool?: Readonly<Record<string, unknown>> };
};

function deniesPlain(policy: string | undefined): boolean {
  const { Statement: statements = [] } = JSON.parse(policy ?? '{}') as { Statement?: readonly Statement[] };
  return statements.some(
    ({ Effect, Condition }) =>
      Effect === 'Deny' && String(Condition?.Bool?.['aws:SecureTransport']) === 'false',
  );
}

/** The settings of a bucket that do not fit. Some have the command that corrects them. */
export function bucketProblems(
  name: string,
  facts: BucketFacts | undefined,
  { region, key }: { readonly region: string; readonly key?: string | undefined },
): readonly string[] {
  if (facts === undefined) return [`bucket ${name} does not exist in this account`];
  if (facts.region !== region)
    return [`bucket ${name} is in ${facts.region}, but must be in the region of the stage, ${region}`];
  const kept = objectExpiry.filter(({ prefix }) => !facts.expiring.includes(prefix));
  const rules: readonly [broken: boolean, problem: string][] = [
    [
      !facts.keepsVersions,
      `keeps no versions of objects; switch them on: aws s3api put-bucket-versioning --bucket ${name} --versioning-configuration Status=Enabled`,
    ],
    [
      !facts.isPrivate,
      `may be public; block that: aws s3api put-public-access-block --bucket ${name} --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true`,
    ],
    [
      !facts.deniesPlain,
      'accepts connections without TLS: its policy needs a Deny for aws:SecureTransport=false',
    ],
    [!facts.servesPages, 'has no CORS rule that allows PUT, which the web pages need for uploads'],
    [
      kept.length > 0,
      `keeps ${kept.map(({ prefix, days }) => `${prefix} (they should expire after ${counted(days, 'day')})`).join(' and ')} without a limit`,
    ],
    [
      facts.key !== undefined && facts.key !== key,
      `is encrypted with ${facts.key}, a key that the functions may not use: name it with the option kmsKeyArn`,
    ],
  ];
  return rules.flatMap(([broken, problem]) => (broken ? [`bucket ${name} ${problem}`] : []));
}
