import type { DatastoreType } from '../../../api.generated.ts';

/** Types of datastores that are asked for documents. */
export const queriedTypes = ['ELASTICSEARCH', 'COLLECTORAPI'] as const;
export type QueriedType = (typeof queriedTypes)[number];

/** Ways to say who asks. */
export const authenticationTypes = ['none', 'api-key', 'username'] as const;
export type AuthenticationType = (typeof authenticationTypes)[number];

/** Those that a type of datastores knows. */
export const authenticationsOf: { readonly [Type in QueriedType]: readonly AuthenticationType[] } = {
  ELASTICSEARCH: ['none', 'api-key', 'username'],
  COLLECTORAPI: ['api-key'],
};

/** What there is, as the API shows it. */
export const datastoreTypes: readonly DatastoreType[] = [
  { enumName: 'POSTGRES', name: 'POSTGRES', label: 'This repository', supportedAuths: [], builtIn: true },
  ...(
    [
      ['ELASTICSEARCH', 'Elasticsearch'],
      ['COLLECTORAPI', 'Collector API'],
    ] as const
  ).map(([type, label]) => ({
    ...{ enumName: type, name: type, label, supportedAuths: [...authenticationsOf[type]], builtIn: false },
  })),
];
