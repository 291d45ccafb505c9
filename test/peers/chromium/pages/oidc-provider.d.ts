declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  type Account = { readonly accountId: string };

  /** The part of the configuration that the tests use. */
  type Configuration = {
    readonly clients: readonly Readonly<Record<string, string | readonly string[]>>[];
    readonly cookies: { readonly keys: readonly string[] };
    readonly clientBasedCORS: () => boolean;
    readonly pkce: { readonly required: () => boolean };
    readonly findAccount: (
      context: unknown,
      id: string,
    ) => Account & { readonly claims: () => { readonly sub: string } };
    readonly extraTokenClaims: (context: unknown, token: Account) => Readonly<Record<string, string>>;
    readonly features: {
      readonly resourceIndicators: {
        readonly enabled: true;
        readonly defaultResource: () => string;
        readonly useGrantedResource: () => boolean;
        readonly getResourceServerInfo: () => {
          readonly scope: string;
          readonly audience: string;
          readonly accessTokenFormat: 'jwt';
          readonly accessTokenTTL: number;
        };
      };
    };
  };

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
  }
}
