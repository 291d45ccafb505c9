import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { connectTarget } from '../connect.ts';
import { unreachable } from '../connect-failures/unreachable.ts';
import { canonical } from '../guard/addresses.ts';
import type { Transport } from '../transport.ts';
import { proving } from './limits.ts';
import { type Reachable, within } from './preflight.ts';

/**
 * The path of the file with which the owner of a target permits a deployment to send load to it. A TXT record
 * in DNS can replace the file.
 */
export const proofPath = '/.well-known/downpour-load-test';
export const proofRecord = (host: string): string => `_downpour-load-test.${canonical(host)}`;

/**
 * The token that a host must publish to permit load from a deployment of this name. It is not a secret. Only
 * the owner of the host can publish it there. It has no use for another deployment or another host.
 */
export const proofToken = (deployment: string, host: string): string =>
  `downpour-${createHash('sha256')
    .update(`${deployment}\n${canonical(host)}`)
    .digest('hex')
    .slice(0, 32)}`;

/** The access to files and DNS records that a search for proofs needs. */
export type ProofAccess = {
  readonly clock: Pick<Clock, 'after' | 'soon'>;
  /** Queries the TXT records of a name, as `dns.promises.resolveTxt` does. */
  readonly resolveTxt: (name: string) => Promise<readonly (readonly string[])[]>;
};

/**
 * Checks that a target has published its token. Undefined when it has. Otherwise a message: what Downpour
 * found, and where to publish which token. When a target has `addresses`, Downpour checks each of them,
 * because the name of the target does not prove who owns them. A target without HTTP has no file.
 */
export async function unproven(
  deployment: string,
  target: Reachable,
  access: ProofAccess,
): Promise<string | undefined> {
  const { host, addresses } = target;
  const token = proofToken(deployment, host);
  const file = await filesShow(token, target, access);
  if (file === true) return undefined;
  const record = addresses.length > 0 ? undefined : await recordShows(token, host, access);
  if (record === true) return undefined;
  const found = [file, record].filter((each) => each !== undefined).join('; ');
  return `${host} does not permit this deployment to send load to it (${found}): put the token ${token} into ${placesOf(target).join(', or into ')}`;
}

/** The places where a target can publish its token. */
export function placesOf({ protocol, host, port, addresses, http }: Reachable): readonly string[] {
  const file = `the file ${protocol}://${host}:${port}${proofPath}`;
  if (addresses.length > 0) return [`${file} at each address of the target`];
  const record = `a TXT record of ${proofRecord(host)}`;
  return http === undefined ? [record] : [file, record];
}

async function filesShow(
  token: string,
  target: Reachable,
  access: ProofAccess,
): Promise<true | string | undefined> {
  const { addresses, http, context: tls, guard } = target;
  if (http === undefined) return undefined;
  const places = addresses.length === 0 ? [undefined] : addresses;
  const answers = await Promise.all(
    places.map((address) => {
      const transport = connectTarget(http, address, () => {}, { tls, guard });
      return fileShows(token, target, transport, access);
    }),
  );
  return answers.find((answer) => answer !== true) ?? true;
}

/** True when the file contains the token. Otherwise a description of what Downpour found instead. */
async function fileShows(
  token: string,
  target: Reachable,
  transport: Transport,
  { clock }: ProofAccess,
): Promise<true | string> {
  const outcome = Promise.withResolvers<true | string>();
  let status = 0;
  let text = '';
  try {
    const answer = (async () => {
      await transport.open();
      transport.dispatch(
        { method: 'GET', path: proofPath, headers: [], body: null },
        {
          onHead: (code) => {
            status = code;
          },
          onData: (chunk) => {
            text += chunk.toString('latin1', 0, Math.max(0, proving.bytesMax - text.length));
          },
          onEnd: () =>
            outcome.resolve(
              status === 200
                ? shows(text, token) || 'the file at the target does not contain the token'
                : `the target answered the request for the file with status ${status}`,
            ),
          onError: outcome.reject,
        },
      );
      return outcome.promise;
    })();
    return await within(clock, proving.answerMsMax, target, answer);
  } catch (error) {
    return unreachable(target, error).message;
  } finally {
    transport.close(new Error('the file for the permission was read'));
  }
}

async function recordShows(
  token: string,
  host: string,
  { clock, resolveTxt }: ProofAccess,
): Promise<true | string> {
  const name = proofRecord(host);
  try {
    const place = { protocol: 'dns', host: name, port: 53 };
    const records = await within(clock, proving.answerMsMax, place, resolveTxt(name));
    return (
      records.some((parts) => shows(parts.join(''), token)) || `no TXT record of ${name} contains the token`
    );
  } catch (error) {
    const { code = 'failed' } = error as { readonly code?: string };
    return code === 'ENOTFOUND' || code === 'ENODATA'
      ? `there is no TXT record of ${name}`
      : `the TXT record of ${name} could not be looked up`;
  }
}

/** True when the token is one of the words of a text, which may begin with the byte order mark of UTF-8. */
const shows = (text: string, token: string): boolean =>
  text
    .replace(/^\xef\xbb\xbf/, '')
    .split(/\s+/)
    .includes(token);

/** Caches the proofs of targets for `proving.freshMs` milliseconds. */
export class Proofs {
  readonly #seen = new Map<string, number>();

  /** Returns one message for each target without a proof. `nowMs` is in epoch milliseconds. */
  async unproven(
    deployment: string,
    targets: readonly Reachable[],
    access: ProofAccess,
    nowMs: number,
  ): Promise<readonly string[]> {
    const answers = await Promise.all(
      targets.map(async (target) => {
        const key = JSON.stringify([deployment, target.protocol, target.host, target.port, target.addresses]);
        if ((this.#seen.get(key) ?? 0) > nowMs) return [];
        const missing = await unproven(deployment, target, access);
        if (missing !== undefined) return [missing];
        this.#seen.set(key, nowMs + proving.freshMs);
        return [];
      }),
    );
    return [...new Set(answers.flat())];
  }
}
