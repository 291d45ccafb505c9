import type { Datastore as DatastoreReply } from '../../../api.generated.ts';
import { type Authentication, builtInId, type Datastore } from './datastores.ts';

/** What stands for a secret that is there. Who sends it back leaves the secret as it is. */
export const masked = '********';

/** A datastore as the API shows it: without its secrets. */
export const presentDatastore = ({ url, authentication, ...datastore }: Datastore): DatastoreReply => ({
  ...datastore,
  builtIn: false,
  config: { url, authentication: withoutSecrets(authentication, masked), builtIn: false },
});

/** A datastore as it travels: not even that there is a secret. */
export function exportedDatastore(datastore: Datastore): DatastoreReply {
  const shown = presentDatastore(datastore);
  const authentication = withoutSecrets(datastore.authentication, undefined);
  return { ...shown, config: { ...shown.config, authentication } };
}

/** The repository itself. */
export const builtIn: DatastoreReply = {
  ...{ id: builtInId, name: 'This repository', owner: '', access: 'PUBLIC', type: 'POSTGRES', builtIn: true },
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
