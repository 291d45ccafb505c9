/* Written by `npm run generate` from schema/openapi.json. Do not edit. */
/* biome-ignore-all lint: generated */

import type {
  Requests,
  Action,
  AlertingDashboard,
  AllowedSite,
  Annotation,
  ApiKeyResponse,
  AuditPage,
  BrowserKey,
  BurstAccepted,
  BurstForecast,
  BurstSeconds,
  BurstStatus,
  BurstsSummary,
  Change,
  ChangeDetection,
  DashboardSeries,
  DatapointRecalculation,
  Dataset,
  DatasetList,
  DatasetSummary,
  Datastore,
  DatastoreTestResponse,
  DatastoreType,
  DeploymentFacts,
  DetectionModel,
  ExperimentProfile,
  ExperimentResult,
  ExportedLabelValues,
  FilesAccepted,
  FilterQueryResult,
  Fingerprints,
  JsonpathValidation,
  KeycloakConfig,
  Label,
  LabelInfo,
  LabelLocation,
  LabelPreview,
  LabelValue,
  LastDatapoint,
  LogEntry,
  Me,
  MissingDataRule,
  OnceCode,
  Outline,
  RecalculationStatus,
  RunComparison,
  RunCount,
  RunExpectation,
  RunExtended,
  RunReport,
  RunSummary,
  RunTrend,
  RunUpload,
  RunsSummary,
  ScheduleSummary,
  SchedulesSummary,
  Schema,
  SchemaDescriptor,
  SchemaExport,
  SchemaQueryResult,
  StopExecution,
  TeamMembers,
  TeamName,
  TeamStorage,
  Test,
  TestExport,
  TestListing,
  TestQueryResult,
  Token,
  Transformer,
  TransformerInfo,
  TriedAgain,
  UserData,
  Variable,
  VersionInfo,
  View,
  WebConfig,
  WorkFailures,
} from '../api.generated.ts';
import type { Facts, Pages, Storable, Verb } from './runtime-types.ts';

type Parameter<Name extends keyof Requests> = Requests[Name]['path'][keyof Requests[Name]['path']];

export interface Tree {
  openapi: {
    /** Read this contract (OpenAPI). */
    get: Verb<{ query: Requests['openapi']['query']; body?: undefined }, Record<string, unknown>>;
  };
  config: {
    version: {
      /** Read the version of the server. */
      get: Verb<{ query: Requests['version']['query']; body?: undefined }, VersionInfo>;
    };
    keycloak: {
      /** Find out where clients sign in. */
      get: Verb<{ query: Requests['keycloak']['query']; body?: undefined }, KeycloakConfig>;
    };
    web: {
      /** Read the settings that a client needs before it signs in. */
      get: Verb<{ query: Requests['web-config']['query']; body?: undefined }, WebConfig>;
    };
    datastore: {
      /** List datastores. */
      get: Verb<{ query: Requests['datastore-list']['query']; body?: undefined }, Datastore[]>;
      /** Add a datastore. */
      post: Verb<{ query: Requests['datastore-add']['query']; body: Requests['datastore-add']['body'] }, number>;
      /** Change a datastore. */
      put: Verb<{ query: Requests['datastore-change']['query']; body: Requests['datastore-change']['body'] }, number>;
      types: {
        /** List the types of datastores. */
        get: Verb<{ query: Requests['datastore-types']['query']; body?: undefined }, DatastoreType[]>;
      };
      by(id: Parameter<'datastore-delete'>): {
        /** Delete a datastore. */
        delete: Verb<{ query: Requests['datastore-delete']['query']; body?: undefined }, undefined>;
        test: {
          /** Check the connection to a datastore. */
          get: Verb<{ query: Requests['datastore-test']['query']; body?: undefined }, DatastoreTestResponse>;
        };
      };
    };
  };
  run: {
    data: {
      /** Upload a run. */
      post: Verb<{ query: Requests['run-upload']['query']; body: object | FormData }, string | undefined>;
    };
    list: {
      /** List the runs that the caller may see. */
      get: Verb<{ query: Requests['run-list']['query']; body?: undefined }, RunsSummary>;
      pages: Pages<{ query: Requests['run-list']['query']; body?: undefined }, RunsSummary>;
      by(testId: Parameter<'run-list-of-test'>): {
        /** List the runs of a test. */
        get: Verb<{ query: Requests['run-list-of-test']['query']; body?: undefined }, RunsSummary>;
        pages: Pages<{ query: Requests['run-list-of-test']['query']; body?: undefined }, RunsSummary>;
      };
    };
    autocomplete: {
      /** List names that complete a path. */
      get: Verb<{ query: Requests['run-autocomplete']['query']; body?: undefined }, string[]>;
    };
    recalculateAll: {
      /** Make the datasets and label values of all runs in a range of time again. */
      post: Verb<{ query: Requests['run-recalculate-all']['query']; body?: undefined }, undefined>;
    };
    test: {
      /** Upload a run as a record. */
      post: Verb<{ query: Requests['run-upload-record']['query']; body: Requests['run-upload-record']['body'] }, number[]>;
    };
    count: {
      /** Count the runs of a test that the caller may see. */
      get: Verb<{ query: Requests['run-count']['query']; body?: undefined }, RunCount>;
    };
    bySchema: {
      /** List the runs that name a schema. */
      get: Verb<{ query: Requests['run-list-of-schema']['query']; body?: undefined }, RunsSummary>;
      pages: Pages<{ query: Requests['run-list-of-schema']['query']; body?: undefined }, RunsSummary>;
    };
    upload: {
      /** Begin the upload of a large document. */
      post: Verb<{ query: Requests['run-upload-begin']['query']; body: Requests['run-upload-begin']['body'] }, RunUpload>;
      by(id: Parameter<'run-upload-get'>): {
        /** List the missing parts of an upload. */
        get: Verb<{ query: Requests['run-upload-get']['query']; body?: undefined }, RunUpload>;
        /** Delete an upload. */
        delete: Verb<{ query: Requests['run-upload-drop']['query']; body?: undefined }, undefined>;
        complete: {
          /** Complete an upload and make a run of it. */
          post: Verb<{ query: Requests['run-upload-complete']['query']; body?: object }, string>;
        };
      };
    };
    by(id: Parameter<'run-outline'>): {
      /** Read a run with its document. */
      get: Storable<{ query: Omit<Requests['run-get']['query'], 'redirect'>; body?: undefined }, RunExtended>;
      /** Delete a run in the trash for good. */
      delete: Verb<{ query: Requests['run-delete']['query']; body?: undefined }, undefined>;
      outline: {
        /** List the members or elements at one path of a run. */
        get: Verb<{ query: Requests['run-outline']['query']; body?: undefined }, Outline>;
        pages: Pages<{ query: Requests['run-outline']['query']; body?: undefined }, Outline>;
      };
      data: {
        /** Read the document of a run, byte for byte. */
        get: Storable<{ query: Omit<Requests['run-data']['query'], 'redirect'>; body?: undefined }, unknown>;
      };
      histograms: {
        /** Export the response times of a burst's run for each second, in the log format of HdrHistogram. */
        get: Storable<{ query: Omit<Requests['run-histograms']['query'], 'redirect'>; body?: undefined }, string>;
      };
      labelValues: {
        /** List the label values of a run. */
        get: Storable<{ query: Omit<Requests['run-label-values']['query'], 'redirect'>; body?: undefined }, ExportedLabelValues[]>;
      };
      report: {
        /** Read the report of a run that Downpour made. */
        get: Storable<{ query: Omit<Requests['run-report']['query'], 'redirect'>; body?: undefined }, RunReport>;
      };
      metadata: {
        /** Read the metadata of a run, byte for byte. */
        get: Storable<{ query: Omit<Requests['run-metadata']['query'], 'redirect'>; body?: undefined }, unknown>;
      };
      recalculate: {
        /** Make the datasets of a run again. */
        post: Verb<{ query: Requests['run-recalculate']['query']; body?: undefined }, number[]>;
      };
      schema: {
        /** Set or clear the `$schema` of a run or of a part of it. */
        post: Verb<{ query: Requests['run-schema']['query']; body?: Requests['run-schema']['body'] }, Record<string, string>>;
      };
      summary: {
        /** Read a run without its document. */
        get: Verb<{ query: Requests['run-summary']['query']; body?: undefined }, RunSummary>;
      };
      trash: {
        /** Put a run into the trash, or take it out again. */
        post: Verb<{ query: Requests['run-trash']['query']; body?: undefined }, undefined>;
      };
      description: {
        /** Describe a run. */
        post: Verb<{ query: Requests['run-description']['query']; body: Requests['run-description']['body'] }, undefined>;
      };
      updateAccess: {
        /** Change the team that owns a run, or the users who may see it. */
        post: Verb<{ query: Requests['run-access']['query']; body?: undefined }, undefined>;
      };
    };
  };
  sql: {
    testjsonpath: {
      /** Check a JSONPath without a run. */
      get: Verb<{ query: Requests['testjsonpath']['query']; body?: undefined }, JsonpathValidation>;
    };
    by(id: Parameter<'queryrun'>): {
      queryrun: {
        /** Evaluate a JSONPath over a run. */
        get: Storable<{ query: Omit<Requests['queryrun']['query'], 'redirect'>; body?: undefined }, FilterQueryResult>;
      };
      querydataset: {
        /** Evaluate a JSONPath over a dataset. */
        get: Storable<{ query: Omit<Requests['querydataset']['query'], 'redirect'>; body?: undefined }, FilterQueryResult>;
      };
    };
  };
  user: {
    apikey: {
      /** Create an API key. */
      post: Verb<{ query: Requests['apikey-create']['query']; body: Requests['apikey-create']['body'] }, string>;
      /** List API keys. */
      get: Verb<{ query: Requests['apikey-list']['query']; body?: undefined }, ApiKeyResponse[]>;
      pages: Pages<{ query: Requests['apikey-list']['query']; body?: undefined }, ApiKeyResponse[]>;
      by(id: Parameter<'apikey-rename'>): {
        rename: {
          /** Give an API key another name. */
          put: Verb<{ query: Requests['apikey-rename']['query']; body: Requests['apikey-rename']['body'] }, undefined>;
        };
        revoke: {
          /** Revoke an API key permanently. */
          put: Verb<{ query: Requests['apikey-revoke']['query']; body?: undefined }, undefined>;
        };
      };
    };
    once: {
      /** Create a code that signs a browser in once. */
      post: Verb<{ query: Requests['once-create']['query']; body: Requests['once-create']['body'] }, OnceCode>;
      key: {
        /** Get a browser key for a code. */
        post: Verb<{ query: Requests['once-exchange']['query']; body: Requests['once-exchange']['body'] }, BrowserKey>;
      };
    };
    administrators: {
      /** List the administrators. */
      get: Verb<{ query: Requests['administrator-list']['query']; body?: undefined }, UserData[]>;
      /** Set the administrators. */
      post: Verb<{ query: Requests['administrator-set']['query']; body: Requests['administrator-set']['body'] }, undefined>;
    };
    allTeams: {
      /** List all teams. Only administrators may send this. */
      get: Verb<{ query: Requests['team-list-all']['query']; body?: undefined }, TeamName[]>;
    };
    teams: {
      /** List the teams. */
      get: Verb<{ query: Requests['team-list']['query']; body?: undefined }, TeamName[]>;
    };
    storage: {
      /** Read the storage of each team. */
      get: Verb<{ query: Requests['team-storage']['query']; body?: undefined }, TeamStorage>;
    };
    me: {
      /** Read the user, the roles and the scopes of the caller. */
      get: Verb<{ query: Requests['me']['query']; body?: undefined }, Me>;
    };
    roles: {
      /** List the roles of the caller. */
      get: Verb<{ query: Requests['user-roles']['query']; body?: undefined }, string[]>;
    };
    defaultTeam: {
      /** Read the default team of the caller. */
      get: Verb<{ query: Requests['user-default-team']['query']; body?: undefined }, string>;
      /** Set the default team of the caller. */
      post: Verb<{ query: Requests['user-default-team-set']['query']; body: Requests['user-default-team-set']['body'] }, undefined>;
    };
    createUser: {
      /** Create a user. */
      post: Verb<{ query: Requests['user-create']['query']; body: Requests['user-create']['body'] }, undefined>;
    };
    info: {
      /** Read the names of some users. Only managers and administrators may send this. */
      post: Verb<{ query: Requests['user-info']['query']; body: Requests['user-info']['body'] }, UserData[]>;
    };
    search: {
      /** Find users by a part of their names or addresses. Only managers and administrators may send this. */
      get: Verb<{ query: Requests['user-search']['query']; body?: undefined }, UserData[]>;
    };
    team: {
      by(team: Parameter<'team-create'>): {
        /** Create a team. Only administrators may send this. */
        post: Verb<{ query: Requests['team-create']['query']; body?: undefined }, undefined>;
        /** Delete a team. Only administrators may send this. */
        delete: Verb<{ query: Requests['team-delete']['query']; body?: undefined }, undefined>;
        members: {
          /** List the members of a team with their roles. Only managers of the team and administrators may send this. */
          get: Verb<{ query: Requests['team-members']['query']; body?: undefined }, TeamMembers>;
          /** Set the members of a team and their roles. Only managers of the team and administrators may send this. */
          post: Verb<{ query: Requests['team-members-set']['query']; body: Requests['team-members-set']['body'] }, undefined>;
        };
      };
    };
    by(username: Parameter<'user-delete'>): {
      /** Remove a user and revoke all of its keys. */
      delete: Verb<{ query: Requests['user-delete']['query']; body?: undefined }, undefined>;
      password: {
        /** Change the password of a user. Only the user and administrators may send this. */
        put: Verb<{ query: Requests['user-password']['query']; body: Requests['user-password']['body'] }, undefined>;
      };
    };
  };
  burst: {
    /** List the bursts that the caller may see, the newest first. */
    get: Verb<{ query: Requests['burst-list']['query']; body?: undefined }, BurstsSummary>;
    pages: Pages<{ query: Requests['burst-list']['query']; body?: undefined }, BurstsSummary>;
    /** Start a burst. */
    post: Verb<{ query: Requests['burst-start']['query']; body: Requests['burst-start']['body'] }, BurstForecast | BurstAccepted>;
    files: {
      /** Upload the files of a burst. */
      post: Verb<{ query: Requests['burst-files']['query']; body: Requests['burst-files']['body'] }, FilesAccepted>;
    };
    stop: {
      /** Stop a burst without an API key and without a Lambda function. */
      post: Verb<{ query: Requests['burst-stop-by-token']['query']; body: Requests['burst-stop-by-token']['body'] }, StopExecution>;
    };
    by(id: Parameter<'burst-get'>): {
      /** Read the progress of a burst. */
      get: Verb<{ query: Requests['burst-get']['query']; body?: undefined }, BurstStatus>;
      seconds: {
        /** Read the measurements of a burst second by second. */
        get: Verb<{ query: Requests['burst-seconds']['query']; body?: undefined }, BurstSeconds>;
      };
      stop: {
        /** Stop a burst. */
        put: Verb<{ query: Requests['burst-stop']['query']; body?: undefined }, undefined>;
      };
    };
  };
  doctor: {
    /** Read facts about a deployment for `downpour doctor`. */
    get: Verb<{ query: Requests['doctor']['query']; body?: undefined }, DeploymentFacts>;
    /** Start a test burst of five seconds against this API itself. */
    post: Verb<{ query: Requests['doctor-burst']['query']; body?: undefined }, { id: string }>;
  };
  action: {
    /** Create an action, which sends events of a test to a URL. */
    post: Verb<{ query: Requests['action-create']['query']; body: Requests['action-create']['body'] }, Action>;
    /** Change an action. */
    put: Verb<{ query: Requests['action-change']['query']; body: Requests['action-change']['body'] }, Action>;
    global: {
      /** Create an action for the events of all tests. */
      post: Verb<{ query: Requests['action-create-global']['query']; body: Requests['action-create-global']['body'] }, Action>;
      by(id: Parameter<'action-delete-global'>): {
        /** Delete an action for all tests. */
        delete: Verb<{ query: Requests['action-delete-global']['query']; body?: undefined }, undefined>;
      };
    };
    list: {
      /** List the actions for all tests. */
      get: Verb<{ query: Requests['action-list']['query']; body?: undefined }, Action[]>;
    };
    test: {
      by(id: Parameter<'action-list-of-test'>): {
        /** List the actions of a test. */
        get: Verb<{ query: Requests['action-list-of-test']['query']; body?: undefined }, Action[]>;
      };
    };
    allowedSites: {
      /** List the sites that may be notified of events. */
      get: Verb<{ query: Requests['allowed-site-list']['query']; body?: undefined }, AllowedSite[]>;
      /** Allow a site. */
      post: Verb<{ query: Requests['allowed-site-create']['query']; body: Requests['allowed-site-create']['body'] }, AllowedSite>;
      by(id: Parameter<'allowed-site-delete'>): {
        /** Remove a site from the allowed sites. */
        delete: Verb<{ query: Requests['allowed-site-delete']['query']; body?: undefined }, undefined>;
      };
    };
    by(id: Parameter<'action-get'>): {
      /** Read an action. */
      get: Verb<{ query: Requests['action-get']['query']; body?: undefined }, Action>;
      /** Delete an action of a test. */
      delete: Verb<{ query: Requests['action-delete']['query']; body?: undefined }, undefined>;
    };
  };
  alerting: {
    variables: {
      /** List the variables of a test, or of all tests. */
      get: Verb<{ query: Requests['variable-list']['query']; body?: undefined }, Variable[]>;
      pages: Pages<{ query: Requests['variable-list']['query']; body?: undefined }, Variable[]>;
      /** Set the variables of a test. */
      post: Verb<{ query: Requests['variable-replace']['query']; body: Requests['variable-replace']['body'] }, undefined>;
    };
    dashboard: {
      /** List the variables of a test by panel. */
      get: Verb<{ query: Requests['alerting-dashboard']['query']; body?: undefined }, AlertingDashboard>;
    };
    changes: {
      /** List the changes of a variable, of a test, or of all tests. */
      get: Verb<{ query: Requests['change-list']['query']; body?: undefined }, Change[]>;
      pages: Pages<{ query: Requests['change-list']['query']; body?: undefined }, Change[]>;
    };
    change: {
      by(id: Parameter<'change-confirm'>): {
        /** Confirm a change, or describe it. */
        put: Verb<{ query: Requests['change-confirm']['query']; body: Requests['change-confirm']['body'] }, undefined>;
        /** Dismiss a change. */
        delete: Verb<{ query: Requests['change-dismiss']['query']; body?: undefined }, undefined>;
      };
    };
    recalculate: {
      /** Compute the datapoints of a test again. */
      post: Verb<{ query: Requests['datapoints-recalculate']['query']; body?: undefined }, undefined>;
      /** Read the progress of the recalculation of datapoints. */
      get: Verb<{ query: Requests['datapoints-recalculation']['query']; body?: undefined }, DatapointRecalculation>;
    };
    datapoint: {
      last: {
        /** Read when each variable got its last datapoint. */
        post: Verb<{ query: Requests['datapoint-last']['query']; body: Requests['datapoint-last']['body'] }, LastDatapoint[]>;
      };
    };
    expectRun: {
      /** Announce a run. */
      post: Verb<{ query: Requests['run-expect']['query']; body?: undefined }, undefined>;
    };
    expectations: {
      /** List the runs that are expected. */
      get: Verb<{ query: Requests['expectation-list']['query']; body?: undefined }, RunExpectation[]>;
    };
    changeDetection: {
      /** Set how a test groups and orders its datasets. */
      post: Verb<{ query: Requests['change-detection-update']['query']; body: Requests['change-detection-update']['body'] }, undefined>;
    };
    changeDetectionModels: {
      /** List the models of change detection. */
      get: Verb<{ query: Requests['change-detection-models']['query']; body?: undefined }, DetectionModel[]>;
    };
    defaultChangeDetectionConfigs: {
      /** List the default change detection of a new variable. */
      get: Verb<{ query: Requests['change-detection-defaults']['query']; body?: undefined }, ChangeDetection[]>;
    };
    missingdatarule: {
      /** List the missing-data rules of a test. */
      get: Verb<{ query: Requests['missing-data-rule-list']['query']; body?: undefined }, MissingDataRule[]>;
      /** Create or change a missing-data rule. */
      post: Verb<{ query: Requests['missing-data-rule-save']['query']; body: Requests['missing-data-rule-save']['body'] }, number>;
      by(id: Parameter<'missing-data-rule-delete'>): {
        /** Delete a missing-data rule. */
        delete: Verb<{ query: Requests['missing-data-rule-delete']['query']; body?: undefined }, undefined>;
      };
    };
  };
  audit: {
    /** List the requested changes, the latest first. */
    get: Verb<{ query: Requests['audit']['query']; body?: undefined }, AuditPage>;
    pages: Pages<{ query: Requests['audit']['query']; body?: undefined }, AuditPage>;
  };
  schema: {
    /** List the schemas that the caller may see. */
    get: Verb<{ query: Requests['schema-list']['query']; body?: undefined }, SchemaQueryResult>;
    /** Create a schema. */
    post: Verb<{ query: Requests['schema-create']['query']; body: Requests['schema-create']['body'] }, number>;
    /** Change a schema. */
    put: Verb<{ query: Requests['schema-change']['query']; body: Requests['schema-change']['body'] }, number>;
    import: {
      /** Create a schema from a bundle. */
      post: Verb<{ query: Requests['schema-import']['query']; body: Requests['schema-import']['body'] }, number>;
      /** Change a schema with a bundle. */
      put: Verb<{ query: Requests['schema-import-change']['query']; body: Requests['schema-import-change']['body'] }, number>;
    };
    allLabels: {
      /** List the labels of all schemas. */
      get: Verb<{ query: Requests['label-names']['query']; body?: undefined }, LabelInfo[]>;
      pages: Pages<{ query: Requests['label-names']['query']; body?: undefined }, LabelInfo[]>;
    };
    descriptors: {
      /** List the names and URIs of schemas. */
      get: Verb<{ query: Requests['schema-descriptors']['query']; body?: undefined }, SchemaDescriptor[]>;
      pages: Pages<{ query: Requests['schema-descriptors']['query']; body?: undefined }, SchemaDescriptor[]>;
    };
    findUsages: {
      /** Find the places that use a label. */
      get: Verb<{ query: Requests['schema-usages']['query']; body?: undefined }, LabelLocation[]>;
    };
    idByUri: {
      by(uri: Parameter<'schema-by-uri'>): {
        /** Find a schema by its URI. */
        get: Verb<{ query: Requests['schema-by-uri']['query']; body?: undefined }, number>;
      };
    };
    allTransformers: {
      /** List the transformers of all schemas. */
      get: Verb<{ query: Requests['transformer-names']['query']; body?: undefined }, TransformerInfo[]>;
      pages: Pages<{ query: Requests['transformer-names']['query']; body?: undefined }, TransformerInfo[]>;
    };
    by(id: Parameter<'schema-export'>): {
      /** Read a schema. */
      get: Verb<{ query: Requests['schema-get']['query']; body?: undefined }, Schema>;
      /** Delete a schema. */
      delete: Verb<{ query: Requests['schema-delete']['query']; body?: undefined }, undefined>;
      export: {
        /** Export a schema with its labels and transformers. */
        get: Verb<{ query: Requests['schema-export']['query']; body?: undefined }, SchemaExport>;
      };
      labels: {
        /** List the labels of a schema. */
        get: Verb<{ query: Requests['label-list']['query']; body?: undefined }, Label[]>;
        /** Add labels to a schema. */
        post: Verb<{ query: Requests['label-create']['query']; body: Requests['label-create']['body'] }, number[]>;
        /** Change labels of a schema. */
        put: Verb<{ query: Requests['label-change']['query']; body: Requests['label-change']['body'] }, number[]>;
        by(labelId: Parameter<'label-delete'>): {
          /** Delete a label of a schema. */
          delete: Verb<{ query: Requests['label-delete']['query']; body?: undefined }, undefined>;
        };
      };
      updateAccess: {
        /** Change the team that owns a schema, or the users who may see it. */
        post: Verb<{ query: Requests['schema-access']['query']; body?: undefined }, undefined>;
      };
      transformers: {
        /** List the transformers of a schema. */
        get: Verb<{ query: Requests['transformer-list']['query']; body?: undefined }, Transformer[]>;
        /** Add a transformer to a schema. */
        post: Verb<{ query: Requests['transformer-create']['query']; body: Requests['transformer-create']['body'] }, number>;
        /** Change a transformer of a schema. */
        put: Verb<{ query: Requests['transformer-change']['query']; body: Requests['transformer-change']['body'] }, number>;
        by(transformerId: Parameter<'transformer-delete'>): {
          /** Delete a transformer of a schema. */
          delete: Verb<{ query: Requests['transformer-delete']['query']; body?: undefined }, undefined>;
        };
      };
    };
  };
  test: {
    /** List the tests that the caller may see. */
    get: Verb<{ query: Requests['test-list']['query']; body?: undefined }, TestQueryResult>;
    /** Create a test. */
    post: Verb<{ query: Requests['test-create']['query']; body: Requests['test-create']['body'] }, Test>;
    /** Change a test. */
    put: Verb<{ query: Requests['test-change']['query']; body: Requests['test-change']['body'] }, Test>;
    import: {
      /** Create a test from a bundle. */
      post: Verb<{ query: Requests['test-import']['query']; body: Requests['test-import']['body'] }, number>;
      /** Change a test with a bundle. */
      put: Verb<{ query: Requests['test-import-change']['query']; body: Requests['test-import-change']['body'] }, number>;
    };
    byName: {
      by(name: Parameter<'test-by-name'>): {
        /** Find a test by its name or id. */
        get: Verb<{ query: Requests['test-by-name']['query']; body?: undefined }, Test>;
      };
    };
    folders: {
      /** List the folders of tests that the caller may see, and the folders above them. */
      get: Verb<{ query: Requests['test-folders']['query']; body?: undefined }, (string | null)[]>;
      pages: Pages<{ query: Requests['test-folders']['query']; body?: undefined }, (string | null)[]>;
    };
    summary: {
      /** List the tests of a folder with the numbers of their runs and datasets. */
      get: Verb<{ query: Requests['test-summary']['query']; body?: undefined }, TestListing>;
    };
    by(id: Parameter<'test-export'>): {
      /** Read a test. */
      get: Verb<{ query: Requests['test-get']['query']; body?: undefined }, Test>;
      /** Delete a test. */
      delete: Verb<{ query: Requests['test-delete']['query']; body?: undefined }, undefined>;
      export: {
        /** Export a test with all its parts. */
        get: Verb<{ query: Requests['test-export']['query']; body?: undefined }, TestExport>;
      };
      labelValues: {
        /** List the label values of a test. */
        get: Storable<{ query: Omit<Requests['test-label-values']['query'], 'redirect'>; body?: undefined }, ExportedLabelValues[]>;
        pages: Pages<{ query: Omit<Requests['test-label-values']['query'], 'redirect'>; body?: undefined }, ExportedLabelValues[]>;
      };
      filteringLabels: {
        /** List the values of filtering labels. */
        get: Storable<{ query: Omit<Requests['test-filtering-labels']['query'], 'redirect'>; body?: undefined }, Record<string, unknown[]>>;
        pages: Pages<{ query: Omit<Requests['test-filtering-labels']['query'], 'redirect'>; body?: undefined }, Record<string, unknown[]>>;
      };
      filteringLabelValues: {
        /** List the combinations of values of filtering labels. */
        get: Storable<{ query: Omit<Requests['test-filtering-values']['query'], 'redirect'>; body?: undefined }, (Record<string, unknown>)[]>;
        pages: Pages<{ query: Omit<Requests['test-filtering-values']['query'], 'redirect'>; body?: undefined }, (Record<string, unknown>)[]>;
      };
      fingerprint: {
        /** List the fingerprints of a test. */
        get: Storable<{ query: Omit<Requests['test-fingerprints']['query'], 'redirect'>; body?: undefined }, Fingerprints[]>;
        pages: Pages<{ query: Omit<Requests['test-fingerprints']['query'], 'redirect'>; body?: undefined }, Fingerprints[]>;
      };
      recalculate: {
        /** Read the progress of the last recalculation of a test. */
        get: Verb<{ query: Requests['test-recalculation']['query']; body?: undefined }, RecalculationStatus>;
        /** Make the datasets and label values of all runs of a test again. */
        post: Verb<{ query: Requests['test-recalculate']['query']; body?: undefined }, undefined>;
      };
      failures: {
        /** List failed work on the runs of a test. */
        get: Verb<{ query: Requests['test-failures']['query']; body?: undefined }, WorkFailures>;
        pages: Pages<{ query: Requests['test-failures']['query']; body?: undefined }, WorkFailures>;
      };
      trend: {
        /** Read the outcomes of the last runs of a test. */
        get: Verb<{ query: Requests['test-trend']['query']; body?: undefined }, RunTrend>;
      };
      transformers: {
        /** Set the transformers of a test, which make its datasets. */
        post: Verb<{ query: Requests['test-transformers']['query']; body: Requests['test-transformers']['body'] }, undefined>;
      };
      move: {
        /** Move a test to another folder. */
        post: Verb<{ query: Requests['test-move']['query']; body?: undefined }, undefined>;
      };
      notifications: {
        /** Turn the notifications of a test on or off. */
        post: Verb<{ query: Requests['test-notifications']['query']; body?: undefined }, undefined>;
      };
      updateAccess: {
        /** Change the team that owns a test, or the users who may see it. */
        post: Verb<{ query: Requests['test-access']['query']; body?: undefined }, undefined>;
      };
    };
  };
  changes: {
    /** Check that the data source works. */
    get: Verb<{ query: Requests['dashboard-health']['query']; body?: undefined }, Record<string, never>>;
    search: {
      /** List the possible targets. */
      post: Verb<{ query: Requests['dashboard-search']['query']; body?: Requests['dashboard-search']['body'] }, string[]>;
    };
    query: {
      /** Read the datapoints of variables. */
      post: Verb<{ query: Requests['dashboard-query']['query']; body: Requests['dashboard-query']['body'] }, DashboardSeries[]>;
    };
    annotations: {
      /** Read the changes of variables. */
      post: Verb<{ query: Requests['dashboard-annotations']['query']; body: Requests['dashboard-annotations']['body'] }, Annotation[]>;
    };
  };
  dataset: {
    list: {
      byRun: {
        by(runId: Parameter<'dataset-list-of-run'>): {
          /** List the datasets of a run. */
          get: Verb<{ query: Requests['dataset-list-of-run']['query']; body?: undefined }, DatasetList>;
        };
      };
      byTest: {
        by(testId: Parameter<'dataset-list-of-test'>): {
          /** List the datasets of a test. */
          get: Verb<{ query: Requests['dataset-list-of-test']['query']; body?: undefined }, DatasetList>;
        };
      };
      bySchema: {
        /** List the datasets that name a schema. */
        get: Verb<{ query: Requests['dataset-list-of-schema']['query']; body?: undefined }, DatasetList>;
      };
    };
    by(id: Parameter<'dataset-get'>): {
      /** Read a dataset with its document. */
      get: Storable<{ query: Omit<Requests['dataset-get']['query'], 'redirect'>; body?: undefined }, Dataset>;
      summary: {
        /** Read a dataset without its document. */
        get: Verb<{ query: Requests['dataset-summary']['query']; body?: undefined }, DatasetSummary>;
      };
      labelValues: {
        /** List the label values of a dataset. */
        get: Storable<{ query: Omit<Requests['dataset-label-values']['query'], 'redirect'>; body?: undefined }, LabelValue[]>;
      };
      previewLabel: {
        /** Compute a label for a dataset without saving the label. */
        post: Storable<{ query: Omit<Requests['dataset-preview-label']['query'], 'redirect'>; body: Requests['dataset-preview-label']['body'] }, LabelPreview>;
      };
    };
  };
  experiment: {
    models: {
      /** List the models that compare values, with their settings. */
      get: Verb<{ query: Requests['experiment-models']['query']; body?: undefined }, (Record<string, unknown>)[]>;
    };
    run: {
      /** Compare a dataset with baselines, by the profiles of its test. */
      get: Verb<{ query: Requests['experiment-run']['query']; body?: undefined }, ExperimentResult[]>;
    };
    by(testId: Parameter<'experiment-list'>): {
      profiles: {
        /** List the profiles of a test. */
        get: Verb<{ query: Requests['experiment-list']['query']; body?: undefined }, ExperimentProfile[]>;
        /** Add or change a profile of a test. */
        post: Verb<{ query: Requests['experiment-put']['query']; body: Requests['experiment-put']['body'] }, number>;
        by(profileId: Parameter<'experiment-delete'>): {
          /** Delete a profile of a test. */
          delete: Verb<{ query: Requests['experiment-delete']['query']; body?: undefined }, undefined>;
        };
      };
    };
  };
  log: {
    dataset: {
      by(source: Parameter<'dataset-log'>): {
        by(testId: Parameter<'dataset-log'>): {
          /** Read a test's log about label values and change detection. */
          get: Verb<{ query: Requests['dataset-log']['query']; body?: undefined }, LogEntry[]>;
          /** Delete entries of a test's log about label values and change detection. */
          delete: Verb<{ query: Requests['dataset-log-delete']['query']; body?: undefined }, undefined>;
          count: {
            /** Count the entries of a test's log about label values and change detection. */
            get: Verb<{ query: Requests['dataset-log-count']['query']; body?: undefined }, number>;
          };
        };
      };
    };
    transformation: {
      by(testId: Parameter<'transformation-log'>): {
        /** Read a test's log about the making of datasets. */
        get: Verb<{ query: Requests['transformation-log']['query']; body?: undefined }, LogEntry[]>;
        /** Delete entries of a test's log about the making of datasets. */
        delete: Verb<{ query: Requests['transformation-log-delete']['query']; body?: undefined }, undefined>;
        count: {
          /** Count the entries of a test's log about the making of datasets. */
          get: Verb<{ query: Requests['transformation-log-count']['query']; body?: undefined }, number>;
        };
      };
    };
    action: {
      by(testId: Parameter<'action-log'>): {
        /** Read a test's log about notifications. */
        get: Verb<{ query: Requests['action-log']['query']; body?: undefined }, LogEntry[]>;
        /** Delete entries of a test's log about notifications. */
        delete: Verb<{ query: Requests['action-log-delete']['query']; body?: undefined }, undefined>;
        count: {
          /** Count the entries of a test's log about notifications. */
          get: Verb<{ query: Requests['action-log-count']['query']; body?: undefined }, number>;
        };
      };
    };
  };
  work: {
    failures: {
      /** List all failed work, with the reasons. */
      get: Verb<{ query: Requests['failure-list']['query']; body?: undefined }, WorkFailures>;
      pages: Pages<{ query: Requests['failure-list']['query']; body?: undefined }, WorkFailures>;
      again: {
        /** Try failed work again. */
        post: Verb<{ query: Requests['failure-again']['query']; body?: undefined }, TriedAgain>;
      };
    };
  };
  compare: {
    /** Compare two groups of runs. */
    get: Storable<{ query: Omit<Requests['compare']['query'], 'redirect'>; body?: undefined }, RunComparison>;
  };
  schedule: {
    /** List the schedules that the caller may see, sorted by name. */
    get: Verb<{ query: Requests['schedule-list']['query']; body?: undefined }, SchedulesSummary>;
    pages: Pages<{ query: Requests['schedule-list']['query']; body?: undefined }, SchedulesSummary>;
    /** Create a schedule, which starts bursts of a benchmark. */
    post: Verb<{ query: Requests['schedule-create']['query']; body: Requests['schedule-create']['body'] }, ScheduleSummary>;
    by(name: Parameter<'schedule-delete'>): {
      /** Delete a schedule, its document and its files. */
      delete: Verb<{ query: Requests['schedule-delete']['query']; body?: undefined }, undefined>;
      run: {
        /** Start the burst of a schedule now. */
        post: Verb<{ query: Requests['schedule-run']['query']; body?: undefined }, BurstAccepted>;
      };
    };
  };
  realms: {
    by(realm: Parameter<'token-create'>): {
      protocol: {
        "openid-connect": {
          token: {
            /** Get a token for a password. */
            post: Verb<{ query: Requests['token-create']['query']; body: URLSearchParams }, Token>;
          };
        };
      };
    };
  };
  ui: {
    view: {
      /** Add or change a view of a test. */
      post: Verb<{ query: Requests['view-put']['query']; body: Requests['view-put']['body'] }, View>;
    };
    views: {
      /** Add or change several views of one test. */
      post: Verb<{ query: Requests['views-put']['query']; body: Requests['views-put']['body'] }, undefined>;
    };
    by(testId: Parameter<'view-list'>): {
      views: {
        /** List the views of a test. */
        get: Verb<{ query: Requests['view-list']['query']; body?: undefined }, View[]>;
      };
      view: {
        by(viewId: Parameter<'view-delete'>): {
          /** Delete a view of a test. */
          delete: Verb<{ query: Requests['view-delete']['query']; body?: undefined }, undefined>;
        };
      };
    };
  };
}

export const facts: Facts = {
  outside: ["openapi","realms"],
  keyed: ["run/data","run/test","run/upload","burst","schedule/{}/run"],
  paged: {"burst":"before","audit":"before","test/{}/failures":"cursor","work/failures":"cursor"},
};
