import { type AddressGuard, resolveGuarded, socketHost } from '../http/guard/lookup.ts';
import type { ConnectHotRod, HotRodServer, HotRodTransport } from './transport.ts';

/** What is used of the client, whose own types leave it open. */
type InfinispanClient = {
  put(key: string, value: string): Promise<undefined>;
  get(key: string): Promise<string | null | undefined>;
  ping(): Promise<unknown>;
  disconnect(): Promise<void>;
};

/** Loaded by the first connection: documents without Hot Rod do not pay for it. */
let infinispan: { readonly client: typeof import('infinispan').client } | undefined;

/** Connects with the client of the Infinispan project. */
export const connectInfinispan =
  (guard: AddressGuard): ConnectHotRod =>
  (server, cache): HotRodTransport => {
    let client: InfinispanClient | undefined;
    const opened = (): InfinispanClient => {
      if (client === undefined) throw new Error('the connection is not open');
      return client;
    };
    return {
      async load() {
        // A bundle gives it no other name.
        infinispan ??= (await import('infinispan')).default;
      },
      async open() {
        if (infinispan === undefined) throw new Error('the client is not loaded');
        const host = await resolveGuarded(socketHost(server.host), guard);
        client = await infinispan.client({ host, port: server.port }, optionsFor(server, cache));
      },
      send(operation, key, value, { answered, failed }) {
        if (operation === 'put') opened().put(key, value).then(answered, failed);
        else opened().get(key).then(answered, failed);
      },
      // Its answer says nothing: a lost connection is told to the requests.
      probe: () => void opened().ping().catch(ignore),
      isLost: (error) => typeof error === 'string' && lost.test(error),
      close: () => void client?.disconnect(),
    };
  };

/** What the client itself says when a socket broke under a request, in place of an error of the server. */
const lost = /^(Unable to complete request|No clusters and no connections left)/;

const optionsFor = ({ login, ...server }: HotRodServer, cacheName: string) => ({
  cacheName,
  // One connection to one server that the document names: what a cluster says of its other members may not be
  // loaded.
  topologyUpdates: false,
  // A request that is sent again would be measured as one.
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
