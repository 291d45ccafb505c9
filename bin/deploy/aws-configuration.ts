import { DownpourError } from '../../lib/errors.ts';
import { answerOf } from './account/call-aws.ts';
import { sdkSettings } from './account/sdk-settings.ts';

/**
 * The AWS configuration of this machine, from the environment, a profile, single sign-on, or the role of the
 * machine.
 */
export type Configuration = {
  /** Returns the reason why there are no credentials. Undefined when there are some. */
  readonly credentials: () => Promise<Error | undefined>;
  /** Returns the configured region. Undefined without one. */
  readonly region: () => Promise<string | undefined>;
};

/**
 * Reads the configuration from the same places as the SDK. For the region it also reads the variables of the
 * CDK.
 */
export function openConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  return {
    credentials: () => settingOf(({ credentials }) => credentials()).then((end) => errorOf(end)),
    async region() {
      const { AWS_REGION, AMAZON_REGION, AWS_DEFAULT_REGION, AMAZON_DEFAULT_REGION } = environment;
      const given = AWS_REGION || AMAZON_REGION || AWS_DEFAULT_REGION || AMAZON_DEFAULT_REGION;
      if (given) return given;
      const configured = await settingOf(({ region }) => region());
      return typeof configured === 'string' ? configured : undefined;
    },
  };
}

/** The value of a setting that every SDK client has, or the error. */
async function settingOf<Answer>(
  read: (config: {
    readonly credentials: () => Promise<unknown>;
    readonly region: () => Promise<string>;
  }) => Promise<Answer>,
): Promise<Answer | Error> {
  const { LambdaClient } = await import('@aws-sdk/client-lambda');
  const client = new LambdaClient(sdkSettings());
  return answerOf(client, ({ config }) => read(config));
}

const errorOf = (end: unknown): Error | undefined => (end instanceof Error ? end : undefined);

/**
 * Rejects missing credentials before the command asks the user a question.
 * @throws DownpourError `CREDENTIALS_MISSING` (400)
 */
export async function requireCredentials({ credentials }: Configuration): Promise<void> {
  const reason = await credentials();
  if (reason !== undefined) throw missing(`no AWS credentials were found (${firstLine(reason)})`);
}

/**
 * Rejects credentials that AWS does not accept, which only a call to AWS can show. A missing permission is
 * another problem.
 * @param answer of the first call.
 * @throws DownpourError `CREDENTIALS_MISSING` (400)
 */
export function refuseRejected(answer: unknown): void {
  if (answer instanceof Error && rejections.test(answer.name))
    throw missing(`AWS rejects these credentials (${firstLine(answer)})`);
}

/**
 * The names of errors when AWS rejects credentials: those of AWS, with and without `Exception`, and those of
 * the SDK itself.
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
 * The region of the deployment.
 * @param option the region of the option.
 * @param deployed the region of the existing stage.
 * @throws DownpourError `REGION_MISSING` (400), because the CDK would silently use us-east-1.
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
    'no AWS region is known, so nothing was created or changed; name one with --region eu-central-1, with AWS_REGION, or in your AWS profile',
  );
}

/** The first line of an error's message, because errors of AWS may have a stack below it. */
export const firstLine = ({ message }: Error): string => message.split('\n', 1)[0] ?? '';
