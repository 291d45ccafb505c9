import { isIP } from 'node:net';
import {
  type ConnectionOptions,
  checkServerIdentity,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import type { Clock } from '../../clock.ts';
import type { Target } from '../../model/benchmark.ts';
import type { Files } from '../../model/files.ts';
import type { TlsSettings } from '../../model/tls.ts';
import { socketHost } from '../guard/lookup.ts';
import { connecting } from '../limits.ts';
import { boundHandshake } from './handshake-timeout.ts';
import { type Identity, readIdentity, readTrusted } from './material.ts';
import { StoreProblem } from './problem.ts';
import { Tickets } from './tickets.ts';

/**
 * The state that all TLS connections to one target share: settings that are compiled once, and sessions that
 * further connections resume.
 */
export type TlsContext = {
  /**
   * The options of `tls.connect` for the next connection. The caller adds the address and the protocols to
   * offer.
   */
  options(): ConnectionOptions;
  /**
   * Call it with each socket that uses these options, before its handshake. It limits the time of the
   * handshake. It also keeps the session tickets that arrive (to resume a session later).
   */
  watch(socket: TLSSocket): void;
};

/** A store of keys or certificates that cannot be used, with the number of its target. */
export type StoreFault = { readonly target: number; readonly problem: StoreProblem };

/**
 * Reads the stores (keys and certificates) of all targets and compiles a TLS context for each target with
 * TLS. The result has the contexts by the key of the target. `faults` lists the stores that cannot be used.
 * Their targets get no context.
 */
export async function tlsContexts(
  targets: readonly Target[],
  files: Files,
  clock: Clock,
): Promise<{ readonly contexts: ReadonlyMap<string, TlsContext>; readonly faults: readonly StoreFault[] }> {
  const { compiled, faults } = await compileStores(targets, files);
  const contexts = targets.flatMap((target) => {
    const secureContext = compiled.get(target);
    return secureContext === undefined
      ? []
      : [[target.key, contextOf(target, secureContext, clock)] as const];
  });
  return { contexts: new Map(contexts), faults };
}

/** The problems of the stores of keys and certificates of all targets. */
export const storeFaults = async (targets: readonly Target[], files: Files): Promise<readonly StoreFault[]> =>
  (await compileStores(targets, files)).faults;

async function compileStores(targets: readonly Target[], files: Files) {
  const compiled = new Map<Target, SecureContext>();
  const faults: StoreFault[] = [];
  for (const [index, target] of targets.entries()) {
    if (target.protocol === 'http') continue;
    const { secureContext, problems } = await compile(target.tls, files);
    faults.push(...problems.map((problem) => ({ target: index, problem })));
    if (secureContext !== undefined) compiled.set(target, secureContext);
  }
  return { compiled, faults };
}

function contextOf({ host, tls = {} }: Target, secureContext: SecureContext, clock: Clock): TlsContext {
  const name = socketHost(host);
  const tickets = new Tickets();
  const { handshakeTimeoutMs = connecting.handshakeMs } = tls;
  const shared: ConnectionOptions = {
    secureContext,
    // If the document gives a server by its address, the TLS handshake contains no server name (RFC 6066
    // section 3).
    ...(isIP(name) === 0 ? { servername: name.replace(/\.$/, '') } : {}),
    rejectUnauthorized: tls.trustManager !== undefined,
    // The certificate must be valid for the name of the target, even when another address of it is used.
    checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
  };
  return {
    options() {
      const { newest } = tickets;
      return newest === undefined ? shared : { ...shared, session: newest };
    },
    watch(socket) {
      tickets.watch(socket);
      boundHandshake(socket, handshakeTimeoutMs, clock);
    },
  };
}

type Compiled = { readonly secureContext?: SecureContext; readonly problems: readonly StoreProblem[] };

async function compile({ keyManager, trustManager }: TlsSettings = {}, files: Files): Promise<Compiled> {
  const problems: StoreProblem[] = [];
  const orProblem = async <T>(reading: Promise<T> | undefined): Promise<T | undefined> => {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof StoreProblem)) throw error;
      problems.push(error);
      return undefined;
    }
  };
  const identity = await orProblem(keyManager && readIdentity(keyManager, files));
  const trusted = await orProblem(trustManager && readTrusted(trustManager, files));
  if (problems.length > 0) return { problems };
  try {
    return { secureContext: secureContextOf(identity, trusted, trustManager?.storeType), problems };
  } catch (error) {
    // OpenSSL may reject a key or certificate that Downpour could read, such as a key that is too short.
    const part = identity === undefined ? 'trustManager' : 'keyManager';
    const { reason = String(error) } = error as { reason?: string };
    return { problems: [new StoreProblem([part], `${part} cannot be used (${reason})`, error)] };
  }
}

/**
 * Makes the TLS context of OpenSSL. When `trusted` is undefined, every certificate is accepted, so no
 * certificate authority is needed.
 */
function secureContextOf(
  identity: Identity | undefined,
  trusted: readonly string[] | undefined,
  storeType: string | undefined,
): SecureContext {
  const isSystem = storeType?.toUpperCase() === 'SYSTEM';
  return createSecureContext({
    ...(identity === undefined ? {} : { cert: identity.cert, key: pemOfKey(identity) }),
    ca: [...(isSystem ? getCACertificates('default') : []), ...(trusted ?? [])],
    // A trust store may contain the certificate of the server itself, without that of the authority that
    // signed it.
    allowPartialTrustChain: true,
  });
}

const pemOfKey = ({ key }: Identity): string | Buffer => key.export({ type: 'pkcs8', format: 'pem' });
