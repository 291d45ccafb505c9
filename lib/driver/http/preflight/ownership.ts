import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { connectTarget } from '../connect.ts';
import { canonical } from '../guard/addresses.ts';
import type { Transport } from '../transport.ts';
import { unreachable } from '../unreachable.ts';
import { proving } from './limits.ts';
import { type Reachable, within } from './preflight.ts';

/**
 * Where people of a target say that a deployment may load it: in this file of its server, or in a TXT record.
 */
export const proofPath = '/.well-known/downpour-load-test';
export const proofRecord = (host: string): string => `_downpour-load-test.${canonical(host)}`;

/**
 * What a host shows to a deployment of this name. It is no secret: it says that this deployment may load this
 * host, which only those can publish who have the host, and is of no use to another deployment or for another
 * host.
 */
export const proofToken = (deployment: string, host: string): string =>
  `downpour-${createHash('sha256')
    .update(`${deployment}\n${canonical(host)}`)
    .digest('hex')
    .slice(0, 32)}`;

/** What looking for proofs takes from outside. */
export type ProofAccess = {
  readonly clock: Pick<Clock, 'after' | 'soon'>;
  /** Asks for the TXT records of a name, as `dns.promises.resolveTxt` does. */
  readonly resolveTxt: (name: string) => Promise<readonly (readonly string[])[]>;
};

/**
 * Undefined when a target shows its token; else one sentence with what was found and what to put where. A
 * target with `addresses` is asked at each of them: its name says nothing of whose they are. One that speaks
 * no HTTP has no file.
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
  return `${host} does not say that this deployment may load it (${found}): put ${token} into ${placesOf(target).join(', or into ')}`;
}

/** Where a target can show its token. */
export function placesOf({ protocol, host, port, addresses, http }: Reachable): readonly string[] {
  const file = `the file ${protocol}://${host}:${port}${proofPath}`;
  if (addresses.length > 0) return [`${file} at each of its addresses`];
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

/** True, or what was found instead. */
async function fileShows(
  token: string,
  target: Reachable,
  transport: Transport,
  { clock }: ProofAccess,
): Promise<true | string> {
  const asked = Promise.withResolvers<true | string>();
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
            asked.resolve(
              status === 200
                ? shows(text, token) || 'its file has no such line'
                : `its file has status ${status}`,
            ),
          onError: asked.reject,
        },
      );
      return asked.promise;
    })();
    return await within(clock, proving.answerMsMax, target, answer);
  } catch (error) {
    return unreachable(target, error).message;
  } finally {
    transport.close(new Error('asked'));
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
    return records.some((parts) => shows(parts.join(''), token)) || `${name} has no such record`;
  } catch (error) {
    const { code = 'failed' } = error as { readonly code?: string };
    return code === 'ENOTFOUND' || code === 'ENODATA'
      ? `there is no TXT record of ${name}`
      : `${name} could not be looked up`;
  }
}

const shows = (text: string, token: string): boolean => text.split(/\s+/).includes(token);

/** Proofs that were seen not long ago. */
export class Proofs {
  readonly #seen = new Map<string, number>();

  /** One sentence for each target that has not proven itself. `nowMs`: epoch milliseconds. */
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
