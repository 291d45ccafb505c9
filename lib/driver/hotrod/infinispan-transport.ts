import { type AddressGuard, resolveGuarded, socketHost } from '../http/guard/lookup.ts';
import type { ConnectHotRod, HotRodServer, HotRodTransport } from './transport.ts';

/** The part of the Infinispan client that Downpour uses. The client's own types do not describe it. */
type InfinispanClient = {
  put(key: string, value: string): Promise<undefined>;
  get(key: string): Promise<string | null | undefined>;
  ping(): Promise<unknown>;
  disconnect(): Promise<void>;
};

/**
 * The package of the Infinispan client. It is loaded for the first connection, so documents without Hot Rod
 * do not load it.
 */
let infinispan: { readonly client: typeof import('infinispan').client } | undefined;

/** Connects to Hot Rod servers with the client of the Infinispan project. */
export const connectInfinispan =
  (guard: AddressGuard): ConnectHotRod =>
  (server, cache): HotRodTransport => {
    let client: InfinispanClient | undefined;
    const opened = (): InfinispanClient => {
      if (client === undefined) throw new Error('the Hot Rod connection is not open');
      return client;
    };
    return {
      async load() {
        // In a bundle, the package has only a default export.
        infinispan ??= (await import('infinispan')).default;
      },
      async open() {
        if (infinispan === undefined)
          throw new Error(
            'the Hot Rod client was not loaded before its first use; this is a bug in Downpour',
          );
        const host = await resolveGuarded(socketHost(server.host), guard);
        client = await infinispan.client({ host, port: server.port }, optionsFor(server, cache));
      },
      send(operation, key, value, { answered, failed }) {
        if (operation === 'put') opened().put(key, value).then(answered, failed);
        else opened().get(key).then(answered, failed);
      },
      // The answer to a ping is not needed. When the connection is lost, the client then reports the loss to
      // the waiting requests.
      probe: () => void opened().ping().catch(ignore),
      isLost: (error) => typeof error === 'string' && lost.test(error),
      close: () => void client?.disconnect(),
    };
  };

/**
 * Matches the error text of the client for a socket that broke during a request. Errors of the server have
 * other texts.
 */
const lost = /^(Unable to complete request|No clusters and no connections left)/;

const optionsFor = ({ login, ...server }: HotRodServer, cacheName: string) => ({
  cacheName,
  // Downpour sends load only to the servers in the document. So the client must not use other members of the
  // cluster that a server reports.
  topologyUpdates: false,
  // The client must not repeat a request, because Downpour would measure both as one request.
  maxRetries: 0,
  ...(server.protocol === 'hotrods' ? { ssl: tlsTo(server) } : {}),
  ...(login === undefined ? {} : { authentication: authenticationOf(login) }),
});

const tlsTo = ({ host, sniHost, trustCa }: HotRodServer) => ({
  enabled: true,
  sniHostName: sniHost ?? host,
  trustCerts: trustCa === undefined ? [] : [trustCa],
});

const authenticationOf = ({ user, password, mechanism }: NonNullable<HotRodServer['login']>) => ({
  enabled: true,
  saslMechanism: mechanism,
  userName: user,
  password,
});

function ignore(): void {}
