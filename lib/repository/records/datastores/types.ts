import type { DatastoreType } from '../../../api.generated.ts';

/** Types of datastores that can be queried for documents. */
export const queriedTypes = ['ELASTICSEARCH', 'COLLECTORAPI'] as const;
export type QueriedType = (typeof queriedTypes)[number];

/** Types of credentials. */
const authenticationTypes = ['none', 'api-key', 'username'] as const;
export type AuthenticationType = (typeof authenticationTypes)[number];

/** The types of credentials that a type of datastore accepts. */
export const authenticationsOf: { readonly [Type in QueriedType]: readonly AuthenticationType[] } = {
  ELASTICSEARCH: ['none', 'api-key', 'username'],
  COLLECTORAPI: ['api-key'],
};

/** The types of datastores in a response of the API. */
export const datastoreTypes: readonly DatastoreType[] = [
  { enumName: 'POSTGRES', name: 'POSTGRES', label: 'This repository', supportedAuths: [], builtIn: true },
  ...(
    [
      ['ELASTICSEARCH', 'Elasticsearch'],
      ['COLLECTORAPI', 'Collector API'],
    ] as const
  ).map(([type, label]) => ({
    enumName: type,
    name: type,
    label,
    supportedAuths: [...authenticationsOf[type]],
    builtIn: false,
  })),
];
