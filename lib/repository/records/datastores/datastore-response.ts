import type { Datastore as DatastoreReply } from '../../../api.generated.ts';
import { type Authentication, builtInId, type Datastore } from './datastores.ts';

/**
 * The text that replaces a secret in responses. A request that contains this text leaves the secret
 * unchanged.
 */
export const masked = '********';

/** A datastore in a response of the API, without its secrets. */
export const presentDatastore = ({ url, authentication, ...datastore }: Datastore): DatastoreReply => ({
  ...datastore,
  builtIn: false,
  config: { url, authentication: withoutSecrets(authentication, masked), builtIn: false },
});

/** A datastore in a bundle. It does not reveal whether the datastore has a secret. */
export function exportedDatastore(datastore: Datastore): DatastoreReply {
  const presented = presentDatastore(datastore);
  const authentication = withoutSecrets(datastore.authentication, undefined);
  return { ...presented, config: { ...presented.config, authentication } };
}

/** The entry that represents the repository itself in the list of datastores. */
export const builtIn: DatastoreReply = {
  id: builtInId,
  name: 'This repository',
  owner: '',
  access: 'PUBLIC',
  type: 'POSTGRES',
  builtIn: true,
  config: { builtIn: true },
};

function withoutSecrets(authentication: Authentication, sign: string | undefined) {
  switch (authentication.type) {
    case 'none':
      return { type: 'none' } as const;
    case 'api-key': {
      const apiKey = authentication.apiKey && sign;
      return { type: 'api-key', ...(apiKey && { apiKey }) } as const;
    }
    case 'username': {
      const { username } = authentication;
      const password = authentication.password && sign;
      return { type: 'username', username, ...(password && { password }) } as const;
    }
  }
}
