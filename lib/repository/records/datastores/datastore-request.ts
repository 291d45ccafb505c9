import type { DatastoreRequest } from '../../../api.generated.ts';
import { DownpourError } from '../../../errors.ts';
import { type AllowedSite, isAllowed, notAllowed, plainUrl } from '../actions/actions.ts';
import { masked } from './datastore-response.ts';
import type { Authentication, Datastore } from './datastores.ts';
import { authenticationsOf, type QueriedType, queriedTypes } from './types.ts';

export type RequestedDatastore = Pick<Datastore, 'name' | 'type' | 'url' | 'authentication'>;

/** The facts about the present state that the check of a requested datastore uses. */
type Known = {
  readonly sites: readonly AllowedSite[];
  /**
   * The present datastore. The request may leave out or mask its secret. The secret is kept unless it would
   * be sent to another host.
   */
  readonly present?: Datastore;
  /** True when the datastore comes from a bundle, which has no secrets. */
  readonly isBundled?: true;
};

/**
 * Parses a datastore in the body of a request.
 * @throws DownpourError DATASTORE_INVALID (400).
 */
export function parseDatastore({ name, type, config }: DatastoreRequest, known: Known): RequestedDatastore {
  if (name.trim() === '') throw invalid('the name of a datastore cannot be empty');
  const kind = queriedTypes.find((each) => each === type.toUpperCase());
  if (kind === undefined)
    throw invalid(
      `a datastore of type '${type}' cannot be added; the possible types are ${queriedTypes.join(' and ')}`,
    );
  const { sites, present } = known;
  const url = parseUrl(config.url ?? '', sites);
  const kept = present && keptSecrets(present, kind, url);
  const authentication = parseAuthentication(kind, config, { kept, isBundled: known.isBundled === true });
  return { name: name.trim(), type: kind, url, authentication };
}

export const invalid = (message: string): DownpourError =>
  new DownpourError('DATASTORE_INVALID', 400, message);

function parseUrl(text: string, sites: readonly AllowedSite[]): string {
  const url = plainUrl(text.trim());
  if (url === undefined || url.search + url.hash !== '')
    throw invalid(
      `config.url must be a URL such as https://search.example.com:9200, without credentials, query and fragment, found '${text}'`,
    );
  if (!isAllowed(url.href, sites)) throw invalid(notAllowed(text));
  return url.href.replace(/\/$/, '');
}

/** The secrets that a changed datastore keeps. A secret is sent only to the host that it was entered for. */
function keptSecrets(present: Datastore, type: QueriedType, url: string): Authentication | undefined {
  const isSame = present.type === type && new URL(present.url).origin === new URL(url).origin;
  return isSame ? present.authentication : undefined;
}

type Secrets = { readonly kept: Authentication | undefined; readonly isBundled: boolean };

function parseAuthentication(
  type: QueriedType,
  { authentication }: DatastoreRequest['config'],
  { kept, isBundled }: Secrets,
): Authentication {
  const kinds = authenticationsOf[type];
  const given = authentication?.type ?? kinds[0];
  const kind = kinds.find((each) => each === given);
  const secret = (name: string, text: string | null | undefined, known: string | undefined) => {
    const isGiven = text !== null && text !== undefined && text !== masked;
    if (isBundled) return undefined;
    if (isGiven ? /^[\x20-\x7e]+$/.test(text) : known !== undefined) return isGiven ? text : known;
    throw invalid(
      isGiven
        ? `config.authentication.${name} must be a text of printable ASCII characters`
        : `config.authentication.${name} is missing; send it again in a request that changes the host, the type or the user of the datastore`,
    );
  };
  switch (kind) {
    case undefined:
      throw invalid(
        `config.authentication.type of a datastore of type ${type} must be ${kinds.join(' or ')}, found '${given}'`,
      );
    case 'none':
      return { type: kind };
    case 'api-key': {
      const known = kept?.type === kind ? kept.apiKey : undefined;
      const apiKey = secret('apiKey', authentication?.apiKey, known);
      return { type: kind, ...(apiKey && { apiKey }) };
    }
    case 'username': {
      const username = authentication?.username ?? '';
      if (!/^[^:\p{Cc}]+$/u.test(username))
        throw invalid('config.authentication.username must be a name without colons and control characters');
      const known = kept?.type === kind && kept.username === username ? kept.password : undefined;
      const password = secret('password', authentication?.password, known);
      return { type: kind, username, ...(password && { password }) };
    }
  }
}
