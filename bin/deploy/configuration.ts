import { DownpourError } from '../../lib/errors.ts';

/**
 * What the AWS configuration of this machine says: environment, profile, single sign-on, or the machine
 * itself.
 */
export type Configuration = {
  /** Why there are no credentials; undefined: there are. */
  readonly credentials: () => Promise<Error | undefined>;
  /** Undefined where none is configured. */
  readonly region: () => Promise<string | undefined>;
};

/** Looks where the SDK looks, and for the region also at the variables that the CDK reads. */
export function openConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  return {
    credentials: () => asked(({ credentials }) => credentials()).then((end) => errorOf(end)),
    async region() {
      const { AWS_REGION, AMAZON_REGION, AWS_DEFAULT_REGION, AMAZON_DEFAULT_REGION } = environment;
      const given = AWS_REGION || AMAZON_REGION || AWS_DEFAULT_REGION || AMAZON_DEFAULT_REGION;
      if (given) return given;
      const configured = await asked(({ region }) => region());
      return typeof configured === 'string' ? configured : undefined;
    },
  };
}

/** An answer of the configuration that every client of the SDK has, or why there is none. */
async function asked<Answer>(
  ask: (config: {
    readonly credentials: () => Promise<unknown>;
    readonly region: () => Promise<string>;
  }) => Promise<Answer>,
): Promise<Answer | Error> {
  const { LambdaClient } = await import('@aws-sdk/client-lambda');
  const client = new LambdaClient({});
  try {
    return await ask(client.config);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    client.destroy();
  }
}

const errorOf = (end: unknown): Error | undefined => (end instanceof Error ? end : undefined);

/** @throws DownpourError `CREDENTIALS_MISSING` (400), before anybody is asked anything. */
export async function requireCredentials({ credentials }: Configuration): Promise<void> {
  const reason = await credentials();
  if (reason !== undefined) throw missing(`no AWS credentials were found (${firstLine(reason)})`);
}

/**
 * Refuses credentials that AWS does not take, which only a call to AWS can tell. A missing right is another
 * matter.
 * @param answer of the first call.
 * @throws DownpourError `CREDENTIALS_MISSING` (400)
 */
export function refuseRejected(answer: unknown): void {
  if (answer instanceof Error && rejections.test(answer.name))
    throw missing(`AWS does not take these credentials (${firstLine(answer)})`);
}

/**
 * The common errors of AWS, with and without `Exception` at their end, and what the SDK finds out by itself.
 */
const rejections =
  /^(ExpiredToken|TokenRefreshRequired|UnrecognizedClient|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|MissingAuthenticationToken|CredentialsProviderError|TokenProviderError)(Exception)?$/;

const missing = (what: string): DownpourError =>
  new DownpourError(
    'CREDENTIALS_MISSING',
    400,
    `${what}, so nothing was created or changed; sign in, for example with: aws sso login --profile NAME, and export AWS_PROFILE=NAME`,
  );

/**
 * The region of everything that is done.
 * @param wanted that of the option, or that in which the stage is up.
 * @throws DownpourError `REGION_MISSING` (400): the CDK would take us-east-1 without a word.
 */
export async function requireRegion(
  { region }: Configuration,
  option: string | undefined,
  deployed: string | undefined,
): Promise<string> {
  const found = option ?? (await region()) ?? deployed;
  if (found !== undefined) return found;
  throw new DownpourError(
    'REGION_MISSING',
    400,
    'no region is known, so nothing was created or changed; name one, for example with: --region eu-central-1, AWS_REGION, or the region of the profile',
  );
}

const firstLine = ({ message }: Error): string => message.split('\n', 1)[0] ?? '';
