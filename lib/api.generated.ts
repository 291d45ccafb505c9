/* Written by `npm run generate` from schema/openapi.json. Do not edit. */
/* biome-ignore-all lint: generated */

/** A scope of an API key. `read`: read the records of its user. `upload`: upload runs and change records. `drive`: start bursts and schedules. `admin`: manage users and teams. The roles of the user apply as well. */
export type Scope = 'read' | 'upload' | 'drive' | 'admin';
/** Where drives run: `lambda` in functions, `fargate` in tasks, if the deployment has them. Absent means the setting of the document's agents, or `lambda`. */
export type Executor = 'lambda' | 'fargate';
/** A schema to create or change, with its labels and transformers. Downpour ignores unknown members. */
export type SchemaExportRequest = SchemaRequest & {
  /**
   * Labels of the schema.
   *
   * @maxItems 1000
   */
  labels?: LabelRequest[] | null;
  /**
   * Transformers of the schema.
   *
   * @maxItems 1000
   */
  transformers?: TransformerRequest[] | null;
  [k: string]: unknown;
};
/** The users who may read a record. PUBLIC: every caller. PROTECTED: every caller with an API key. PRIVATE: users with the role of a viewer in the owning team. */
export type Access = 'PUBLIC' | 'PROTECTED' | 'PRIVATE';
/** A test to create or change, with all its parts. Downpour ignores unknown members. */
export type TestExportRequest = TestRequest & {
  /**
   * Variables of the test.
   *
   * @maxItems 1000
   */
  variables?: VariableRequest[] | null;
  /**
   * Rules that report missing data.
   *
   * @maxItems 1000
   */
  missingDataRules?: MissingDataRuleRequest[] | null;
  /**
   * Profiles that compare datasets of the test.
   *
   * @maxItems 1000
   */
  experiments?:
    | { [k: string]: unknown }[]
    | null;
  /**
   * Actions that send events of the test.
   *
   * @maxItems 1000
   */
  actions?: ActionRequest[] | null;
  /** Users and teams that watch the test. */
  subscriptions?: { [k: string]: unknown } | null;
  /** The datastore from which the test reads its documents. Downpour uses the team's datastore with the same name, type and URL. Otherwise it creates a datastore, to which you must add the secret. */
  datastore?: DatastoreRequest | null;
  [k: string]: unknown;
};
/** Id of a variable, and after a semicolon the fingerprint. An annotation may name at most 100 variables, separated by commas. Variables that the caller may not see are left out when the text names several. */
export type VariableTarget = string | number;
/** A time in epoch milliseconds (preferred), or an ISO 8601 date-time. */
export type TimeChoice = number | string;
/** Name of a user. */
export type UserName = string;
/** Name of a team. It ends in `-team`. */
export type TeamName = string;
/** A password of at least 8 characters. An API on one machine may set another minimum. */
export type Password = string;
/** A role in a team. `viewer`: read private records. `uploader`: upload runs. `tester`: change records. `manager`: change the members. */
export type TeamRole = 'viewer' | 'uploader' | 'tester' | 'manager';
/** The type of a JSON value. */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
/** An Access as its name or its number. */
export type AccessParameter = 'PUBLIC' | 'PROTECTED' | 'PRIVATE' | '0' | '1' | '2';
/** An Access as its name (preferred) or its number. Null is the same as absent. */
export type AccessChoice = Access | (0 | 1 | 2) | null;
/** The id of a test as a number (preferred), or as a text of digits. Null is the same as absent. */
export type TestIdChoice = number | string | null;
/** The name of a member, or the index of an element. */
export type PathSegment = string | number;
/** A JSON value other than an object. */
export type PlainValue = string | number | boolean | unknown[] | null;
/** A query language. */
export type Dialect = 'jsonpath' | 'sql';
/** How a run ended. `inconclusive`: the load generator was unhealthy for too long, so the target cannot be judged. `incomplete`: a part of the planned load was not sent or not measured. */
export type RunState = 'passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete';
/** The column by which a list of runs is sorted. `name` means the name of the test, `datasets` the number of datasets, and `(stop - start)` the duration. */
export type RunSort =
  | 'id'
  | 'start'
  | 'stop'
  | '(stop - start)'
  | 'testid'
  | 'testname'
  | 'test.name'
  | 'name'
  | 'owner'
  | 'access'
  | 'description'
  | 'trashed'
  | 'datasets';
/** Role of a key or user. `admin` may see and revoke everything. */
export type ServiceRole = 'user' | 'admin';
/** The type of an API key. Keys of both types act for a user. A browser key is valid for hours. */
export type ApiKeyType = 'USER' | 'BROWSER';
/** The kind of credentials of a request. */
export type CredentialKind = 'key' | 'password' | 'token';
/** Where a server runs. */
export type DeploymentPlace = 'cloud' | 'one machine';
/** Order of a sorted list. */
export type SortDirection = 'Ascending' | 'Descending';
/** The state of a burst. `inconclusive`: the load generator was unhealthy for too long, so the target cannot be judged. `incomplete`: a part of the planned load was not sent or not measured. */
export type BurstState =
  'planning' | 'running' | 'merging' | 'passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete';
/** An action sends the events of a test to a URL. */
export type Action = ExportedAction & {
  /** Asterisks, except in the reply to the request that created the action. */
  secrets: {
    /** The secret with which Downpour signs its requests. */
    token?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
};
/** Whether a user has confirmed a change. */
export type ChangeState = 'open' | 'confirmed';
/** A schema with its labels and transformers. */
export type SchemaExport = Schema & {
  /** The labels, sorted by id. */
  labels: Label[];
  /** The transformers, sorted by id. */
  transformers: Transformer[];
  [k: string]: unknown;
};
/** A test with all its parts. */
export type TestExport = Test & {
  /** Variables of the test. */
  variables: Variable[];
  /** Rules that report missing data. */
  missingDataRules: MissingDataRule[];
  /** Profiles that compare datasets of the test. */
  experiments: { [k: string]: unknown }[];
  /** Actions of the test, sorted by id. Actions for all tests are not included. */
  actions: ExportedAction[];
  /** Users and teams that watch the test. */
  subscriptions: { [k: string]: unknown } | null;
  /** The datastore from which the test reads its documents, without secrets. Absent when that is the repository itself. */
  datastore: Datastore | null;
  [k: string]: unknown;
};
/** The type of a datastore. POSTGRES means the repository itself. */
export type DatastoreKind = 'POSTGRES' | 'ELASTICSEARCH' | 'COLLECTORAPI';
/** A JSON Schema as an object (preferred), or as its text. An empty object or a scalar means no JSON Schema. */
export type SchemaChoice =
  | { [k: string]: unknown }
  | string
  | unknown[]
  | number
  | boolean
  | null;

/** The validated request of each operation. */
export interface Requests {
  openapi: {
    path: {};
    query: {
      format?: 'json' | 'yaml' | 'html';
    };
    header: { [k: string]: unknown };
    body: null;
  };
  version: {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  keycloak: {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'web-config': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'run-outline': {
    path: {
      id: number;
    };
    query: {
      path?: string;
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  queryrun: {
    path: {
      id: number;
    };
    query: {
      query: string;
      array?: string;
      uri?: string;
      schemaUri?: string;
      dialect?: 'jsonpath' | 'sql';
      lenient?: string;
      explain?: string;
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  testjsonpath: {
    path: {};
    query: {
      query: string;
      dialect?: 'jsonpath' | 'sql';
      lenient?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-upload': {
    path: {};
    query: {
      test: string;
      start: string;
      stop: string;
      owner?: string;
      access?: 'PUBLIC' | 'PROTECTED' | 'PRIVATE' | '0' | '1' | '2';
      schema?: string;
      description?: string;
    };
    header: {
      'idempotency-key'?: string;
      [k: string]: unknown;
    };
    body: unknown;
  };
  'run-list': {
    path: {};
    query: {
      test?: string;
      query?: string;
      roles?: string;
      matchAll?: boolean;
      from?: number;
      to?: number;
      /** @maxItems 5 */
      state?: ('passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete')[];
      benchmark?: string;
      text?: string;
      trashed?: boolean;
      limit?: number;
      page?: number;
      cursor?: string;
      sort?:
        | 'id'
        | 'start'
        | 'stop'
        | '(stop - start)'
        | 'testid'
        | 'testname'
        | 'test.name'
        | 'name'
        | 'owner'
        | 'access'
        | 'description'
        | 'trashed'
        | 'datasets';
      direction?: 'Ascending' | 'Descending';
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-autocomplete': {
    path: {};
    query: {
      query: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-get': {
    path: {
      id: number;
    };
    query: {
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-delete': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'run-data': {
    path: {
      id: number;
    };
    query: {
      schemaUri?: string;
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-histograms': {
    path: {
      id: number;
    };
    query: {
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'apikey-create': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: ApiKeyRequest;
  };
  'apikey-list': {
    path: {};
    query: {
      type?: 'USER' | 'BROWSER';
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'apikey-rename': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: string;
  };
  'apikey-revoke': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'once-create': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: OnceRequest;
  };
  'once-exchange': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: OnceExchange;
  };
  'burst-list': {
    path: {};
    query: {
      limit?: number;
      before?: string;
      active?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'burst-start': {
    path: {};
    query: {};
    header: {
      'idempotency-key'?: string;
      [k: string]: unknown;
    };
    body: BurstRequest;
  };
  'burst-files': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: FilesRequest;
  };
  'burst-get': {
    path: {
      id: string;
    };
    query: {
      holdS?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'burst-seconds': {
    path: {
      id: string;
    };
    query: {
      after?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'burst-stop': {
    path: {
      id: string;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  doctor: {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'doctor-burst': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'burst-stop-by-token': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: StopByToken;
  };
  'action-create': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: ActionRequest;
  };
  'action-change': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: ActionRequest;
  };
  'action-create-global': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: ActionRequest;
  };
  'action-delete-global': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'action-list': {
    path: {};
    query: {
      limit?: number;
      page?: number;
      sort?: 'id';
      direction?: 'Ascending' | 'Descending';
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'action-list-of-test': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'action-get': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'action-delete': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'allowed-site-list': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'allowed-site-create': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: string;
  };
  'allowed-site-delete': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'variable-list': {
    path: {};
    query: {
      test?: number;
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'variable-replace': {
    path: {};
    query: {
      test: number;
    };
    header: { [k: string]: unknown };
    /** @maxItems 40 */
    body: VariableRequest[];
  };
  'alerting-dashboard': {
    path: {};
    query: {
      test: number;
      fingerprint?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'change-list': {
    path: {};
    query: {
      var?: number;
      test?: number;
      state?: 'open' | 'confirmed';
      fingerprint?: string;
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'change-confirm': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: ChangeRequest;
  };
  'change-dismiss': {
    path: {
      id: number;
    };
    query: {
      state?: 'open' | 'confirmed';
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'datapoints-recalculate': {
    path: {};
    query: {
      test: number;
      notify?: string;
      debug?: string;
      clear?: string;
      from?: string;
      to?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'datapoints-recalculation': {
    path: {};
    query: {
      test: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'datapoint-last': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: LastDatapointsRequest;
  };
  'run-expect': {
    path: {};
    query: {
      test: string;
      timeout: number;
      expectedby?: string;
      backlink?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'expectation-list': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'change-detection-update': {
    path: {};
    query: {
      testId: number;
    };
    header: { [k: string]: unknown };
    body: ChangeDetectionUpdate;
  };
  'change-detection-models': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'change-detection-defaults': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'missing-data-rule-list': {
    path: {};
    query: {
      testId: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'missing-data-rule-save': {
    path: {};
    query: {
      testId: number;
    };
    header: { [k: string]: unknown };
    body: MissingDataRuleRequest;
  };
  'missing-data-rule-delete': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  audit: {
    path: {};
    query: {
      limit?: number;
      before?: string;
      user?: string;
      operation?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'schema-export': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'schema-import': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: SchemaExportRequest;
  };
  'schema-import-change': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: SchemaExportRequest;
  };
  'test-export': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'test-import': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: TestExportRequest;
  };
  'test-import-change': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: TestExportRequest;
  };
  'dashboard-health': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'dashboard-search': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: { [k: string]: unknown } | null;
  };
  'dashboard-query': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: DashboardQuery;
  };
  'dashboard-annotations': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: AnnotationsQuery;
  };
  'dataset-list-of-run': {
    path: {
      runId: number;
    };
    query: {
      limit?: number;
      page?: number;
      sort?:
        | 'id'
        | 'runId'
        | 'ordinal'
        | 'start'
        | 'stop'
        | '(stop - start)'
        | 'testid'
        | 'owner'
        | 'access'
        | 'description';
      direction?: 'Ascending' | 'Descending';
      filter?: string;
      viewId?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'dataset-list-of-test': {
    path: {
      testId: number;
    };
    query: {
      limit?: number;
      page?: number;
      sort?: string;
      direction?: 'Ascending' | 'Descending';
      filter?: string;
      viewId?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'dataset-list-of-schema': {
    path: {};
    query: {
      uri: string;
      limit?: number;
      page?: number;
      sort?:
        | 'id'
        | 'runId'
        | 'ordinal'
        | 'start'
        | 'stop'
        | '(stop - start)'
        | 'testid'
        | 'owner'
        | 'access'
        | 'description';
      direction?: 'Ascending' | 'Descending';
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'dataset-get': {
    path: {
      id: number;
    };
    query: {
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'dataset-summary': {
    path: {
      id: number;
    };
    query: {
      viewId?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  querydataset: {
    path: {
      id: number;
    };
    query: {
      query: string;
      array?: string;
      schemaUri?: string;
      uri?: string;
      dialect?: 'jsonpath' | 'sql';
      lenient?: string;
      explain?: string;
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'datastore-list': {
    path: {};
    query: {
      team?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'datastore-add': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: DatastoreRequest;
  };
  'datastore-change': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: DatastoreRequest;
  };
  'datastore-types': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'datastore-delete': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'datastore-test': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'experiment-models': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'experiment-run': {
    path: {};
    query: {
      datasetId: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'experiment-list': {
    path: {
      testId: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'experiment-put': {
    path: {
      testId: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: ExperimentProfileRequest;
  };
  'experiment-delete': {
    path: {
      testId: number;
      profileId: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'test-label-values': {
    path: {
      id: number;
    };
    query: {
      filter?: string;
      multiFilter?: boolean;
      before?: string;
      after?: string;
      filtering?: boolean;
      metrics?: boolean;
      sort?: string;
      direction?: 'Ascending' | 'Descending';
      limit?: number;
      page?: number;
      cursor?: string;
      /** @maxItems 1000 */
      include?: string[];
      /** @maxItems 1000 */
      exclude?: string[];
      format?: 'json' | 'csv' | 'parquet';
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'test-filtering-labels': {
    path: {
      id: number;
    };
    query: {
      redirect?: boolean;
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'test-filtering-values': {
    path: {
      id: number;
    };
    query: {
      redirect?: boolean;
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'test-fingerprints': {
    path: {
      id: number;
    };
    query: {
      redirect?: boolean;
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-label-values': {
    path: {
      id: number;
    };
    query: {
      filter?: string;
      multiFilter?: boolean;
      sort?: string;
      direction?: 'Ascending' | 'Descending';
      limit?: number;
      page?: number;
      /** @maxItems 1000 */
      include?: string[];
      /** @maxItems 1000 */
      exclude?: string[];
      format?: 'json' | 'csv' | 'parquet';
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'dataset-label-values': {
    path: {
      id: number;
    };
    query: {
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'dataset-preview-label': {
    path: {
      id: number;
    };
    query: {
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: LabelPreviewRequest;
  };
  'label-names': {
    path: {};
    query: {
      name?: string;
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'label-list': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'label-create': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    /** @maxItems 90 */
    body: LabelRequest[] | null;
  };
  'label-change': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    /** @maxItems 90 */
    body: LabelRequest[] | null;
  };
  'label-delete': {
    path: {
      id: number;
      labelId: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'dataset-log': {
    path: {
      source: string;
      testId: number;
    };
    query: {
      level?: number;
      datasetId?: number;
      page?: number;
      limit?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'dataset-log-delete': {
    path: {
      source: string;
      testId: number;
    };
    query: {
      datasetId?: number;
      from?: number;
      to?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'dataset-log-count': {
    path: {
      source: string;
      testId: number;
    };
    query: {
      level?: number;
      datasetId?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'transformation-log': {
    path: {
      testId: number;
    };
    query: {
      level?: number;
      runId?: number;
      page?: number;
      limit?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'transformation-log-delete': {
    path: {
      testId: number;
    };
    query: {
      runId?: number;
      from?: number;
      to?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'transformation-log-count': {
    path: {
      testId: number;
    };
    query: {
      level?: number;
      runId?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'action-log': {
    path: {
      testId: number;
    };
    query: {
      level?: number;
      page?: number;
      limit?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'action-log-delete': {
    path: {
      testId: number;
    };
    query: {
      from?: number;
      to?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'action-log-count': {
    path: {
      testId: number;
    };
    query: {
      level?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'test-recalculation': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'test-recalculate': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'test-failures': {
    path: {
      id: number;
    };
    query: {
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-recalculate-all': {
    path: {};
    query: {
      from: string;
      to: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'failure-list': {
    path: {};
    query: {
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'failure-again': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'run-report': {
    path: {
      id: number;
    };
    query: {
      format?: 'json' | 'html';
      baseline?: string;
      last?: number;
      allowDifferences?: boolean;
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  compare: {
    path: {};
    query: {
      baseline: string;
      candidate: string;
      /** @maxItems 50 */
      gate?: string[];
      allowDifferences?: boolean;
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-upload-record': {
    path: {};
    query: {
      test?: string;
      owner?: string;
      access?: 'PUBLIC' | 'PROTECTED' | 'PRIVATE' | '0' | '1' | '2';
    };
    header: {
      'idempotency-key'?: string;
      [k: string]: unknown;
    };
    body: RunRecordRequest;
  };
  'run-count': {
    path: {};
    query: {
      testId: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-list-of-test': {
    path: {
      testId: number;
    };
    query: {
      from?: number;
      to?: number;
      /** @maxItems 5 */
      state?: ('passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete')[];
      benchmark?: string;
      text?: string;
      trashed?: boolean;
      limit?: number;
      page?: number;
      cursor?: string;
      sort?:
        | 'id'
        | 'start'
        | 'stop'
        | '(stop - start)'
        | 'testid'
        | 'testname'
        | 'test.name'
        | 'name'
        | 'owner'
        | 'access'
        | 'description'
        | 'trashed'
        | 'datasets';
      direction?: 'Ascending' | 'Descending';
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-list-of-schema': {
    path: {};
    query: {
      uri: string;
      limit?: number;
      page?: number;
      cursor?: string;
      sort?:
        | 'id'
        | 'start'
        | 'stop'
        | '(stop - start)'
        | 'testid'
        | 'testname'
        | 'test.name'
        | 'name'
        | 'owner'
        | 'access'
        | 'description'
        | 'trashed'
        | 'datasets';
      direction?: 'Ascending' | 'Descending';
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-metadata': {
    path: {
      id: number;
    };
    query: {
      schemaUri?: string;
      redirect?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-recalculate': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'run-schema': {
    path: {
      id: number;
    };
    query: {
      path?: string;
    };
    header: { [k: string]: unknown };
    body: string;
  };
  'run-summary': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'run-trash': {
    path: {
      id: number;
    };
    query: {
      isTrashed?: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'run-description': {
    path: {
      id: number;
    };
    query: {
      replaces?: string;
    };
    header: { [k: string]: unknown };
    body: string;
  };
  'run-access': {
    path: {
      id: number;
    };
    query: {
      owner: string;
      access: 'PUBLIC' | 'PROTECTED' | 'PRIVATE' | '0' | '1' | '2';
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'schedule-list': {
    path: {};
    query: {
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'schedule-create': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: ScheduleRequest;
  };
  'schedule-delete': {
    path: {
      name: string;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'schedule-run': {
    path: {
      name: string;
    };
    query: {};
    header: {
      'idempotency-key'?: string;
      [k: string]: unknown;
    };
    body: null;
  };
  'schema-list': {
    path: {};
    query: {
      roles?: string;
      limit?: number;
      page?: number;
      sort?: 'id' | 'name' | 'uri' | 'owner' | 'access';
      direction?: 'Ascending' | 'Descending';
      name?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'schema-create': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: SchemaRequest;
  };
  'schema-change': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: SchemaRequest;
  };
  'schema-descriptors': {
    path: {};
    query: {
      /** @maxItems 1000 */
      id?: number[];
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'schema-usages': {
    path: {};
    query: {
      label: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'schema-by-uri': {
    path: {
      uri: string;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'schema-get': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'schema-delete': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'schema-access': {
    path: {
      id: number;
    };
    query: {
      owner: string;
      access: 'PUBLIC' | 'PROTECTED' | 'PRIVATE' | '0' | '1' | '2';
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'test-list': {
    path: {};
    query: {
      roles?: string;
      limit?: number;
      page?: number;
      sort?: 'id' | 'name' | 'folder' | 'owner' | 'access';
      direction?: 'Ascending' | 'Descending';
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'test-create': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: TestRequest;
  };
  'test-change': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: TestRequest;
  };
  'test-by-name': {
    path: {
      name: string;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'test-folders': {
    path: {};
    query: {
      roles?: string;
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'test-summary': {
    path: {};
    query: {
      roles?: string;
      folder?: string;
      limit?: number;
      page?: number;
      direction?: 'Ascending' | 'Descending';
      name?: string;
      last?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'test-get': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'test-delete': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'test-trend': {
    path: {
      id: number;
    };
    query: {
      last?: number;
      from?: number;
      to?: number;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'test-transformers': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    /** @maxItems 1000 */
    body: number[];
  };
  'test-move': {
    path: {
      id: number;
    };
    query: {
      folder?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'test-notifications': {
    path: {
      id: number;
    };
    query: {
      enabled: boolean;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'test-access': {
    path: {
      id: number;
    };
    query: {
      owner: string;
      access: 'PUBLIC' | 'PROTECTED' | 'PRIVATE' | '0' | '1' | '2';
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'transformer-names': {
    path: {};
    query: {
      limit?: number;
      cursor?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'transformer-list': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'transformer-create': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: TransformerRequest;
  };
  'transformer-change': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: TransformerRequest;
  };
  'transformer-delete': {
    path: {
      id: number;
      transformerId: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'run-upload-begin': {
    path: {};
    query: {};
    header: {
      'idempotency-key'?: string;
      [k: string]: unknown;
    };
    body: RunUploadRequest;
  };
  'run-upload-get': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'run-upload-drop': {
    path: {
      id: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'run-upload-complete': {
    path: {
      id: number;
    };
    query: {
      test: string;
      start: string;
      stop: string;
      owner?: string;
      access?: 'PUBLIC' | 'PROTECTED' | 'PRIVATE' | '0' | '1' | '2';
      description?: string;
      sha256?: string;
    };
    header: { [k: string]: unknown };
    body: unknown;
  };
  'token-create': {
    path: {
      realm: string;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'administrator-list': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'administrator-set': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    /** @maxItems 1000 */
    body: UserName[];
  };
  'team-list-all': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'team-list': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'team-storage': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  me: {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'user-roles': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'user-default-team': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'user-default-team-set': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: TeamName;
  };
  'user-create': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: NewUser;
  };
  'user-info': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    /** @maxItems 1000 */
    body: string[];
  };
  'user-search': {
    path: {};
    query: {
      query?: string;
    };
    header: { [k: string]: unknown };
    body: null;
  };
  'team-create': {
    path: {
      team: string;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'team-delete': {
    path: {
      team: string;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'team-members': {
    path: {
      team: string;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'team-members-set': {
    path: {
      team: string;
    };
    query: {};
    header: { [k: string]: unknown };
    body: TeamMembers;
  };
  'user-delete': {
    path: {
      username: string;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'user-password': {
    path: {
      username: string;
    };
    query: {};
    header: { [k: string]: unknown };
    body: Password;
  };
  'view-list': {
    path: {
      testId: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
  'view-put': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    body: ViewRequest;
  };
  'views-put': {
    path: {};
    query: {};
    header: { [k: string]: unknown };
    /**
     * @minItems 1
     * @maxItems 100
     */
    body: ViewRequest[];
  };
  'view-delete': {
    path: {
      testId: number;
      viewId: number;
    };
    query: {};
    header: { [k: string]: unknown };
    body: null;
  };
}
/** An API key to create. */
export interface ApiKeyRequest {
  /** Name of the key. Names that begin with `downpour.` (the name of the service in small letters) are reserved. */
  name?: string | null;
  /** The type of the key. `BROWSER` makes a key for one browser, which is valid for hours and appears in a separate list. */
  type?: 'USER' | 'BROWSER';
  /** Hours until a browser key expires. Absent means 12. Only a key of the type `BROWSER` has it, and such a key has no `expiresInDays` and no `unusedDays`. */
  expiresInHours?: number;
  /** Role of the key. `admin` may see and revoke everything. */
  role?: 'user' | 'admin';
  /** The name of the user whose rights the key has. Absent means the caller's own user. */
  user?: string;
  /** Days until the key expires. Absent means that the key has no fixed end. */
  expiresInDays?: number;
  /** Days without use after which the key expires. 0 means never. Absent means 30, or never when `expiresInDays` is set. */
  unusedDays?: number;
  /**
   * Scopes of the key. The caller's key must have these scopes as well. Absent means read, upload and drive, and for the role `admin` all scopes.
   *
   * @minItems 1
   */
  scopes?: Scope[];
  /** The language of queries with this key that are valid in both languages. Absent means the setting of the deployment. */
  dialect?: 'jsonpath' | 'sql';
  limits?: KeyLimits;
}
/** Limits of bursts that are started with the key, below the limits of the deployment. Where a member is absent, the limit of the deployment applies. A key that is created with a limited key has the same limits or lower limits. */
export interface KeyLimits {
  /** The largest number of users that start per second, in all phases that may run at the same time. */
  usersPerSecMax?: number;
  /** The largest number of users at work at the same time, over all shards. */
  sessionsMax?: number;
  /** The largest duration of a run in milliseconds. */
  durationMsMax?: number;
  /** The largest number of shards of a phase. */
  shardsMax?: number;
  /** The largest number of open connections at the same time. */
  connectionsMax?: number;
  /** The largest estimated price of a run in US dollars. */
  dollarsMax?: number;
  /** The largest number of bursts at the same time. */
  burstsAtOnceMax?: number;
}
/** The role, scopes and lifetime of a browser key. */
export interface OnceRequest {
  /** Role of the key. */
  role?: 'user' | 'admin';
  /**
   * Scopes of the key.
   *
   * @minItems 1
   */
  scopes?: Scope[];
  /** Hours from the exchange of the code until the key expires. */
  expiresInHours?: number;
}
/** A one-time code to exchange for a browser key. */
export interface OnceExchange {
  /** The code. */
  code: string;
  /** Name of the new key, for example the name of the browser. Absent means `browser`. */
  name?: string;
}
/** A benchmark that Downpour drives. */
export interface BurstRequest {
  /** Text of the benchmark document, YAML or JSON. */
  document: string;
  /** Name of the document's file. Messages show it. */
  file?: string;
  /** Values of the document's parameters by name. */
  parameters?: {
    /** The value as text. */
    [k: string]: string;
  };
  /** Shards of each phase, at most as many as the deployment allows. Absent means as many as the plan needs. */
  shards?: number;
  executor?: Executor;
  /** AWS regions that share each phase, with their weights. Absent means the regions of the document's agents, or the region of the deployment. */
  regions?: {
    /** Weight of the region: its share of the load, relative to the other weights. */
    [k: string]: number;
  };
  /** A number that fixes all random choices. A run with the same seed makes the same choices. Absent means a new seed. */
  seed?: number;
  /** The share of the requests of a metric that may fail or be invalid. Above it, the run fails. A limit in the document has priority. Absent means the setting of the deployment, usually 0.01. */
  maxErrors?: number;
  /** True stops the burst as soon as a phase has failed. Limits with a window and the share of failed requests are then judged while the phase runs. Absent means false: Downpour judges limits when a phase is over. */
  stopOnFailure?: boolean;
  /** Id of the burst, for clients that need to know it before the reply. It must be new. Absent means that Downpour makes an id. */
  id?: string;
  files?: SentFiles;
  /** Seconds for which you hold the burst. Renew the hold with `GET /api/burst/{id}?holdS=`. When the hold ends, the drives stop, so no load outlives the program that started it. Absent means that the burst runs on without you. */
  holdS?: number;
  /** True checks and plans the document as the deployment would, and starts nothing. The status is then 200, and the body is the plan. The files of the document need not be uploaded. Absent means false. */
  dryRun?: boolean;
}
/** The files that the document needs. Upload them first. Paths are those in the document: relative to its folder, and inside it. */
export interface SentFiles {
  /** Id of the upload. */
  upload: string;
  /**
   * One entry for each path.
   *
   * @maxItems 100
   */
  list: FileRef[];
}
/** A file that the document needs. */
export interface FileRef {
  /** Path as in the document. */
  path: string;
  /** SHA-256 of the content, in hexadecimal digits. */
  sha256: string;
  /** Bytes of the content. */
  bytes: number;
}
/** Files to upload. */
export interface FilesRequest {
  /**
   * The files. List files with the same content once.
   *
   * @minItems 1
   * @maxItems 100
   */
  files: FileUpload[];
}
/** A file to upload. */
export interface FileUpload {
  /** SHA-256 of the content, in hexadecimal digits. */
  sha256: string;
  /** Bytes of the content. */
  bytes: number;
  /** The content in Base64. Absent means that you PUT the content to a URL. */
  content?: string;
}
/** The burst to stop, and its stop token. */
export interface StopByToken {
  /** Id of the burst. */
  burst: string;
  /** The stop token. The reply to the start of the burst had it. */
  token: string;
  [k: string]: unknown;
}
/** An action to create or change. Downpour ignores unknown members. */
export interface ActionRequest {
  /** Id of the action to change. */
  id?: number | null;
  /** The kind of events to send: `change/new`, `run/new`, `run/failed` or `missing-data`. An action for all tests may also name `key/expiring`. Downpour sends that event 7, 2 and 1 days before an API key expires, when it expires, and a day later. */
  event: string;
  /** Must be `http`. */
  type: string;
  /** The receiver of the events. */
  config: {
    /** A URL below an allowed site. It is required. */
    url?: string | null;
    [k: string]: unknown;
  };
  /** The secret with which Downpour signs its requests. Absent means that Downpour keeps the present secret, or makes a new one. */
  secrets?: {
    /** `whsec_`, then 24 bytes or more in base64. */
    token?: string | null;
    [k: string]: unknown;
  } | null;
  /** Id of the test. */
  testId?: number | null;
  /** Whether Downpour sends events to this URL. Absent means true. */
  active?: boolean | null;
  /** Whether Downpour also sends events of tests whose notifications are off. Absent means false. */
  runAlways?: boolean | null;
  [k: string]: unknown;
}
/** A variable, which gives each dataset of a test one number. Downpour ignores unknown members. */
export interface VariableRequest {
  /** Id of the variable; absent or negative means a new one. */
  id?: number | null;
  /** Name of the variable. It must not be blank. */
  name?: string | null;
  /** Name of a group. Pages show the variables of a group together. */
  group?: string | null;
  /** The position in the list of variables. Absent means the position in the body. */
  order?: number | null;
  /**
   * Names of the labels from which the variable is computed.
   *
   * @maxItems 100
   */
  labels?: string[] | null;
  /** A JavaScript function that returns the number. With one label it receives the value of the label, with several labels an object of their values. Downpour does not call it for a dataset without a value of any of the labels. Blank means that Downpour uses the value of the label. */
  calculation?: string | null;
  /**
   * Models that detect changes of this variable.
   *
   * @maxItems 20
   */
  changeDetection?: ChangeDetectionRequest[] | null;
  [k: string]: unknown;
}
/** A model of change detection with its settings. */
export interface ChangeDetectionRequest {
  /** Id of this entry. Absent or negative means a new entry. */
  id?: number | null;
  /** The name of the model: `relativeDifference`, `fixedThreshold` or `eDivisive`. */
  model: string;
  /** Settings of the model. An absent setting has its default. */
  config?: { [k: string]: unknown } | null;
  [k: string]: unknown;
}
/** A user's decision about a change. */
export interface ChangeRequest {
  /** Id of the change, as in the path. */
  id: number;
  /** True to confirm the change. */
  confirmed: boolean;
  /** A text about the change. Absent or null keeps the present text. */
  description?: string | null;
  [k: string]: unknown;
}
/** The variables and their fingerprint. */
export interface LastDatapointsRequest {
  /**
   * Ids of the variables.
   *
   * @maxItems 100
   */
  variables: number[];
  /** A fingerprint as a JSON object. Absent or empty means the datasets without a fingerprint. */
  fingerprint?: string | null;
  [k: string]: unknown;
}
/** Settings by which Downpour groups and orders the datasets of a test. */
export interface ChangeDetectionUpdate {
  /**
   * Names of the labels from which the time of a dataset is computed.
   *
   * @maxItems 100
   */
  timelineLabels?: string[] | null;
  /** A JavaScript function that computes the time from these labels. */
  timelineFunction?: string | null;
  /**
   * Names of the labels by which Downpour groups datasets into series.
   *
   * @maxItems 100
   */
  fingerprintLabels?: string[] | null;
  /** A JavaScript function that selects the datasets for change detection. */
  fingerprintFilter?: string | null;
  [k: string]: unknown;
}
/** A missing-data rule: how often Downpour expects a dataset. Downpour ignores unknown members. */
export interface MissingDataRuleRequest {
  /** Id of the rule. Absent, 0 or negative means a new rule. */
  id?: number | null;
  /** Name of the rule. Notifications show it. */
  name?: string | null;
  /**
   * Names of the labels that the condition receives.
   *
   * @maxItems 100
   */
  labels?: string[] | null;
  /** A JavaScript function that returns true for datasets that count. Blank means that all datasets count. */
  condition?: string | null;
  /** The longest time without a dataset that counts, in milliseconds since the start of its run. */
  maxStaleness: number;
  [k: string]: unknown;
}
/** A schema to create or change. Downpour ignores unknown members, so a client may send back what it has read. */
export interface SchemaRequest {
  /** Id of the schema to change. */
  id?: number | null;
  /** The name. It must be unique and not blank. */
  name: string;
  /** The URI. It must be unique, and begin with `urn:`, `uri:`, `http:`, `https:`, `ftp:`, `file:` or `jar:`. */
  uri: string;
  /** A description for people. */
  description?: string | null;
  /** The JSON Schema of the documents. */
  schema?:
    | { [k: string]: unknown }
    | string
    | unknown[]
    | number
    | boolean
    | null;
  /** The owning team. Absent means the caller's own team. */
  owner?: string | null;
  /** The users who may see the record, by name or number. Absent means PUBLIC. */
  access?: Access | (0 | 1 | 2) | null;
  [k: string]: unknown;
}
/** A label to create or change. Downpour ignores unknown members. */
export interface LabelRequest {
  /** Id of the label to change. */
  id?: number | null;
  /** The `version` of the label that the caller has read. Downpour changes the label only in this version. Absent means any version. */
  replaces?: string | null;
  /** Name of the label. It must be unique in the schema, and not blank. */
  name?: string | null;
  /**
   * Extractors, which read the values for the function.
   *
   * @maxItems 100
   */
  extractors?: ExtractorRequest[] | null;
  /** A JavaScript function that computes the value of the label from the extracted values. With one extractor it gets the value of this extractor. With several it gets an object of the values by the names of the extractors. Blank means no function. */
  function?: string | null;
  /** True for a filtering label, whose values group runs, such as a branch. Absent means true. */
  filtering?: boolean | null;
  /** True for a metrics label, whose values are measurements. Absent means true. */
  metrics?: boolean | null;
  /** The owning team. Absent means the owner of the schema. */
  owner?: string | null;
  /** The users who may see the label, by name or number. Absent means the access of the schema. */
  access?: Access | (0 | 1 | 2) | null;
  [k: string]: unknown;
}
/** An extractor: it reads a value of a document, which a function then receives. */
export interface ExtractorRequest {
  /** Name of the value for the function. It must not be blank. */
  name?: string | null;
  /** The path of the value. It must not be blank. Downpour checks the path when it reads a document, not when you save it. */
  jsonpath?: string | null;
  /** True extracts all matches as an array, false the first match. Absent means false. */
  isarray?: boolean | null;
  /** Another name of `isarray`. Downpour reads it when `isarray` is absent. */
  isArray?: boolean | null;
  [k: string]: unknown;
}
/** A transformer to create or change. Downpour ignores unknown members. */
export interface TransformerRequest {
  /** Id of the transformer to change. */
  id?: number | null;
  /** Name of the transformer. It must not be blank. */
  name?: string | null;
  /** A description for people. */
  description?: string | null;
  /** URI of the schema that Downpour writes into the output, where the output names no schema. */
  targetSchemaUri?: string | null;
  /**
   * Extractors, which read the values for the function.
   *
   * @maxItems 100
   */
  extractors?: ExtractorRequest[] | null;
  /** A JavaScript function that makes datasets of the extracted values. With one extractor it gets the value of this extractor. With several it gets an object of the values by the names of the extractors. A list makes one dataset per element. An empty list makes none. Blank means no function. */
  function?: string | null;
  /** The owning team. Absent means the owner of the schema. */
  owner?: string | null;
  /** The users who may see the transformer, by name or number. Absent means the access of the schema. */
  access?: Access | (0 | 1 | 2) | null;
  [k: string]: unknown;
}
/** A test to create or change. Downpour ignores unknown members, so a client may send back what it has read. */
export interface TestRequest {
  /** Id of the test to change. */
  id?: number | null;
  /** The `version` of the test that the caller has read. Downpour changes the test only in this version. Absent means any version. */
  replaces?: string | null;
  /** The name. It must be unique and not blank. */
  name: string;
  /** The path of the folder: names separated by slashes. Null or empty means the root. */
  folder?: string | null;
  /** A description for people. */
  description?: string | null;
  /** The owning team. Absent means the caller's own team. */
  owner?: string | null;
  /** The users who may see the record, by name or number. Absent means PUBLIC. */
  access?: Access | (0 | 1 | 2) | null;
  /** Id of the datastore from which the test reads its documents. Absent means 1, the repository itself. */
  datastoreId?: number | null;
  /** Names of the labels from which the time of a datapoint is computed. */
  timelineLabels?: string[] | null;
  /** A JavaScript function that computes the time from these labels. */
  timelineFunction?: string | null;
  /** Names of the labels by which Downpour groups datasets into series. */
  fingerprintLabels?: string[] | null;
  /** A JavaScript function that selects datapoints. When it returns false, null, 0 or nothing, Downpour leaves the new datapoint out of change detection. */
  fingerprintFilter?: string | null;
  /** A JavaScript function that returns a link to a page that compares runs. */
  compareUrl?: string | null;
  /** Whether Downpour notifies users of changes of this test. Absent means true. */
  notificationsEnabled?: boolean | null;
  /** False: Downpour creates no variables for runs of the load driver. True: with the first such run it creates variables for p50, p99 and the failed share, unless the test has transformers, fingerprint labels or variables. Absent means the present setting. */
  automaticVariables?: boolean | null;
  /**
   * The transformers of the test. Absent keeps the present transformers.
   *
   * @maxItems 1000
   */
  transformers?: TransformerName[] | null;
  [k: string]: unknown;
}
/** A transformer that a test uses. Downpour ignores unknown members. */
export interface TransformerName {
  /** The id. */
  id?: number | null;
  /** URI of the schema of its output. When the id is unknown, Downpour finds the transformer by this URI. */
  targetSchemaUri?: string | null;
  [k: string]: unknown;
}
/** A server from which Downpour reads documents of runs. Downpour ignores unknown members. */
export interface DatastoreRequest {
  /** Id of the datastore to change. */
  id?: number | null;
  /** A name for people. */
  name: string;
  /** The type, `ELASTICSEARCH` or `COLLECTORAPI` (in any case). */
  type: string;
  /** The team that owns the datastore. Absent means the team of the caller. In a change, absent keeps the present team. */
  owner?: string | null;
  /** Access by name or number. PUBLIC means that tests of all teams may use the datastore. Absent means PRIVATE. In a change, absent keeps the present access. */
  access?: Access | (0 | 1 | 2) | null;
  config: DatastoreConfigRequest;
  [k: string]: unknown;
}
/** The address and credentials of a datastore. */
export interface DatastoreConfigRequest {
  /** A URL below an allowed site. */
  url?: string | null;
  /** The credentials with which Downpour calls the datastore. Absent means no credentials. */
  authentication?: {
    /** The kind of authentication: `none`, `api-key` or `username`. */
    type?: string | null;
    /** The key for `api-key`. */
    apiKey?: string | null;
    /** The name of the user for `username`. */
    username?: string | null;
    /** The password for `username`. */
    password?: string | null;
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
/** The variables, and the range of time. */
export interface DashboardQuery {
  range: DashboardRange;
  /**
   * The variables.
   *
   * @maxItems 100
   */
  targets: DashboardTarget[];
  [k: string]: unknown;
}
/** A range of time. */
export interface DashboardRange {
  /** The first instant of the range. */
  from: number | string;
  /** The last instant of the range, included. */
  to: number | string;
  /** True adds the last datapoint before the range and the first one after it, so that lines reach the edges of a chart. */
  oneBeforeAndAfter?: boolean | null;
  [k: string]: unknown;
}
/** A variable to read. */
export interface DashboardTarget {
  target: VariableTarget;
  /** Must be `timeseries`. */
  type?: string | null;
  [k: string]: unknown;
}
/** The variables, and the range of time. */
export interface AnnotationsQuery {
  range: DashboardRange;
  annotation: AnnotationTarget;
  [k: string]: unknown;
}
/** The annotation of the dashboard. Downpour ignores other members. */
export interface AnnotationTarget {
  query: VariableTarget;
  [k: string]: unknown;
}
/** A profile to add or change. Downpour ignores unknown members. */
export interface ExperimentProfileRequest {
  /** Id of the profile to change. */
  id?: number | null;
  /** Id of the test. Downpour takes it from the path. */
  testId?: number | null;
  /** Name of the profile. */
  name: string;
  /**
   * Names of the labels that the selector receives.
   *
   * @maxItems 100
   */
  selectorLabels?: string[] | null;
  /** A JavaScript function that returns true for datasets to compare. It receives the value of the label, or an object of values for several labels. Absent means that the value of the label itself decides. */
  selectorFilter?: string | null;
  /**
   * Names of the labels that the baseline's function receives.
   *
   * @maxItems 100
   */
  baselineLabels?: string[] | null;
  /** A JavaScript function that returns true for datasets of the baseline. */
  baselineFilter?: string | null;
  /**
   * The variables to compare, each with a model.
   *
   * @maxItems 100
   */
  comparisons?: ExperimentComparison[] | null;
  /**
   * Names of labels whose values a result shows.
   *
   * @maxItems 100
   */
  extraLabels?: string[] | null;
  [k: string]: unknown;
}
/** A variable to compare, and the model that compares it. */
export interface ExperimentComparison {
  /** Name of the model. */
  model: string;
  /** Settings of the model. */
  config?: { [k: string]: unknown } | null;
  /** Id of the variable. */
  variableId?: number | null;
  /** Name of the variable. Downpour uses it when the id is unknown. */
  variableName?: string | null;
  [k: string]: unknown;
}
/** A label to try. Downpour ignores unknown members. */
export interface LabelPreviewRequest {
  /** Name of the label. */
  name?: string | null;
  /** Id of the schema. Downpour reads the first element of the dataset that names this schema. Absent means the first element. */
  schemaId?: number | null;
  /**
   * Extractors, which read the values for the function.
   *
   * @maxItems 100
   */
  extractors?: ExtractorRequest[] | null;
  /** A JavaScript function that computes the value of the label from the extracted values. Blank means no function. */
  function?: string | null;
  [k: string]: unknown;
}
/** A run to store. Downpour ignores unknown members, and the id. */
export interface RunRecordRequest {
  /** Id of the test. */
  testid?: number | string | null;
  /** When the benchmark started. */
  start?: TimeChoice | null;
  /** When the benchmark ended. */
  stop?: TimeChoice | null;
  /** The team that owns it. */
  owner?: string | null;
  /** The users who may read the run. */
  access?: Access | (0 | 1 | 2) | null;
  /** A description for people. */
  description?: string | null;
  /** The document. */
  data?: { [k: string]: unknown };
  /** An object with a `$schema`, or an array of such objects. */
  metadata?: { [k: string]: unknown };
  [k: string]: unknown;
}
/** A schedule to create. */
export interface ScheduleRequest {
  /** Name of the schedule. It must be new. */
  name: string;
  /** The timetable: five fields of cron, a nickname such as `@daily`, or an expression of EventBridge, `cron(...)` with six fields or `rate(...)`. */
  cron: string;
  /** The time zone of the timetable, such as `Europe/Prague`. `rate(...)` needs no time zone. */
  timezone?: string;
  /** Text of the benchmark document, YAML or JSON. */
  document: string;
  /** Name of the document's file. Messages show it. */
  file?: string;
  /** Values of the document's parameters by name. */
  parameters?: {
    /** The value as text. */
    [k: string]: string;
  };
  /** As in `POST /api/burst`. */
  shards?: number;
  /** A number that fixes all random choices of each run. Absent means a new seed for each run. */
  seed?: number;
  /** As in `POST /api/burst`. */
  maxErrors?: number;
  /** As in `POST /api/burst`. */
  stopOnFailure?: boolean;
  files?: SentFiles;
}
/** A document that will be uploaded in parts. */
export interface RunUploadRequest {
  /** Bytes of the document. */
  sizeBytes: number;
}
/** A user to create. */
export interface NewUser {
  user: UserData;
  password?: Password;
  team?: TeamName;
  /** Roles of the user in the team. */
  roles?: TeamRole[];
}
/** A user. */
export interface UserData {
  /** The same as the name. Downpour ignores it in a request. */
  id?: string;
  username: UserName;
  /** First name. */
  firstName?: string;
  /** Last name. */
  lastName?: string;
  /** Email address. */
  email?: string;
}
/** Roles, by name of the user. */
export interface TeamMembers {
  /** Roles of the user in the team. */
  [k: string]: TeamRole[];
}
/** A view to add or change. Downpour ignores unknown members. */
export interface ViewRequest {
  /** Id of the view to change. */
  id?: number | null;
  /** Id of the test. */
  testId?: number | null;
  /** Name of the view. */
  name: string;
  /**
   * Columns of the view.
   *
   * @maxItems 200
   */
  components: ViewComponentRequest[];
  [k: string]: unknown;
}
/** A column to add or change. Downpour ignores unknown members. */
export interface ViewComponentRequest {
  /** Id of the column to change. */
  id?: number | null;
  /** Text above the column. */
  headerName: string;
  /** The position of the column. */
  headerOrder?: number | null;
  /**
   * Names of the labels that the column shows.
   *
   * @maxItems 100
   */
  labels: string[];
  /** A JavaScript function that returns the text of the cell from the values of the labels. */
  render?: string | null;
  [k: string]: unknown;
}
/** The value at one path of a document. */
export interface Outline {
  /** The path in the usual notation, such as `$.stats[0]["99.0"]`. */
  path: string;
  type: JsonType;
  /** Bytes of the value in the document. Absent when Downpour has not read all of the value. */
  bytes?: number;
  /** The number of members or elements. Absent for a scalar, and when Downpour has not read all of the value. */
  count?: number;
  /** The text of a scalar with all its digits. A string has its quotes. Absent when it is longer than 256 bytes. */
  value?: string;
  /** Members or elements in the order of the document. Empty for a scalar. When an object repeats a name, the page has its last value. */
  items: OutlineItem[];
  /** The cursor of the next page. Absent on the last page. */
  next?: string;
  /** The number of reads of the document and its index. */
  reads: number;
  /** Bytes that Downpour read for this reply. 0 when they were in memory. */
  bytesRead: number;
  [k: string]: unknown;
}
/** A member of an object, or an element of an array. */
export interface OutlineItem {
  /** The name of a member. Absent for an element. */
  name?: string;
  /** The index of an element, counted from 0. Absent for a member. */
  index?: number;
  type: JsonType;
  /** Bytes of the value in the document. */
  bytes: number;
  /** The number of members or elements. Absent for a scalar, and for a large object that Downpour has not read. */
  count?: number;
  /** The text of a scalar. Absent when it is longer than 256 bytes. */
  value?: string;
  [k: string]: unknown;
}
/** The reason why Downpour refused a request, or failed. */
export interface Error {
  /** A stable code for programs. */
  code: string;
  /** The problem in a sentence, with the value that was expected. */
  message: string;
  /** More data for programs, for example a list of problems. */
  details?: { [k: string]: unknown };
  /** Id of the request, by which you find it in the log. */
  requestId: string;
  [k: string]: unknown;
}
/** The URL of a stored reply. */
export interface StoredReply {
  /** A GET of this URL returns the reply, for 15 minutes and without a key. */
  url: string;
}
/** Facts about the server. */
export interface VersionInfo {
  /** Version of the server. */
  version: string;
  /** The commit from which the server was built. `unknown` when the build has no commit. */
  commit: string;
  /** When the server started. In AWS, when the present environment of the function started. */
  startTimestamp: number;
  /** The privacy statement of the deployment. Absent when the deployment has no statement. */
  privacyStatement?: string;
  [k: string]: unknown;
}
/** The issuer from which clients get tokens. */
export interface KeycloakConfig {
  /** Name of the realm at the issuer. */
  realm: string;
  /** Address of the issuer. */
  url: string;
  /** The client id to use at the issuer. */
  clientId: string;
  [k: string]: unknown;
}
/** Settings that a client needs before it signs in. */
export interface WebConfig {
  /** Version of the server. */
  version: string;
  /** Where the server runs. */
  place: 'cloud' | 'one machine';
  /** Name of the header for an API key. */
  keyHeader: string;
  /** The ways to sign in. */
  signIn: ('key' | 'password' | 'issuer')[];
  /** The issuer whose tokens the server accepts. Null when it accepts only its own tokens. */
  issuer: Issuer | null;
  /** Whether callers without credentials read public records. */
  anonymous: boolean;
  [k: string]: unknown;
}
/** An issuer of tokens (OpenID Connect). */
export interface Issuer {
  /** Address of the issuer, without `/.well-known/openid-configuration`. */
  url: string;
  /** The client id with which a page requests tokens. */
  clientId: string;
  /** The audience that a token must contain. */
  audience: string;
  [k: string]: unknown;
}
/** The answer to a query. */
export interface FilterQueryResult {
  /** Whether Downpour could evaluate the expression. */
  valid: boolean;
  /** The expression as received. With `lenient`, the corrected expression. */
  jsonpath: string;
  /** 0 for success, 1 for a failure. */
  errorCode: number;
  /** The SQLSTATE of a failure, five characters. */
  sqlState: string | null;
  /** The problem, its position in the expression, and the value that was expected. */
  reason: string | null;
  /** Always null. */
  sql: string | null;
  /** The result as JSON text: the first match, or `null` without a match. With `array`, an array of all matches. Null when `valid` is false. */
  value: string | null;
  explain?: Explanation;
}
/** The cost of a query. Present only when the request has `explain`. */
export interface Explanation {
  /** How Downpour answered. `nothing`, `member`, `members`, `count`, `column`, `element` and `filter`: from the index of the run and ranges of the document. `scan`: it read a part of the document once. `parts`: it parsed the elements of an array in groups. `partial`: it parsed only members that the path can reach. `document` and `whole`: it parsed the whole document. `kept`: the document was in memory. `syntax` and `refused`: it did not evaluate the expression. */
  way: string;
  /** The language in which Downpour evaluated the expression. */
  dialect: 'jsonpath' | 'sql';
  /** Bytes of the document and its index that Downpour read, without bytes that were in memory. */
  bytesRead: number;
  /** The number of ranged reads. */
  reads: number;
  /** Milliseconds that the function took, by the wall clock. */
  milliseconds: number;
}
/** Whether a text is a valid expression. */
export interface JsonpathValidation {
  /** Whether the text is a valid expression. */
  valid: boolean;
  /** The text. With `lenient`, the corrected expression. */
  jsonpath: string;
  /** 0 for success, 1 for a failure. */
  errorCode: number;
  /** The SQLSTATE of a failure, five characters. */
  sqlState: string | null;
  /** The problem, its position in the expression, and the value that was expected. */
  reason: string | null;
  /** Always null. */
  sql: string | null;
}
/** A run without its document. */
export interface RunSummary {
  /** Id of the run. */
  id: number;
  access: Access;
  /** The team that owns it. */
  owner: string;
  /** When the benchmark started. */
  start: number;
  /** When the benchmark ended. */
  stop: number;
  /** Id of the test. */
  testid: number;
  /** Name of the test. Null when the test was deleted, or when the caller may not see it. */
  testname: string | null;
  /** A description for people. */
  description: string | null;
  /** The version of the description, which differs after each change. Send it as `replaces` to replace exactly this description. Only the reply to a request for one run has it. */
  version?: string;
  /** Whether it is in the trash. */
  trashed: boolean;
  /** Whether metadata was uploaded with the document. */
  hasMetadata: boolean;
  /** Ids of the run's datasets. */
  datasets: number[];
  /** Each place in the document or its metadata that names a known schema. Empty for a run in the trash. A list has the first 20 of each run. */
  schemas: SchemaUsage[];
  /** Violations of the JSON Schemas. A list has the first 10 of each of the first 100 runs with violations. */
  validationErrors: ValidationError[];
  /** Work on the run that failed. Only members of the owning team see it. Absent when nothing failed, and in lists. */
  failures?: WorkFailure[];
  pending?: PendingWork;
  outcome?: RunOutcome;
  [k: string]: unknown;
}
/** A place in a document that names a schema. */
export interface SchemaUsage {
  /** Id of the schema. */
  id: number;
  /** Name of the schema. */
  name: string;
  /** URI of the schema. */
  uri: string;
  /** Where the place is: 0 in the document, 1 in its metadata. */
  source: 0 | 1;
  /** The kind of the place: 0 the root object, 1 a member of it, 2 an element of a root array. */
  type: 0 | 1 | 2;
  /** Name of the member or index of the element. Null for the root. */
  key: string | null;
  /** True when the schema has a JSON Schema, so Downpour validates such documents. */
  hasJsonSchema: boolean;
  [k: string]: unknown;
}
/** A place where a document violates a JSON Schema. */
export interface ValidationError {
  /** Id of the schema. Null when no schema is the cause. */
  schemaId: number | null;
  /** The problem. */
  error: {
    /** The keyword of JSON Schema that is violated, such as `required`. `No schema` means an element without a schema. `Execution error` means a JSON Schema that cannot be used. */
    type: string;
    /** The problem in a sentence. */
    message: string;
    /** JSON pointer to the place in the validated part. */
    path?: string;
    /** JSON pointer to the violated keyword in the JSON Schema. */
    schemaPath?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/** Work that failed at every attempt. */
export interface WorkFailure {
  /** The kind of work. `datapoints`: values of variables. `recalculation`: work on many runs. `index`: the index of a large document. `removal`: deletion of a record, or of its last parts. `event`, `webhook`: delivery of an event. `query`: a query of a datastore. */
  what:
    | 'datasets'
    | 'labels'
    | 'datapoints'
    | 'recalculation'
    | 'index'
    | 'removal'
    | 'event'
    | 'webhook'
    | 'query';
  /** Id of the run. Absent for a recalculation. */
  runId?: number;
  /** Id of the dataset. Absent when the work is about the whole run. */
  datasetId?: number;
  /** Id of the test. Absent when `runId` or `datasetId` identifies the work. */
  testId?: number;
  /** Id of the action. */
  actionId?: number;
  /** The event, or a description of the runs or records. Absent when ids identify the work. */
  of?: string;
  /** When the last attempt failed, in milliseconds since 1970. */
  failedAt: number;
  /** The error of the last attempt. */
  reason: string;
  /** The request that tries the work again. */
  again: string;
  [k: string]: unknown;
}
/** Work on a run that is not done yet. Absent when all work is done, and in lists. Failed work is in `failures`. */
export interface PendingWork {
  /** True when the datasets are not made yet. */
  datasets: boolean;
  /** The number of datasets, among the first 100, whose label values are not made yet. */
  labels: number;
  [k: string]: unknown;
}
/** The outcome of a run that Downpour measured. Absent for documents of other tools, and for runs that an older release stored. */
export interface RunOutcome {
  /** How the run ended. */
  state: 'passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete';
  /** Name of the benchmark. */
  benchmark: string;
  /** The number of requests of all phases and metrics. */
  requests: number;
  /** Requests per second of all requests outside warm-ups, as in reports. For documents without a total, all requests between the start and the end of the run. Null when the duration is unknown. */
  requestsPerSec: number | null;
  /** The 99th percentile of the response times of all requests outside warm-ups, in nanoseconds. Null when nothing was measured. For documents without a total, that of the metric with the most requests. */
  latencyNsP99: number | null;
  /** The number of failed requests of all phases and metrics. Absent when the document does not count these. This member and those below are also absent for runs that an older release stored. */
  failed?: number;
  /** The median of the same requests as `latencyNsP99`, in nanoseconds. */
  latencyNsP50?: number | null;
  /** A hash of the load that the benchmark describes. Runs with the same load have the same hash. Absent when the document has no hash. */
  definition?: string;
  /** The reason why the run did not pass, or its first failure. Absent when the document has no reason. */
  reason?: string;
  /**
   * The metrics with the most requests, the largest number first. Metrics of warm-ups are last.
   *
   * @maxItems 5
   */
  metrics?: MetricOutcome[];
  [k: string]: unknown;
}
/** The requests of one metric of one phase. */
export interface MetricOutcome {
  /** Name of the phase, with its iteration and fork. At most 100 characters. */
  phase: string;
  /** Name of the metric. At most 100 characters. */
  metric: string;
  /** The number of requests. */
  requests: number;
  /** The number of failed requests. Null when the document does not count these. */
  failed: number | null;
  /** Requests per second during the phase, as in reports. Absent when the document has no rate, and for runs that an older release stored. */
  requestsPerSec?: number;
  /** The median of the response times in nanoseconds. Null when nothing was measured. */
  p50: number | null;
  /** The 99th percentile of the response times in nanoseconds. Null when nothing was measured. */
  p99: number | null;
  [k: string]: unknown;
}
/** A run with its document. */
export interface RunExtended {
  /** Id of the run. */
  id: number;
  access: Access;
  /** The team that owns it. */
  owner: string;
  /** When the benchmark started. */
  start: number;
  /** When the benchmark ended. */
  stop: number;
  /** Id of the test. */
  testid: number;
  /** Name of the test. Null when the test was deleted, or when the caller may not see it. */
  testname: string | null;
  /** A description for people. */
  description: string | null;
  /** The uploaded document. */
  data: { [k: string]: unknown };
  /** Metadata that was uploaded with the document, or null. */
  metadata: { [k: string]: unknown };
  /** Whether it is in the trash. */
  trashed: boolean;
  /** Ids of the run's datasets. Null when the run has no datasets. */
  datasets: number[] | null;
  /** Each place in the document or its metadata that names a known schema. Empty for a run in the trash. A list has the first 20 of each run. */
  schemas: SchemaUsage[];
  /** Violations of the JSON Schemas. */
  validationErrors: ValidationError[];
  /** Work on the run that failed. Only members of the owning team see it. Absent when nothing failed, and in lists. */
  failures?: WorkFailure[];
  pending?: PendingWork;
  [k: string]: unknown;
}
/** One page of runs. */
export interface RunsSummary {
  /** The number of runs on all pages. For a search or a filtered list with a cursor or with `next`, the number of runs in this reply. */
  total: number;
  /** The runs of this page. */
  runs: RunSummary[];
  /** The cursor of the next page. Absent on the last page. Only searches, filtered lists and requests with a cursor have it. */
  next?: string;
  /** For a search or a filtered list, the number of runs that Downpour has read since the first page. */
  looked?: number;
  /** For a search or a filtered list, the number of runs still to read. With `from` or `to` it is an upper bound. */
  left?: number;
  [k: string]: unknown;
}
/** A key without its secret. */
export interface ApiKeyResponse {
  /** Id of the key. */
  id: number;
  /** Name of the key. */
  name: string | null;
  /** The type of the key. Keys of both types act for a user. A browser key is valid for hours. */
  type: 'USER' | 'BROWSER';
  /** Role of the key. */
  role: 'user' | 'admin';
  /** The name of the user whose rights the key has. */
  user: string;
  /** The beginning of the key, by which you recognise it. */
  prefix: string;
  /** When it was created. */
  creation: number;
  /** When the key was last used, exact to a minute. Null when it was never used. */
  access: number | null;
  /** True when the key is revoked, or expired more than a day ago. */
  isRevoked: boolean;
  /** The fixed end of the key. Absent when it has no fixed end. */
  expiresAt?: number;
  /** Days until the key expires without further use, rounded up. 0 or negative when it has expired. Null when it never expires. */
  toExpiration: number | null;
  /** Scopes of the key. */
  scopes: Scope[];
  limits?: KeyLimits;
  /** The language of queries with this key that are valid in both languages. Absent means the setting of the deployment. */
  dialect?: 'jsonpath' | 'sql';
  [k: string]: unknown;
}
/** A code with which a browser signs in once. */
export interface OnceCode {
  /** The code. */
  code: string;
  /** When the code expires. */
  expiresAt: number;
  [k: string]: unknown;
}
/** A key for one browser. */
export interface BrowserKey {
  /** The key. */
  apiKey: string;
  /** When the key expires. */
  expiresAt: number;
  [k: string]: unknown;
}
/** The reply to a request for an upload of files. */
export interface FilesAccepted {
  /** Id of the upload. */
  upload: string;
  /** The URLs for sending the files that had no `content` in the request, one URL for each file. */
  urls: {
    /** SHA-256 of the file's content. */
    sha256: string;
    /** PUT the content of the file to this URL. */
    url: string;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
/** Facts about a deployment. `downpour doctor` explains them. */
export interface DeploymentFacts {
  /** The clock of the deployment, epoch milliseconds. */
  now: number;
  /** Version of the deployment. */
  version: string;
  /** Whether the deployment runs in AWS or on one machine. */
  place: 'cloud' | 'one machine';
  /** The entrance of the API: a firewall, or VPC endpoints. Absent means that callers reach the API directly. */
  front?: 'firewall' | 'private';
  /** Hosts to which the deployment may send load. */
  targets: string[];
  /** CPU cores of a shard. */
  coresShard: number;
  /** Requests per second that one core can send reliably. */
  requestsPerSecShard: number;
  /** Requests per second with TLS that one core can send reliably. Absent when it was not measured. */
  requestsPerSecTls?: number;
  /** When the rate of a core was measured on this machine, epoch milliseconds. Absent means that the rate is the default. */
  calibratedAt?: number;
  /** The largest number of shards of a phase. */
  shardsMax: number;
  /** Whether the deployment can create schedules. Downpour tried it for this reply. Absent when the deployment has no schedules. */
  schedules?: {
    /** True when Downpour could create a schedule that never starts. It deleted the schedule again. */
    canMake: boolean;
    /** The reason why the deployment cannot create schedules. */
    problem?: string;
    [k: string]: unknown;
  };
  /** Lambda's limits of concurrent executions for the account and region. Absent on one machine. */
  concurrency?: {
    /** Concurrent executions of all functions together. */
    limit: number;
    /** Concurrent executions that all functions without a reservation share. */
    unreserved: number;
    /** Concurrent executions that this deployment reserves for its drives. Drives cannot use more. Absent means that drives share the unreserved executions. */
    drives?: number;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/** A burst that Downpour accepted. */
export interface BurstAccepted {
  /** Id of the burst. */
  id: string;
  /** A token that stops the burst without an API key (`POST /api/burst/stop`), also when no function can run. Only this reply has it. A repeated request with the same idempotency key gets a new token, and the old token stops working. */
  stopToken: string;
  /** Warnings for the author of the document. Absent without warnings, and when the request is a repeat. */
  warnings?: DocumentProblem[];
  [k: string]: unknown;
}
/** An error or a warning about a document. */
export interface DocumentProblem {
  /** Downpour refuses a document with an error. It drives a document with warnings. */
  severity: 'error' | 'warning';
  /** The place in the document: names of members and indexes from the root. */
  path: PathSegment[];
  /** Line, counted from 1. */
  line: number;
  /** Column, counted from 1. */
  column: number;
  /** The problem in a sentence, with the value that was expected. */
  message: string;
  /** The next step, for example the nearest valid name. */
  hint?: string;
  [k: string]: unknown;
}
/** The plan of a burst that was not started. */
export interface BurstForecast {
  /** Shards of each phase. */
  shards: number;
  executor?: Executor;
  /** Functions that generate load at the same time, in all phases that may run at the same time. */
  drivesAtOnce: number;
  /** The number of drives that can run at the same time. Absent when it is unknown or unlimited. */
  drivesMax?: number;
  /** The estimated price in US dollars. */
  dollars: number;
  /** Addresses of the targets. */
  targets: string[];
  /** The phases in the order of the document. */
  phases: ForecastPhase[];
  /** The parameters that the document reads. */
  parameters: DocumentParameter[];
  /** Paths of the files that the document needs. */
  files: string[];
  /** Warnings for the author of the document. Errors refuse the request instead. */
  problems: DocumentProblem[];
  [k: string]: unknown;
}
/** A phase of a plan. */
export interface ForecastPhase {
  /** Name of the phase. */
  name: string;
  /** The users, for people: `100 users/s` or `25 users`. Empty for a phase without users. */
  load: string;
  /** The conditions of the start, for people: `at once`, `after warm`. */
  start: string;
  /** Milliseconds from the start of the burst to the earliest start of the phase. */
  startMs: number;
  /** Milliseconds during which users start. Absent when only the run shows it. */
  durationMs?: number;
  /** The rate of new users. It changes in a straight line. Absent when users do not start at a rate. */
  usersPerSec?: {
    /** Users per second at the start of the phase. */
    initial: number;
    /** Users per second at the end of the phase. */
    target: number;
    [k: string]: unknown;
  };
  /** Shards of the phase. 0 for a phase without users. */
  shards: number;
  [k: string]: unknown;
}
/** A parameter that a document reads. */
export interface DocumentParameter {
  /** Name of the parameter. */
  name: string;
  /** The value that the document uses without a given value. Absent when a value must be given. */
  default?: string;
  [k: string]: unknown;
}
/** One page of bursts. */
export interface BurstsSummary {
  /** The bursts, the newest first. */
  bursts: BurstSummary[];
  /** The position of the next page. Absent on the last page. */
  next?: string;
  [k: string]: unknown;
}
/** A burst without its phases. */
export interface BurstSummary {
  /** Id of the burst. */
  id: string;
  /** Name of the benchmark. */
  benchmark: string;
  state: BurstState;
  /** Name of the user who started the burst. */
  user: string;
  /** When the burst was started. */
  createdAt: number;
  /** When the burst ended. Absent while it runs. */
  endedAt?: number;
  /** Id of the run with the result. Absent until Downpour has stored the run. */
  runId?: number;
  /** The reason why the burst failed, was stopped, is inconclusive or is incomplete. */
  reason?: string;
  [k: string]: unknown;
}
/** The result of the state machine that stops a burst. */
export interface StopExecution {
  /** SUCCEEDED means that every drive stops within two seconds. */
  status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT';
  /** The output of the state machine as JSON. */
  output?: string;
  /** `StopRefused` when the token is wrong or there is no such burst. */
  error?: string;
  /** The reason of the error. */
  cause?: string;
  [k: string]: unknown;
}
/** The reason why Downpour refused a document. */
export interface BurstRefusal {
  /** A stable code for programs. */
  code: string;
  /** The number of problems, in a sentence. */
  message: string;
  /** All problems of the document. */
  problems: DocumentProblem[];
  /** With `dryRun`: the parameters that the document reads. Absent when Downpour could not read the document. */
  parameters?: DocumentParameter[];
  /** With `dryRun`: paths of the files that the document needs. Absent when Downpour could not read the document. */
  files?: string[];
  /** Id of the request, by which you find it in the log. */
  requestId?: string;
  [k: string]: unknown;
}
/** The state of a burst, while it runs and afterwards. */
export interface BurstStatus {
  /** Id of the burst. */
  id: string;
  /** Name of the benchmark. */
  benchmark: string;
  /** Name of the test to which the run belongs. */
  test?: string;
  state: BurstState;
  /** Name of the user who started the burst. */
  user?: string;
  /** When the user started it. */
  createdAt?: number;
  /** Shards of each phase. Absent until the burst is planned. */
  shards?: number;
  /** Addresses of the targets. Absent until the burst is planned. */
  targets?: string[];
  /** Milliseconds to wait before the next request. Absent when the burst is over and its state is final. */
  nextMs?: number;
  /** When the first phase started. Absent before. */
  startedAt?: number;
  /** When the burst ended. Absent while it runs. */
  endedAt?: number;
  /** Id of the run with the result. Absent until Downpour has stored the run. */
  runId?: number;
  /** The reason why the burst failed, was stopped, is inconclusive or is incomplete. */
  reason?: string;
  cost?: BurstCost;
  /** The phases in the order of the document. */
  phases: PhaseStatus[];
  [k: string]: unknown;
}
/** The price of a burst in AWS, at list prices in US dollars. Absent until the burst is planned. */
export interface BurstCost {
  /** True when the burst runs in AWS. On one machine nothing is charged, and the prices are those of the same burst in AWS. */
  charged: boolean;
  /** The price so far, without the bytes of request bodies. The run document has the final price. */
  dollars: number;
  /** The price of the whole burst according to its plan. */
  estimate?: number;
  [k: string]: unknown;
}
/** One phase of a burst. */
export interface PhaseStatus {
  /** Name of the phase, with its fork: `phase` or `phase/fork`. */
  name: string;
  /** The state of the phase. FINISHED: no new users start. TERMINATED: all users have ended. */
  status: 'NOT_STARTED' | 'SCHEDULED' | 'RUNNING' | 'FINISHED' | 'TERMINATED' | 'CANCELLED';
  /** The start of the phase (T0). Absent until the start is fixed. */
  startsAt?: number;
  /** Milliseconds during which new users start. */
  durationMs?: number;
  /** True for a warm-up. Its numbers do not count. */
  isWarmup: boolean;
  /** True when the phase has failed. */
  failed: boolean;
  /** The reason of the failure. */
  failure?: string;
  /** The expected number of users, over all shards. */
  expectedArrivals: number;
  totals: PhaseTotals;
  live?: PhaseSecond;
  /** The limits on the requests of the phase, with their values so far. Absent for phases that Downpour does not judge, and when there are no limits. */
  limits?: LimitSoFar[];
  /** Notices for people who watch the burst. The list has each sentence once. */
  notices?: string[];
  [k: string]: unknown;
}
/** Counts since the start of a phase. */
export interface PhaseTotals {
  /** Requests sent since the start of the phase. */
  requests: number;
  /** Responses received since the start of the phase. */
  responses: number;
  /** Requests that ended in an error or were invalid. Each request counts once. */
  failed: number;
  /** Timeouts, connection errors and internal errors since the start of the phase. */
  errors: number;
  /** Responses that a handler marked as invalid. */
  invalid: number;
  [k: string]: unknown;
}
/** The latest complete second of a running phase, over all shards. */
export interface PhaseSecond {
  /** Whole seconds since T0. */
  second: number;
  /** Requests sent in the second. */
  requestsPerSec: number;
  /** Responses received in the second. */
  responsesPerSec: number;
  /** Failed requests in the second. Each request counts once. */
  failedPerSec: number;
  /** Timeouts, connection errors and internal errors in the second. */
  errorsPerSec: number;
  /** Requests without a response at the end of the second. */
  inFlight: number;
  /** Users at work. */
  sessions: number;
  /** Users that should start in the second. */
  usersDuePerSec: number;
  /** Users that started in the second. */
  usersStartedPerSec: number;
  /** Median of the latency, counted from the intended start of a request. Absent when no response was received. */
  latencyP50Ns?: number;
  /** 99th percentile of the latency, counted from the intended start of a request. Absent when no response was received. */
  latencyP99Ns?: number;
  /** 99th percentile of the lateness: how late users started. Absent when nothing was sent. */
  latenessP99Ns?: number;
  [k: string]: unknown;
}
/** A limit and its value over all requests so far. The final verdict is in the run. It also considers the health of the load generator. */
export interface LimitSoFar {
  /** Name of the metric. Absent when the limit is for any metric and nothing is measured yet. */
  metric?: string;
  /** The request, for example `GET /products`. Absent when it is unknown. */
  request?: string;
  /** The kind of the limit. `limit` means a response time at a quantile. */
  criterion:
    | 'errorRatio'
    | 'invalidRatio'
    | 'failedRatio'
    | 'meanResponseTime'
    | 'blockedRatio'
    | 'limit'
    | 'sessionLimit';
  /** The quantile of a `limit`, from 0 to 1. */
  quantile?: number;
  /** The limit: a ratio, or nanoseconds. */
  limit: number;
  /** Milliseconds of each window. Downpour judges a limit with a window at the end of the phase, so it has no value before. Absent means that the limit is for the whole phase. */
  windowMs?: number;
  /** True for a default limit, which is not in the document. */
  isDefault?: boolean;
  /** The measured value in the unit of the limit. Response times are exact to 4 %. Absent when nothing is measured yet, and for limits that are judged at the end. */
  measured?: number;
  /** Whether the value keeps the limit. Absent when there is no value. */
  passed?: boolean;
  /** The number of requests in the value. Absent when there is no value. */
  requests?: number;
  [k: string]: unknown;
}
/** Measurements of a burst, second by second. */
export interface BurstSeconds {
  /** Id of the burst. */
  id: string;
  state: BurstState;
  /** Phases with seconds or gaps after the given time, in the order of the document. */
  phases: PhaseSeconds[];
  /** Send this as `after` in the next request. Epoch milliseconds. Later seconds may still change, so a client replaces seconds that it receives again. */
  next: number;
  /** True when more seconds can be read now. A reply has at most 3,600 seconds of all phases together. */
  more: boolean;
  /** Milliseconds to wait before the next request. Absent when the burst is over and its state is final. */
  nextMs?: number;
  [k: string]: unknown;
}
/** Measurements of one phase, second by second. */
export interface PhaseSeconds {
  /** Index of the phase in `phases` of the burst's status, counted from 0. */
  phase: number;
  /** Name of the phase, with its fork: `phase` or `phase/fork`. */
  name: string;
  /** The start of the phase (T0). */
  startsAt: number;
  seconds: SecondColumns;
  /** Seconds that Downpour did not keep, because no client asked for them. The run has them. */
  gaps: SecondsGap[];
  [k: string]: unknown;
}
/** Measurements in columns of the same length. The columns are the members of PhaseSecond. Null means that nothing was measured. Latencies of several drives together are exact to 4 %. */
export interface SecondColumns {
  /** Whole seconds since T0, in ascending order. */
  second: number[];
  /** Requests sent in the second. */
  requestsPerSec: number[];
  /** Responses received in the second. */
  responsesPerSec: number[];
  /** Failed requests in the second. Each request counts once. */
  failedPerSec: number[];
  /** Timeouts, connection errors and internal errors in the second. */
  errorsPerSec: number[];
  /** Requests without a response at the end of the second. */
  inFlight: number[];
  /** Users at work. */
  sessions: number[];
  /** Users that should start in the second. */
  usersDuePerSec: number[];
  /** Users that started in the second. */
  usersStartedPerSec: number[];
  /** Median of the latency, counted from the intended start of a request. */
  latencyP50Ns: (number | null)[];
  /** 99th percentile of the latency, counted from the intended start of a request. */
  latencyP99Ns: (number | null)[];
  /** 99th percentile of the lateness: how late users started. */
  latenessP99Ns: (number | null)[];
  [k: string]: unknown;
}
/** Consecutive seconds without measurements. */
export interface SecondsGap {
  /** The first missing second, counted from T0. */
  from: number;
  /** The last missing second, counted from T0. */
  to: number;
  [k: string]: unknown;
}
/** The receiver of the events. */
export interface ActionConfig {
  /** A URL below an allowed site. */
  url: string;
  [k: string]: unknown;
}
/** An action without its secret. */
export interface ExportedAction {
  /** Id of the action. */
  id: number;
  /** The kind of events that Downpour sends. */
  event: string;
  /** Always http. */
  type: string;
  config: ActionConfig;
  /** Id of the test. -1 means all tests. */
  testId: number;
  /** Whether Downpour sends events to this URL. */
  active: boolean;
  /** Whether Downpour also sends events of tests whose notifications are off. */
  runAlways: boolean;
  [k: string]: unknown;
}
/** Downpour may notify URLs that begin with this text. */
export interface AllowedSite {
  /** Id of the site. */
  id: number;
  /** The beginning of each allowed URL. */
  prefix: string;
  [k: string]: unknown;
}
/** A model of change detection with its settings. */
export interface ChangeDetection {
  /** Id of this entry. */
  id: number | null;
  /** Name of the model. */
  model: string;
  /** All settings of the model. */
  config: { [k: string]: unknown };
  [k: string]: unknown;
}
/** A number of each dataset of a test. Downpour detects changes of its level. */
export interface Variable {
  /** Id of the variable. */
  id: number;
  /** Id of the test. */
  testId: number;
  /** Name of the variable. */
  name: string;
  /** Name of a group. Pages show the variables of a group together. */
  group: string | null;
  /** The position in the list of variables. */
  order: number;
  /** Names of the labels from which the variable is computed. */
  labels: string[];
  /** JavaScript that computes the number. Absent when the variable has no function. */
  calculation?: string;
  /** Models that detect changes of this variable. */
  changeDetection: ChangeDetection[];
  [k: string]: unknown;
}
/** The variables of a test, grouped by panel. */
export interface AlertingDashboard {
  /** Id of the test. */
  testId: number;
  /** Always empty. Downpour creates no dashboard in another program. */
  uid: string;
  /** Always empty. */
  url: string;
  /** The panels, sorted by name. */
  panels: AlertingPanel[];
  [k: string]: unknown;
}
/** Variables that a page shows together. */
export interface AlertingPanel {
  /** Name of the group. For a variable without a group, the name of the variable. */
  name: string;
  /** The variables, sorted by name. */
  variables: Variable[];
  [k: string]: unknown;
}
/** Statistics of consecutive values with about the same level. */
export interface Level {
  /** The number of values. */
  count: number;
  /** The mean of the values. */
  mean: number;
  /** The standard deviation of the values. */
  deviation: number;
  /** The median of the values. Absent when the model does not use it. */
  median?: number;
  /** The smallest value. Absent when the model does not use it. */
  min?: number;
  /** The largest value. Absent when the model does not use it. */
  max?: number;
  [k: string]: unknown;
}
/** A change of the level of a variable, with the first dataset of the new level. */
export interface Change {
  /** Id of the change. */
  id: number;
  /** Name of the test. */
  testName: string;
  /** Team that owns the test. */
  testOwner: string;
  variable: Variable;
  dataset: DatasetInfo;
  /** Time of the datapoint. */
  timestamp: number;
  /** True when a user has confirmed the change. */
  confirmed: boolean;
  /** A text by a user, or else the explanation of the model. */
  description: string | null;
  /** The model that detected it. */
  model: string;
  /** Fingerprint of the series. */
  fingerprint: { [k: string]: unknown };
  before?: Level;
  after: Level;
  /** The confidence of the model, from 0 to 1. Absent for models that only compare values. */
  confidence?: number;
  /** The values that the model compared, in words. */
  explanation: string;
  [k: string]: unknown;
}
/** Ids of a dataset. */
export interface DatasetInfo {
  /** Id of the dataset. */
  id: number;
  /** Id of the run. */
  runId: number;
  /** The position of the dataset in its run, counted from 0. */
  ordinal: number;
  /** Id of the test. */
  testId: number;
  [k: string]: unknown;
}
/** The progress of a recalculation of datapoints. */
export interface DatapointRecalculation {
  /** The percentage of datasets that are done. */
  percentage: number;
  /** True when the recalculation is over. */
  done: boolean;
  /** The number of datasets found so far. */
  totalDatasets: number;
  /** The number of datasets that failed and will be tried again. */
  errors: number;
  /** Always empty. The log of the test names datasets without a value. */
  datasetsWithoutValue: DatasetInfo[];
  [k: string]: unknown;
}
/** The time of the last datapoint of a variable. */
export interface LastDatapoint {
  /** Id of the variable. */
  variable: number;
  /** Time of the datapoint. */
  timestamp: number;
  [k: string]: unknown;
}
/** A run that a user or program announced. */
export interface RunExpectation {
  /** Id of the expectation. */
  id: number;
  /** Id of the test. */
  testId: number;
  /** The time by which the run must arrive, epoch milliseconds. */
  expectedBefore: number;
  /** The person or program that expects the run. */
  expectedBy: string;
  /** An address with more information. */
  backlink: string | null;
  [k: string]: unknown;
}
/** A method that detects changes. */
export interface DetectionModel {
  /** Name of the model. */
  name: string;
  /** A name for people. */
  title: string;
  /** Description of the model. */
  description: string;
  /** Settings of the model. */
  ui: DetectionSetting[];
  /** Default values of the settings. */
  defaults: { [k: string]: unknown };
  [k: string]: unknown;
}
/** A setting of a model. */
export interface DetectionSetting {
  /** Name of the setting. */
  name: string;
  /** A name for people. */
  title: string;
  /** Meaning of the setting. */
  description: string;
  /** The form element for the setting. */
  type: 'LOG_SLIDER' | 'ENUM' | 'NUMBER_BOUND';
  /** Limits of the form element. A slider has `min`, `max`, `unit`, `discrete` and `scale`, by which its units are divided. An ENUM has `options`, with the title of each value. */
  properties: { [k: string]: unknown };
  [k: string]: unknown;
}
/** A missing-data rule: how often Downpour expects a dataset. */
export interface MissingDataRule {
  /** Id of the rule. */
  id: number;
  /** Id of the test. */
  testId: number;
  /** Name of the rule. Notifications show it. */
  name: string | null;
  /** Names of the labels that the condition receives. */
  labels: string[];
  /** A JavaScript function that returns true for datasets that count. */
  condition: string | null;
  /** The longest time without a dataset that counts, in milliseconds. */
  maxStaleness: number;
  /** Time of the last notification. */
  lastNotification: number | null;
  [k: string]: unknown;
}
/** Entries of the audit, the latest first. */
export interface AuditPage {
  /** The entries of this page. */
  entries: AuditEntry[];
  /** The position of the next page. Absent on the last page. */
  next?: string;
}
/** One request for a change. */
export interface AuditEntry {
  /** When Downpour received the request. */
  at: number;
  /** Id of the request, by which you find it in the log. */
  requestId: string;
  /** Name of the user who sent the request. */
  user: string;
  /** The kind of credentials of the request. */
  by: 'key' | 'password' | 'token';
  /** Id of the API key. Absent when the request had no key. */
  keyId?: number;
  /** Name of the operation (`operationId`). */
  operation: string;
  /** Variables of the path, such as ids. Absent when the path has no variables. */
  path?: {
    /** The value as text. */
    [k: string]: string;
  };
  /** Users that the request changes and that the body names. Absent when the path names the user, and when the request changes no user. */
  users?: string[];
  /** Ids in the answer. Absent when the answer has no ids. */
  made?: number[];
  /** HTTP status of the answer. */
  status: number;
}
/** A schema. */
export interface Schema {
  /** Id of the schema. */
  id: number;
  /** The unique name. */
  name: string;
  /** The unique URI. */
  uri: string;
  /** A description for people. */
  description: string | null;
  /** The JSON Schema of the documents. Null when there is no JSON Schema. */
  schema: { [k: string]: unknown } | null;
  /** The owning team. */
  owner: string;
  access: Access;
  [k: string]: unknown;
}
/** A label: a value that Downpour reads from each document of a schema. */
export interface Label {
  /** Id of the label. */
  id: number;
  /** Name of the label, unique in the schema. Labels of the same name in several schemas mean the same. */
  name: string;
  /** Extractors, which read the values for the function. */
  extractors: Extractor[];
  /** A JavaScript function that computes the value of the label from the extracted values. With one extractor it gets the value of this extractor. With several it gets an object of the values by the names of the extractors. */
  function: string | null;
  /** True for a filtering label, whose values group runs, such as a branch. */
  filtering: boolean;
  /** True for a metrics label, whose values are measurements. */
  metrics: boolean;
  /** The owning team. */
  owner: string;
  access: Access;
  /** Id of the schema. */
  schemaId: number;
  /** The version of the label, which differs after each change. Send it as `replaces` to change exactly this version. The export of a schema does not have it. */
  version?: string;
  [k: string]: unknown;
}
/** An extractor: it reads a value of a document, which a function then receives. */
export interface Extractor {
  /** Name of the value for the function. */
  name: string;
  /** The path of the value. */
  jsonpath: string;
  /** True extracts all matches as an array, false the first match. */
  isarray: boolean;
  [k: string]: unknown;
}
/** A transformer: it makes datasets of documents of a schema. */
export interface Transformer {
  /** Id of the transformer. */
  id: number;
  /** Name of the transformer. */
  name: string;
  /** A description for people. */
  description: string | null;
  /** URI of the schema that Downpour writes into the output, where the output names no schema. */
  targetSchemaUri: string | null;
  /** Extractors, which read the values for the function. */
  extractors: Extractor[];
  /** A JavaScript function that makes datasets of the extracted values. With one extractor it gets the value of this extractor. With several it gets an object of the values by the names of the extractors. A list makes one dataset per element. An empty list makes none. */
  function: string | null;
  /** The owning team. */
  owner: string;
  access: Access;
  /** Id of the schema. */
  schemaId: number;
  /** URI of the schema. */
  schemaUri: string;
  /** Name of the schema. */
  schemaName: string;
  [k: string]: unknown;
}
/** A test. */
export interface Test {
  /** Id of the test. */
  id: number;
  /** The unique name. */
  name: string;
  /** The path of the folder. Null means the root. */
  folder: string | null;
  /** A description for people. */
  description: string | null;
  /** The owning team. */
  owner: string;
  access: Access;
  /** Id of the datastore from which the test reads its documents. */
  datastoreId: number;
  /** Names of the labels from which the time of a datapoint is computed. */
  timelineLabels: string[] | null;
  /** A JavaScript function that computes the time from these labels. */
  timelineFunction: string | null;
  /** Names of the labels by which Downpour groups datasets into series. */
  fingerprintLabels: string[] | null;
  /** A JavaScript function that selects the series for change detection. */
  fingerprintFilter: string | null;
  /** A JavaScript function that returns a link to a page that compares runs. */
  compareUrl: string | null;
  /** The transformers of the test, without those that the caller may not see. */
  transformers: Transformer[];
  /** Whether Downpour notifies users of changes of this test. */
  notificationsEnabled: boolean;
  /** Whether Downpour creates variables for runs of the load driver. */
  automaticVariables: boolean;
  /** The version of the test, which differs after each change. Send it as `replaces` to change exactly this version. Only the replies to requests for one test have it. */
  version?: string;
  [k: string]: unknown;
}
/** A server from which Downpour reads documents of runs. */
export interface Datastore {
  /** Id of the datastore. The repository itself has 1. */
  id: number;
  /** A name for people. */
  name: string;
  /** The type of the datastore. */
  type: 'POSTGRES' | 'ELASTICSEARCH' | 'COLLECTORAPI';
  /** The team that owns the datastore. */
  owner: string;
  access: Access;
  /** True for the repository itself. */
  builtIn: boolean;
  config: DatastoreConfig;
  [k: string]: unknown;
}
/** The address and credentials of a datastore, with masked secrets. */
export interface DatastoreConfig {
  /** The address. Absent for the repository itself. */
  url?: string;
  /** True for the repository itself. */
  builtIn: boolean;
  /** The credentials with which Downpour calls the datastore. Asterisks replace secrets. */
  authentication?: {
    /** The kind of authentication. */
    type: 'none' | 'api-key' | 'username';
    /** The masked secret. Absent when there is no secret. */
    apiKey?: string;
    /** Name of the user. */
    username?: string;
    /** The masked password. Absent when there is no password. */
    password?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/** Datapoints of a variable. */
export interface DashboardSeries {
  /** Name of the variable. */
  target: string;
  /** Id of the variable. */
  variableId: number;
  /** Each datapoint is an array of the value, the time in epoch milliseconds, and the id of the dataset. */
  datapoints: number[][];
  [k: string]: unknown;
}
/** A change of a variable, as a dashboard shows it. */
export interface Annotation {
  /** The variable and the place of the change. */
  title: string;
  /** Description of the change, as HTML. */
  text: string;
  /** Always false. */
  isRegion: boolean;
  /** Epoch milliseconds. */
  time: number;
  /** Always 0. */
  timeEnd: number;
  /** Always empty. */
  tags: string[];
  /** Id of the change. */
  changeId: number;
  /** Id of the variable. */
  variableId: number;
  /** Id of the run. */
  runId: number;
  /** The position of the dataset in its run. */
  datasetOrdinal: number;
  [k: string]: unknown;
}
/** A dataset with its document. */
export interface Dataset {
  /** Id of the dataset. */
  id: number;
  /** Id of the run. */
  runId: number;
  /** The position of the dataset in its run, counted from 0. */
  ordinal: number;
  /** Id of the test. */
  testid: number;
  access: Access;
  /** The team that owns the run. */
  owner: string;
  /** When the benchmark started. */
  start: number;
  /** When the benchmark ended. */
  stop: number;
  /** A description for people. */
  description: string | null;
  /** One element for each part of the run that names a schema, or the output of the transformers. */
  data: unknown[];
  /** Violations of JSON Schemas. Null when there are none. */
  validationErrors: ValidationError[] | null;
  [k: string]: unknown;
}
/** A dataset without its document. */
export interface DatasetSummary {
  /** Id of the dataset. */
  id: number;
  /** Id of the run. */
  runId: number;
  /** The position of the dataset in its run, counted from 0. */
  ordinal: number;
  /** Id of the test. */
  testId: number;
  /** Name of the test. Null when the test was deleted, or when the caller may not see it. */
  testname: string | null;
  access: Access;
  /** The team that owns the run. */
  owner: string;
  /** When the benchmark started. */
  start: number;
  /** When the benchmark ended. */
  stop: number;
  /** A description for people. */
  description: string | null;
  /** Elements of the dataset that name a known schema. */
  schemas: SchemaUsage[];
  /** Violations of JSON Schemas. Null when there are none. */
  validationErrors: ValidationError[] | null;
  /** Label values, by columns of a view and names of labels. The view is the requested one, else the default view of the test. */
  view?: { [k: string]: unknown };
  [k: string]: unknown;
}
/** One page of datasets. */
export interface DatasetList {
  /** The number of datasets on all pages. */
  total: number;
  /** The datasets of this page. */
  datasets: DatasetSummary[];
  [k: string]: unknown;
}
/** A type of datastore. */
export interface DatastoreType {
  /** The name of the type, as in a datastore. */
  enumName: string;
  /** The same name. */
  name: string;
  /** A name for people. */
  label: string;
  /** Supported kinds of authentication. */
  supportedAuths: string[];
  /** True for the repository itself. */
  builtIn: boolean;
  [k: string]: unknown;
}
/** The result of a call to a datastore. */
export interface DatastoreTestResponse {
  /** True when the server answers like a datastore of this type. */
  success: boolean;
  /** The answer of the server, or the reason of the failure. */
  msg: string;
  [k: string]: unknown;
}
/** A profile: which datasets are compared with which baseline, and by which models. */
export interface ExperimentProfile {
  /** Id of the profile. */
  id: number;
  /** Id of the test. */
  testId: number;
  /** Name of the profile. */
  name: string;
  /** Names of the labels that the selector receives. */
  selectorLabels?: string[] | null;
  /** A JavaScript function that selects datasets. */
  selectorFilter?: string | null;
  /** Names of the labels that the baseline's function receives. */
  baselineLabels?: string[] | null;
  /** A JavaScript function that selects datasets. */
  baselineFilter?: string | null;
  /** The variables to compare, each with a model. */
  comparisons?: ExperimentComparison[] | null;
  /** Names of labels whose values a result shows. */
  extraLabels?: string[] | null;
  [k: string]: unknown;
}
/** The value of a dataset, compared with the values of the baseline. */
export interface ComparisonResult {
  /** The verdict. */
  overall: 'BETTER' | 'SAME' | 'WORSE';
  /** The value of the dataset. */
  experimentValue: number;
  /** The mean of the baseline. */
  baselineValue: number;
  /** The difference in percent. */
  result: string;
  [k: string]: unknown;
}
/** The result of a profile for a dataset. */
export interface ExperimentResult {
  /** The profile. Null when no profile selects the dataset. */
  profile: ExperimentProfile | null;
  /** Failed comparisons with their reasons. */
  logs: LogEntry[];
  datasetInfo: DatasetInfo;
  /** The datasets of the baseline, the newest first. */
  baseline: DatasetInfo[];
  /** Results by name of the variable. */
  results: {
    [k: string]: ComparisonResult;
  };
  /** Values of the extra labels of the profile. */
  extraLabels: { [k: string]: unknown } | null;
  /** Whether Downpour sends notifications for the test. */
  notify: boolean;
  [k: string]: unknown;
}
/** An entry of a log. */
export interface LogEntry {
  /** Id of the entry. */
  id: number;
  /** The level: 0 debug, 1 info, 2 warning, 3 error. */
  level: number;
  /** Epoch milliseconds. */
  timestamp: number;
  /** The event in a sentence. */
  message: string;
  /** Id of the test. */
  testId: number;
  /** The source of the entry. Only the log about datasets has it. */
  source?: string;
  /** Id of the run. */
  runId?: number;
  /** Id of the dataset. */
  datasetId?: number;
  /** The position of the dataset in its run, counted from 0. */
  datasetOrdinal?: number;
  /** The kind of event that was sent. */
  event?: string;
  /** The kind of the action. */
  type?: string;
  [k: string]: unknown;
}
/** The label values of a dataset. */
export interface ExportedLabelValues {
  /** Values by name of the label. */
  values: { [k: string]: unknown };
  /** Id of the run. */
  runId: number;
  /** Id of the dataset. */
  datasetId: number;
  /** When the run started, in epoch milliseconds. */
  start: number;
  /** When the run stopped, in epoch milliseconds. */
  stop: number;
  [k: string]: unknown;
}
/** The value of a label in a dataset. */
export interface LabelValue {
  /** Id of the label. */
  id: number;
  /** Name of the label. */
  name: string;
  schema: SchemaDescriptor;
  /** The value of the label. */
  value: { [k: string]: unknown };
  [k: string]: unknown;
}
/** Name and URI of a schema. */
export interface SchemaDescriptor {
  /** Id of the schema. */
  id: number;
  /** The unique name. */
  name: string;
  /** The unique URI. */
  uri: string;
  [k: string]: unknown;
}
/** The value that a label would have. */
export interface LabelPreview {
  /** The value, or the reason why there is no value. */
  value: { [k: string]: unknown };
  /** Output of the function to its console, or the reason why an extractor failed. */
  output: string | null;
  [k: string]: unknown;
}
/** The values of the labels by which a test groups its datasets. */
export interface Fingerprints {
  /** The values, one entry for each label. */
  values: FingerprintValue[];
  [k: string]: unknown;
}
/** A value of a fingerprint label. An object has its members as children. */
export interface FingerprintValue {
  /** Name of the label or member. */
  name: string;
  /** The value. Null for an object. */
  value: string | number | boolean | unknown[] | null;
  /** The members of an object. */
  children: FingerprintValue[] | null;
  [k: string]: unknown;
}
/** All labels of one name. */
export interface LabelInfo {
  /** Name of the labels. */
  name: string;
  /** True when one of them is a metrics label. */
  metrics: boolean;
  /** True when one of them is a filtering label. */
  filtering: boolean;
  /** The schemas that have a label of this name. */
  schemas: SchemaDescriptor[];
  [k: string]: unknown;
}
/** The entries that Downpour tries again. */
export interface TriedAgain {
  /** The number of entries. */
  sent: number;
  /** True when this is all failed work. False means that you can send the request again for more. */
  isAll: boolean;
  [k: string]: unknown;
}
/** The progress of a recalculation. */
export interface RecalculationStatus {
  /** When the recalculation began, in milliseconds since 1970. Without a recalculation, the present time. */
  timestamp: number;
  /** The number of runs of the recalculation, including runs that the caller may not see. */
  totalRuns: number;
  /** The number of runs that are done. Downpour tries failed runs again by itself. */
  finished: number;
  /** The number of datasets that the recalculation made. */
  datasets: number;
  failure?: WorkFailure1;
  [k: string]: unknown;
}
/** Work that failed at every attempt. */
export interface WorkFailure1 {
  /** The kind of work. `datapoints`: values of variables. `recalculation`: work on many runs. `index`: the index of a large document. `removal`: deletion of a record, or of its last parts. `event`, `webhook`: delivery of an event. `query`: a query of a datastore. */
  what:
    | 'datasets'
    | 'labels'
    | 'datapoints'
    | 'recalculation'
    | 'index'
    | 'removal'
    | 'event'
    | 'webhook'
    | 'query';
  /** Id of the run. Absent for a recalculation. */
  runId?: number;
  /** Id of the dataset. Absent when the work is about the whole run. */
  datasetId?: number;
  /** Id of the test. Absent when `runId` or `datasetId` identifies the work. */
  testId?: number;
  /** Id of the action. */
  actionId?: number;
  /** The event, or a description of the runs or records. Absent when ids identify the work. */
  of?: string;
  /** When the last attempt failed, in milliseconds since 1970. */
  failedAt: number;
  /** The error of the last attempt. */
  reason: string;
  /** The request that tries the work again. */
  again: string;
  [k: string]: unknown;
}
/** A page of failures. */
export interface WorkFailures {
  /** The failures of this page. */
  failures: WorkFailure[];
  /** The cursor of the next page. Absent on the last page. */
  next?: string;
  [k: string]: unknown;
}
/** The parts of a report page. */
export interface RunReport {
  /** HTML of the sections, without scripts, styles and the surrounding document. All texts of the run are escaped. */
  markup: string;
  /** The data of the charts: JSON, compressed with gzip, in Base64. */
  data: string;
  /** The version of Downpour that made the report. */
  version: string;
}
/** The result of a comparison of runs. */
export interface RunComparison {
  /** The result. `invalid` means that these runs cannot be compared. */
  outcome: 'worse' | 'not worse' | 'cannot tell' | 'invalid';
  /** The reason in a sentence. */
  reason: string;
  /** An action that would give a result, or make the runs comparable. */
  cure?: string;
  /** The runs of the first side. */
  baseline: ComparedRun[];
  /** The runs of the second side. */
  candidate: ComparedRun[];
  /** The order of the runs in time. */
  order: {
    /** The runs of both sides, the earliest first. */
    runs: {
      /** The side of the run. */
      side: 'baseline' | 'candidate';
      /** The name of the run, such as `run 12`. */
      name: string;
      /** Epoch milliseconds. */
      startTime: number;
    }[];
    /** True when neither side ended before the other began. A slow drift then affects both sides. */
    interleaved: boolean;
  };
  /** Facts that are not the same in all runs. Differences of the definition are first. */
  differences: RunDifference[];
  /** Reasons why the runs cannot be compared. */
  problems: string[];
  /** Reasons why the numbers may mislead. */
  warnings: string[];
  /** The limits with their results. Empty when the outcome is `invalid`. */
  gates: JudgedGate[];
  /** All measures without a limit. Empty when one run is compared with one run. */
  explored: ExploredChange[];
  /** The spread within each run, when one run is compared with one run. Otherwise empty. */
  within: SpreadOfRuns[];
}
/** A run of the comparison. */
export interface ComparedRun {
  /** The name of the run, such as `run 12`. */
  name: string;
  /** Id of the run. */
  id?: number;
  /** Name of the benchmark. */
  benchmark: string;
  /** The state of the run. */
  state: 'passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete';
  /** Epoch milliseconds. */
  startTime: number;
  /** True when the load generator may have distorted the numbers. */
  suspect: boolean;
}
/** A fact that is not the same in all runs. */
export interface RunDifference {
  /** The fact, such as `target`. */
  what: string;
  /** Each value with its runs. */
  values: {
    /** The value as text. */
    value: string;
    /** Names of the runs. */
    runs: string[];
  }[];
  /** True: the load differs, so the runs cannot be compared. False: the fact may explain a change. */
  ofDefinition: boolean;
}
/** A limit with its result. */
export interface JudgedGate {
  subject: MeasuredSubject;
  measure: RunMeasure;
  /** The value of each run of the first side, in the order of its runs. */
  baseline: number[];
  /** The value of each run of the second side, in the order of its runs. */
  candidate: number[];
  /** The estimated change (Hodges and Lehmann's shift). */
  estimate: number;
  interval?: ChangeInterval;
  /** The p value of the exact rank test. */
  p: number;
  /** The smallest change for the worse that such a comparison detects in 4 of 5 cases. */
  visible?: number;
  /** The limit. 0.1 means 10 %, or 10 percentage points. */
  limit: number;
  /** The result of this limit. */
  outcome: 'worse' | 'not worse' | 'cannot tell';
  /** The confidence level of the interval, after Holm's correction. */
  level: number;
  /** The p value of a change beyond the limit, after Holm's correction. */
  adjusted: number;
  /** The reason in a sentence. */
  reason: string;
  /** An action that would give a result. */
  cure?: {
    /** The action in words. */
    text: string;
    /** The runs to add. */
    runs?: {
      /** The number of runs to add to the first side. */
      baseline: number;
      /** The number of runs to add to the second side. */
      candidate: number;
    };
  };
}
/** The requests that a measure is about: those of a phase, a metric or one request. Without members, all requests. */
export interface MeasuredSubject {
  /** Name of the phase. */
  phase?: string;
  /** Name of the metric. */
  metric?: string;
  /** The request, when the metric has several. */
  request?: string;
}
/** A measure: one number of each run, by which runs are compared. */
export interface RunMeasure {
  /** Name of the measure, such as `p99`, `mean`, `errors` or `throughput`. */
  name: string;
  /** Unit of the values. `share` is a number from 0 to 1. */
  unit: 'ns' | 'share' | 'perSec';
  /** The kind of change: a ratio (0.1 means 10 % more), or a difference (0.01 means one percentage point). */
  kind: 'ratio' | 'difference';
  /** The direction in which the measure gets worse. */
  worse: 'higher' | 'lower';
  /** The quantile, when the measure is a response time. From 0 to 1. */
  quantile?: number;
}
/** A confidence interval of the change. */
export interface ChangeInterval {
  /** The lower end. */
  low: number;
  /** The upper end. */
  high: number;
  /** The probability that such an interval contains the true change, from 0 to 1. */
  confidence: number;
}
/** The change of a measure without a limit. It does not influence the outcome. */
export interface ExploredChange {
  subject: MeasuredSubject;
  measure: RunMeasure;
  /** The value of each run of the first side, in the order of its runs. */
  baseline: number[];
  /** The value of each run of the second side, in the order of its runs. */
  candidate: number[];
  /** The estimated change (Hodges and Lehmann's shift). */
  estimate: number;
  interval?: ChangeInterval;
  /** The p value of the exact rank test. */
  p: number;
  /** The smallest change for the worse that such a comparison detects in 4 of 5 cases. */
  visible?: number;
  /** The p value after Benjamini and Hochberg's correction over all measures without a limit. */
  adjusted: number;
  /** True when `adjusted` is at most 5 %. */
  significant: boolean;
}
/** A response time in each of two runs, with its spread within the run. */
export interface SpreadOfRuns {
  subject: MeasuredSubject;
  measure: RunMeasure;
  baseline: SpreadInRun;
  candidate: SpreadInRun;
}
/** A number of a run, with a range of values that the same run could have had. Nanoseconds. */
export interface SpreadInRun {
  /** The measured value. */
  value: number;
  /** The lower end. Absent when there are too few responses. */
  low?: number;
  /** The upper end. Absent when there are too few responses. */
  high?: number;
  /** True when the range includes the variation over time. */
  widened?: true;
}
/** The number of runs of a test. */
export interface RunCount {
  /** All runs, inside and outside the trash. */
  total: number;
  /** Runs that are not in the trash. */
  active: number;
  /** Runs in the trash. */
  trashed: number;
  [k: string]: unknown;
}
/** A list of schedules. */
export interface SchedulesSummary {
  /** The schedules, sorted by name. */
  schedules: ScheduleSummary[];
  [k: string]: unknown;
}
/** A schedule. */
export interface ScheduleSummary {
  /** Name of the schedule. */
  name: string;
  /** The timetable in the form of cron. A timetable that cron cannot express has the form of EventBridge. */
  cron: string;
  /** The timetable in the form of EventBridge. */
  expression: string;
  /** The time zone of the timetable. */
  timezone: string;
  /** Name of the benchmark. */
  benchmark: string;
  /** Name of the user who owns the bursts of the schedule. */
  user: string;
  /** Id of the API key that starts the bursts of the schedule. */
  keyId: number;
  /** When the schedule was created, epoch milliseconds. */
  createdAt: number;
  /**
   * The next three times of the schedule. Fewer when it ends before.
   *
   * Items: Epoch milliseconds.
   */
  next: number[];
  /** Why the schedule will start no burst at one of these times: its API key is revoked, has expired, or ends before. Absent when the key is valid at these times. */
  keyProblem?: string;
  /** The result of the schedule's last time. Absent before the first time. */
  last?: {
    /** The planned time, epoch milliseconds. */
    at: number;
    /** Id of the burst. Absent when no burst was started. */
    burst?: string;
    /** The state of a burst. `inconclusive`: the load generator was unhealthy for too long, so the target cannot be judged. `incomplete`: a part of the planned load was not sent or not measured. */
    state?:
      'planning' | 'running' | 'merging' | 'passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete';
    /** Id of the run with the result. Absent until Downpour has stored the run, and where `state` is absent. */
    runId?: number;
    /** The reason why no burst was started. */
    problem?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/** A page of schemas. */
export interface SchemaQueryResult {
  /** The schemas of this page. */
  schemas: Schema[];
  /** The number of schemas that the caller may see. */
  count: number;
  [k: string]: unknown;
}
/** A place that uses a label. */
export interface LabelLocation {
  /** The kind of place. */
  type: 'FINGERPRINT' | 'MISSINGDATA_RULE' | 'VARIABLE' | 'VIEW';
  /** Id of the test. */
  testId: number;
  /** Name of the test. */
  testName: string;
  /** Id of the rule. */
  ruleId?: number;
  /** Name of the missing-data rule. */
  ruleName?: string | null;
  /** Id of the variable. */
  variableId?: number;
  /** Name of the variable. */
  variableName?: string;
  /** Id of the view. */
  viewId?: number;
  /** Name of the view. */
  viewName?: string;
  /** Id of the column in the view. */
  componentId?: number;
  /** Header of the column. */
  header?: string;
  [k: string]: unknown;
}
/** A page of tests. */
export interface TestQueryResult {
  /** The tests of this page. */
  tests: Test[];
  /** The number of tests that the caller may see. */
  count: number;
  [k: string]: unknown;
}
/** A page of the tests of a folder. */
export interface TestListing {
  /** The tests of this page. */
  tests: TestSummary[];
  /** The number of tests of the folder that the caller may see. */
  count: number;
  [k: string]: unknown;
}
/** A test in a list. */
export interface TestSummary {
  /** Id of the test. */
  id: number;
  /** The unique name. */
  name: string;
  /** The path of the folder. Null means the root. */
  folder: string | null;
  /** A description for people. */
  description: string | null;
  /** The number of datasets of these runs. */
  datasets: number;
  /** The number of runs outside the trash that the caller may see. */
  runs: number;
  /** The owning team. */
  owner: string;
  access: Access;
  /** Id of the datastore from which the test reads its documents. */
  datastoreId: number;
  newest?: RunOutcome;
  /** The last runs outside the trash that the caller may see, sorted by start. Present only when the request has `last`. */
  outcomes?: SmallOutcome[];
  /** The number of changes that no user has confirmed or dismissed, among the latest 2,000 changes of all tests. 100 means 100 or more. Present only when the request has `last`. */
  openChanges?: number;
  [k: string]: unknown;
}
/** The outcome of a run, in a list of tests. */
export interface SmallOutcome {
  /** Id of the run. */
  id: number;
  /** When the benchmark started. */
  start: number;
  /** How the run ended. Null for documents of other tools. */
  state: RunState | null;
  /** The 99th percentile of the response times in nanoseconds (`latencyNsP99` of the run's outcome). */
  p99: number | null;
  [k: string]: unknown;
}
/** The outcomes of the runs of a test, in columns. Every column has one value for each run, in the same order. A value is null when the run does not have it, for example when an older release stored the run. */
export interface RunTrend {
  /** Ids of the runs, sorted by start. */
  id: number[];
  /** When the benchmarks started. */
  start: number[];
  /** How the runs ended. */
  state: (RunState | null)[];
  /** Hashes of the load. */
  definition: (string | null)[];
  /** The series. The first one is the total of each run. Then follow up to 20 metrics, those of the most runs first. A run has values for at most five metrics. */
  series: TrendSeries[];
  /** The number of metrics that are left out, because there are more than 20. */
  metricsLeft: number;
  /** True when the test has earlier runs. */
  more: boolean;
  [k: string]: unknown;
}
/** The numbers of all requests, or of one metric of one phase. One value for each run. */
export interface TrendSeries {
  /** Name of the phase. Null for the total. */
  phase: string | null;
  /** Name of the metric. Null for the total. */
  metric: string | null;
  /** The number of requests. */
  requests: (number | null)[];
  /** The number of failed requests. */
  failed: (number | null)[];
  /** Requests per second during the phase of the metric. For the total, during all phases outside warm-ups. For runs that an older release stored, between the start and the end of the run. */
  rate: (number | null)[];
  /** The median of the response times in nanoseconds. */
  p50: (number | null)[];
  /** The 99th percentile of the response times in nanoseconds. */
  p99: (number | null)[];
  [k: string]: unknown;
}
/** Name of a transformer. */
export interface TransformerInfo {
  /** Id of the schema. */
  schemaId: number;
  /** URI of the schema. */
  schemaUri: string;
  /** Name of the schema. */
  schemaName: string;
  /** Id of the transformer. */
  transformerId: number;
  /** Name of the transformer. */
  transformerName: string;
  [k: string]: unknown;
}
/** An upload in parts. */
export interface RunUpload {
  /** Id of the upload. Its run will have the same id. */
  id: number;
  /** The state. `open`: parts are missing. `uploaded`: all parts have arrived, and the upload can be completed. `stored`: the run exists. `gone`: the parts expired, or Downpour refused the document. */
  state: 'open' | 'uploaded' | 'stored' | 'gone';
  /** Bytes of the document. */
  sizeBytes: number;
  /** Bytes of every part except the last. */
  partBytes: number;
  /** The missing parts. */
  missing: RunUploadPart[];
  /** When Downpour deletes the parts, in epoch milliseconds. */
  expiresAt: number;
  /** When the URLs expire, in epoch milliseconds. Null when no parts are missing. */
  urlsExpireAt: number | null;
  /** The reason why Downpour could not read the document. The next request to complete the upload reads it again. Absent when the reading did not fail. */
  unread?: string;
}
/** A part of a document. */
export interface RunUploadPart {
  /** Number of the part, counted from 1. */
  number: number;
  /** Offset of its first byte in the document. */
  start: number;
  /** The number of bytes. */
  bytes: number;
  /** PUT exactly this number of bytes to this URL. */
  url: string;
}
/** A token with which a caller may send requests for some minutes. */
export interface Token {
  /** A JSON Web Token. */
  access_token: string;
  /** The scheme of the header `Authorization`. */
  token_type: 'Bearer';
  /** Seconds until the token expires. */
  expires_in: number;
  /** Always 0, because there is no refresh token. */
  refresh_expires_in: number;
  [k: string]: unknown;
}
/** The caller of a request. */
export interface Me {
  /** Name of the user. */
  user: string;
  /** The kind of credentials of the request. */
  by: 'key' | 'password' | 'token';
  /** Id of the API key. Null when the request has no key. */
  keyId: number | null;
  /** The role: `admin` when the caller acts as an administrator. */
  role: 'user' | 'admin';
  /** Scopes of the caller. */
  scopes: Scope[];
  /** Teams of the user. The user's own team is first. */
  teams: TeamRoles[];
  /** Limits on bursts that are started with the key. Null when only the limits of the deployment apply. */
  limits: KeyLimits | null;
  /** When the credentials expire, epoch milliseconds. Null when there is no fixed end, or when it is unknown. */
  expiresAt: number | null;
  [k: string]: unknown;
}
/** A team and the roles in it. */
export interface TeamRoles {
  /** Name of the team. */
  team: string;
  /** Roles of the caller in the team. */
  roles: TeamRole[];
  [k: string]: unknown;
}
/** The storage of teams. */
export interface TeamStorage {
  /** The largest number of bytes of each team. Null means no limit. */
  bytesMax: number | null;
  /**
   * The teams, sorted by name.
   *
   * Items: A team.
   */
  teams: {
    /** Name of the team. */
    team: string;
    /** Bytes of the team's runs. */
    usedBytes: number;
  }[];
}
/** A view: the columns of a list of datasets. */
export interface View {
  /** Id of the view. */
  id: number;
  /** Id of the test. */
  testId: number;
  /** Name of the view. */
  name: string;
  /** Columns of the view. */
  components: ViewComponent[];
  [k: string]: unknown;
}
/** A column of a view. */
export interface ViewComponent {
  /** Id of the column in the view. */
  id: number;
  /** Text above the column. */
  headerName: string;
  /** The position of the column. */
  headerOrder: number;
  /** Names of the labels that the column shows. */
  labels: string[];
  /** A JavaScript function that returns the text of the cell from the values of the labels. */
  render?: string;
  [k: string]: unknown;
}

/**
 * The facts about each operation that the pipeline needs. Schemas are JSON Schema 2020-12 with all references
 * resolved.
 */
export const operations = {
  "openapi": {"method":"GET","path":"/openapi","secured":false,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"format":{"type":"string","enum":["json","yaml","html"]}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "version": {"method":"GET","path":"/api/config/version","secured":false,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "keycloak": {"method":"GET","path":"/api/config/keycloak","secured":false,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "web-config": {"method":"GET","path":"/api/config/web","secured":false,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-outline": {"method":"GET","path":"/api/run/{id}/outline","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"path":{"type":"string","default":"$"},"limit":{"type":"integer","minimum":1,"maximum":1000,"default":100},"cursor":{"type":"string"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "queryrun": {"method":"GET","path":"/api/sql/{id}/queryrun","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"query":{"type":"string"},"array":{"type":"string","default":"false"},"uri":{"type":"string"},"schemaUri":{"type":"string"},"dialect":{"type":"string","enum":["jsonpath","sql"]},"lenient":{"type":"string","pattern":"^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])?$","default":"false"},"explain":{"type":"string","pattern":"^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])?$","default":"false"},"redirect":{"type":"boolean","default":true}},"required":["query"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "testjsonpath": {"method":"GET","path":"/api/sql/testjsonpath","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"query":{"type":"string"},"dialect":{"type":"string","enum":["jsonpath","sql"]},"lenient":{"type":"string","pattern":"^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])?$","default":"false"}},"required":["query"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-upload": {"method":"POST","path":"/api/run/data","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"string"},"start":{"type":"string"},"stop":{"type":"string"},"owner":{"type":"string","pattern":"^.{1,59}-team$"},"access":{"type":"string","enum":["PUBLIC","PROTECTED","PRIVATE","0","1","2"]},"schema":{"type":"string","minLength":1,"maxLength":1024},"description":{"type":"string","maxLength":4096}},"required":["test","start","stop"],"additionalProperties":false},"header":{"type":"object","properties":{"idempotency-key":{"type":"string","minLength":1,"maxLength":255}},"required":[],"additionalProperties":true}},"body":{}},
  "run-list": {"method":"GET","path":"/api/run/list","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"string","minLength":1},"query":{"type":"string"},"roles":{"type":"string"},"matchAll":{"type":"boolean","default":false},"from":{"type":"integer","minimum":-8640000000000000,"maximum":8640000000000000},"to":{"type":"integer","minimum":-8640000000000000,"maximum":8640000000000000},"state":{"type":"array","items":{"type":"string","enum":["passed","failed","inconclusive","stopped","incomplete"]},"maxItems":5},"benchmark":{"type":"string","minLength":1,"maxLength":1003},"text":{"type":"string","maxLength":256},"trashed":{"type":"boolean","default":false},"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":1,"default":1},"cursor":{"type":"string","maxLength":100},"sort":{"type":"string","enum":["id","start","stop","(stop - start)","testid","testname","test.name","name","owner","access","description","trashed","datasets"],"default":"start"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-autocomplete": {"method":"GET","path":"/api/run/autocomplete","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"query":{"type":"string","maxLength":8192}},"required":["query"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-get": {"method":"GET","path":"/api/run/{id}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-delete": {"method":"DELETE","path":"/api/run/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-data": {"method":"GET","path":"/api/run/{id}/data","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"schemaUri":{"type":"string","minLength":1,"maxLength":1024},"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-histograms": {"method":"GET","path":"/api/run/{id}/histograms","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "apikey-create": {"method":"POST","path":"/api/user/apikey","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","additionalProperties":false,"properties":{"name":{"type":["string","null"],"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"type":{"type":"string","enum":["USER","BROWSER"],"default":"USER"},"expiresInHours":{"type":"integer","minimum":1,"maximum":168},"role":{"type":"string","enum":["user","admin"],"default":"user"},"user":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}$"},"expiresInDays":{"type":"integer","minimum":1,"maximum":3650},"unusedDays":{"type":"integer","minimum":0,"maximum":3650},"scopes":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["read","upload","drive","admin"]}},"dialect":{"type":"string","enum":["jsonpath","sql"]},"limits":{"type":"object","additionalProperties":false,"properties":{"usersPerSecMax":{"type":"number","minimum":0.000001,"maximum":1000000000000},"sessionsMax":{"type":"number","minimum":0.000001,"maximum":1000000000000},"durationMsMax":{"type":"number","minimum":0.000001,"maximum":1000000000000},"shardsMax":{"type":"integer","minimum":1,"maximum":1000000},"connectionsMax":{"type":"number","minimum":0.000001,"maximum":1000000000000},"dollarsMax":{"type":"number","minimum":0.000001,"maximum":1000000000000},"burstsAtOnceMax":{"type":"integer","minimum":1,"maximum":100}}}}}},
  "apikey-list": {"method":"GET","path":"/api/user/apikey","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"type":{"type":"string","enum":["USER","BROWSER"],"default":"USER"},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "apikey-rename": {"method":"PUT","path":"/api/user/apikey/{id}/rename","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"string","minLength":1,"maxLength":255}},
  "apikey-revoke": {"method":"PUT","path":"/api/user/apikey/{id}/revoke","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "once-create": {"method":"POST","path":"/api/user/once","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","additionalProperties":false,"properties":{"role":{"type":"string","enum":["user","admin"],"default":"user"},"scopes":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["read","upload","drive","admin"]}},"expiresInHours":{"type":"integer","minimum":1,"maximum":168,"default":12}}}},
  "once-exchange": {"method":"POST","path":"/api/user/once/key","secured":false,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["code"],"additionalProperties":false,"properties":{"code":{"type":"string","pattern":"^[A-Za-z0-9_-]{43}$"},"name":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}}}},
  "burst-list": {"method":"GET","path":"/api/burst","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20},"before":{"type":"string","pattern":"^\\d{15}#.{1,80}$"},"active":{"type":"boolean","default":false}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "burst-start": {"method":"POST","path":"/api/burst","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{"idempotency-key":{"type":"string","minLength":1,"maxLength":255}},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["document"],"additionalProperties":false,"properties":{"document":{"type":"string","minLength":1},"file":{"type":"string"},"parameters":{"type":"object","additionalProperties":{"type":"string"}},"shards":{"type":"integer","minimum":1,"maximum":10000},"executor":{"type":"string","enum":["lambda","fargate"]},"regions":{"type":"object","minProperties":1,"maxProperties":16,"additionalProperties":{"type":"integer","minimum":1,"maximum":1000}},"seed":{"type":"integer","minimum":0},"maxErrors":{"type":"number","minimum":0,"maximum":1},"stopOnFailure":{"type":"boolean"},"id":{"type":"string","pattern":"^b-[0-9]{8}-[0-9]{6}-[0-9a-z]{4}$"},"files":{"type":"object","required":["upload","list"],"additionalProperties":false,"properties":{"upload":{"type":"string","pattern":"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"},"list":{"type":"array","maxItems":100,"items":{"type":"object","required":["path","sha256","bytes"],"additionalProperties":false,"properties":{"path":{"type":"string","minLength":1,"maxLength":200},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"bytes":{"type":"integer","minimum":0,"maximum":50000000}}}}}},"holdS":{"type":"integer","minimum":5,"maximum":3600},"dryRun":{"type":"boolean"}}}},
  "burst-files": {"method":"POST","path":"/api/burst/files","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["files"],"additionalProperties":false,"properties":{"files":{"type":"array","minItems":1,"maxItems":100,"items":{"type":"object","required":["sha256","bytes"],"additionalProperties":false,"properties":{"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"bytes":{"type":"integer","minimum":0,"maximum":50000000},"content":{"type":"string"}}}}}}},
  "burst-get": {"method":"GET","path":"/api/burst/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,64}$"}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"holdS":{"type":"integer","minimum":5,"maximum":3600}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "burst-seconds": {"method":"GET","path":"/api/burst/{id}/seconds","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,64}$"}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"after":{"type":"integer","minimum":0,"maximum":9007199254740991}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "burst-stop": {"method":"PUT","path":"/api/burst/{id}/stop","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,64}$"}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "doctor": {"method":"GET","path":"/api/doctor","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "doctor-burst": {"method":"POST","path":"/api/doctor","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "burst-stop-by-token": {"method":"POST","path":"/api/burst/stop","secured":false,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["burst","token"],"properties":{"burst":{"type":"string"},"token":{"type":"string"}}}},
  "action-create": {"method":"POST","path":"/api/action","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["event","type","config"],"properties":{"id":{"type":["integer","null"]},"event":{"type":"string","maxLength":64},"type":{"type":"string","maxLength":64},"config":{"type":"object","properties":{"url":{"type":["string","null"],"maxLength":2048}}},"secrets":{"type":["object","null"],"properties":{"token":{"type":["string","null"],"maxLength":256}}},"testId":{"type":["integer","null"]},"active":{"type":["boolean","null"]},"runAlways":{"type":["boolean","null"]}}}},
  "action-change": {"method":"PUT","path":"/api/action","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["event","type","config"],"properties":{"id":{"type":["integer","null"]},"event":{"type":"string","maxLength":64},"type":{"type":"string","maxLength":64},"config":{"type":"object","properties":{"url":{"type":["string","null"],"maxLength":2048}}},"secrets":{"type":["object","null"],"properties":{"token":{"type":["string","null"],"maxLength":256}}},"testId":{"type":["integer","null"]},"active":{"type":["boolean","null"]},"runAlways":{"type":["boolean","null"]}}}},
  "action-create-global": {"method":"POST","path":"/api/action/global","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["event","type","config"],"properties":{"id":{"type":["integer","null"]},"event":{"type":"string","maxLength":64},"type":{"type":"string","maxLength":64},"config":{"type":"object","properties":{"url":{"type":["string","null"],"maxLength":2048}}},"secrets":{"type":["object","null"],"properties":{"token":{"type":["string","null"],"maxLength":256}}},"testId":{"type":["integer","null"]},"active":{"type":["boolean","null"]},"runAlways":{"type":["boolean","null"]}}}},
  "action-delete-global": {"method":"DELETE","path":"/api/action/global/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-list": {"method":"GET","path":"/api/action/list","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":0,"default":0},"sort":{"type":"string","enum":["id"],"default":"id"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Ascending"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-list-of-test": {"method":"GET","path":"/api/action/test/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-get": {"method":"GET","path":"/api/action/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-delete": {"method":"DELETE","path":"/api/action/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "allowed-site-list": {"method":"GET","path":"/api/action/allowedSites","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "allowed-site-create": {"method":"POST","path":"/api/action/allowedSites","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"string","minLength":1,"maxLength":2048}},
  "allowed-site-delete": {"method":"DELETE","path":"/api/action/allowedSites/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "variable-list": {"method":"GET","path":"/api/alerting/variables","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"integer","minimum":1,"maximum":2147483647},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "variable-replace": {"method":"POST","path":"/api/alerting/variables","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["test"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"array","maxItems":40,"items":{"type":"object","properties":{"id":{"type":["integer","null"]},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"group":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"order":{"type":["integer","null"]},"labels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256}},"calculation":{"type":["string","null"],"maxLength":65536},"changeDetection":{"type":["array","null"],"maxItems":20,"items":{"type":"object","required":["model"],"properties":{"id":{"type":["integer","null"]},"model":{"type":"string","maxLength":64},"config":{"type":["object","null"],"additionalProperties":true}}}}}}}},
  "alerting-dashboard": {"method":"GET","path":"/api/alerting/dashboard","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"integer","minimum":1,"maximum":2147483647},"fingerprint":{"type":"string","maxLength":8192}},"required":["test"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "change-list": {"method":"GET","path":"/api/alerting/changes","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"var":{"type":"integer","minimum":1,"maximum":2147483647},"test":{"type":"integer","minimum":1,"maximum":2147483647},"state":{"type":"string","enum":["open","confirmed"]},"fingerprint":{"type":"string","maxLength":8192},"limit":{"type":"integer","minimum":1,"maximum":1000},"cursor":{"type":"string","maxLength":100}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "change-confirm": {"method":"PUT","path":"/api/alerting/change/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["id","confirmed"],"properties":{"id":{"type":"integer"},"confirmed":{"type":"boolean"},"description":{"type":["string","null"],"maxLength":4096}}}},
  "change-dismiss": {"method":"DELETE","path":"/api/alerting/change/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"state":{"type":"string","enum":["open","confirmed"]}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datapoints-recalculate": {"method":"POST","path":"/api/alerting/recalculate","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"integer","minimum":1,"maximum":2147483647},"notify":{"type":"string"},"debug":{"type":"string"},"clear":{"type":"string"},"from":{"type":"string"},"to":{"type":"string"}},"required":["test"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datapoints-recalculation": {"method":"GET","path":"/api/alerting/recalculate","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["test"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datapoint-last": {"method":"POST","path":"/api/alerting/datapoint/last","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["variables"],"properties":{"variables":{"type":"array","maxItems":100,"items":{"type":"integer"}},"fingerprint":{"type":["string","null"],"maxLength":8192}}}},
  "run-expect": {"method":"POST","path":"/api/alerting/expectRun","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"string"},"timeout":{"type":"integer","minimum":1,"maximum":31536000},"expectedby":{"type":"string","maxLength":256},"backlink":{"type":"string","maxLength":2048}},"required":["test","timeout"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "expectation-list": {"method":"GET","path":"/api/alerting/expectations","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "change-detection-update": {"method":"POST","path":"/api/alerting/changeDetection","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","properties":{"timelineLabels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256}},"timelineFunction":{"type":["string","null"],"maxLength":65536},"fingerprintLabels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256}},"fingerprintFilter":{"type":["string","null"],"maxLength":65536}}}},
  "change-detection-models": {"method":"GET","path":"/api/alerting/changeDetectionModels","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "change-detection-defaults": {"method":"GET","path":"/api/alerting/defaultChangeDetectionConfigs","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "missing-data-rule-list": {"method":"GET","path":"/api/alerting/missingdatarule","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "missing-data-rule-save": {"method":"POST","path":"/api/alerting/missingdatarule","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["maxStaleness"],"properties":{"id":{"type":["integer","null"]},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"labels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256}},"condition":{"type":["string","null"],"maxLength":65536},"maxStaleness":{"type":"integer"}}}},
  "missing-data-rule-delete": {"method":"DELETE","path":"/api/alerting/missingdatarule/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "audit": {"method":"GET","path":"/api/audit","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":1000,"default":100},"before":{"type":"string","pattern":"^\\d{15}(#.{1,100})?$"},"user":{"type":"string","minLength":1,"maxLength":64},"operation":{"type":"string","minLength":1,"maxLength":64}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-export": {"method":"GET","path":"/api/schema/{id}/export","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-import": {"method":"POST","path":"/api/schema/import","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"allOf":[{"type":"object","description":"A schema to create or change. Downpour ignores unknown members, so a client may send back what it has read.","required":["name","uri"],"properties":{"id":{"type":["integer","null"],"description":"Id of the schema to change."},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"The name. It must be unique and not blank."},"uri":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"The URI. It must be unique, and begin with `urn:`, `uri:`, `http:`, `https:`, `ftp:`, `file:` or `jar:`."},"description":{"type":["string","null"],"maxLength":4096,"description":"A description for people."},"schema":{"type":["object","string","array","number","boolean","null"],"description":"The JSON Schema of the documents."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means the caller's own team."},"access":{"type":["string","integer","null"],"description":"The users who may see the record, by name or number. Absent means PUBLIC.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}},{"type":"object","properties":{"labels":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A label to create or change. Downpour ignores unknown members.","properties":{"id":{"type":["integer","null"],"description":"Id of the label to change."},"replaces":{"type":["string","null"],"maxLength":64,"description":"The `version` of the label that the caller has read. Downpour changes the label only in this version. Absent means any version."},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of the label. It must be unique in the schema, and not blank."},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","description":"An extractor: it reads a value of a document, which a function then receives.","properties":{"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of the value for the function. It must not be blank."},"jsonpath":{"type":["string","null"],"maxLength":4096,"description":"The path of the value. It must not be blank. Downpour checks the path when it reads a document, not when you save it."},"isarray":{"type":["boolean","null"],"description":"True extracts all matches as an array, false the first match. Absent means false."},"isArray":{"type":["boolean","null"],"description":"Another name of `isarray`. Downpour reads it when `isarray` is absent."}}},"description":"Extractors, which read the values for the function."},"function":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that computes the value of the label from the extracted values. With one extractor it gets the value of this extractor. With several it gets an object of the values by the names of the extractors. Blank means no function."},"filtering":{"type":["boolean","null"],"description":"True for a filtering label, whose values group runs, such as a branch. Absent means true."},"metrics":{"type":["boolean","null"],"description":"True for a metrics label, whose values are measurements. Absent means true."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means the owner of the schema."},"access":{"type":["string","integer","null"],"description":"The users who may see the label, by name or number. Absent means the access of the schema.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}},"description":"Labels of the schema."},"transformers":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A transformer to create or change. Downpour ignores unknown members.","properties":{"id":{"type":["integer","null"],"description":"Id of the transformer to change."},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of the transformer. It must not be blank."},"description":{"type":["string","null"],"maxLength":4096,"description":"A description for people."},"targetSchemaUri":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"URI of the schema that Downpour writes into the output, where the output names no schema."},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","description":"An extractor: it reads a value of a document, which a function then receives.","properties":{"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of the value for the function. It must not be blank."},"jsonpath":{"type":["string","null"],"maxLength":4096,"description":"The path of the value. It must not be blank. Downpour checks the path when it reads a document, not when you save it."},"isarray":{"type":["boolean","null"],"description":"True extracts all matches as an array, false the first match. Absent means false."},"isArray":{"type":["boolean","null"],"description":"Another name of `isarray`. Downpour reads it when `isarray` is absent."}}},"description":"Extractors, which read the values for the function."},"function":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that makes datasets of the extracted values. With one extractor it gets the value of this extractor. With several it gets an object of the values by the names of the extractors. A list makes one dataset per element. An empty list makes none. Blank means no function."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means the owner of the schema."},"access":{"type":["string","integer","null"],"description":"The users who may see the transformer, by name or number. Absent means the access of the schema.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}},"description":"Transformers of the schema."}}}]}},
  "schema-import-change": {"method":"PUT","path":"/api/schema/import","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"allOf":[{"type":"object","description":"A schema to create or change. Downpour ignores unknown members, so a client may send back what it has read.","required":["name","uri"],"properties":{"id":{"type":["integer","null"],"description":"Id of the schema to change."},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"The name. It must be unique and not blank."},"uri":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"The URI. It must be unique, and begin with `urn:`, `uri:`, `http:`, `https:`, `ftp:`, `file:` or `jar:`."},"description":{"type":["string","null"],"maxLength":4096,"description":"A description for people."},"schema":{"type":["object","string","array","number","boolean","null"],"description":"The JSON Schema of the documents."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means the caller's own team."},"access":{"type":["string","integer","null"],"description":"The users who may see the record, by name or number. Absent means PUBLIC.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}},{"type":"object","properties":{"labels":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A label to create or change. Downpour ignores unknown members.","properties":{"id":{"type":["integer","null"],"description":"Id of the label to change."},"replaces":{"type":["string","null"],"maxLength":64,"description":"The `version` of the label that the caller has read. Downpour changes the label only in this version. Absent means any version."},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of the label. It must be unique in the schema, and not blank."},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","description":"An extractor: it reads a value of a document, which a function then receives.","properties":{"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of the value for the function. It must not be blank."},"jsonpath":{"type":["string","null"],"maxLength":4096,"description":"The path of the value. It must not be blank. Downpour checks the path when it reads a document, not when you save it."},"isarray":{"type":["boolean","null"],"description":"True extracts all matches as an array, false the first match. Absent means false."},"isArray":{"type":["boolean","null"],"description":"Another name of `isarray`. Downpour reads it when `isarray` is absent."}}},"description":"Extractors, which read the values for the function."},"function":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that computes the value of the label from the extracted values. With one extractor it gets the value of this extractor. With several it gets an object of the values by the names of the extractors. Blank means no function."},"filtering":{"type":["boolean","null"],"description":"True for a filtering label, whose values group runs, such as a branch. Absent means true."},"metrics":{"type":["boolean","null"],"description":"True for a metrics label, whose values are measurements. Absent means true."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means the owner of the schema."},"access":{"type":["string","integer","null"],"description":"The users who may see the label, by name or number. Absent means the access of the schema.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}},"description":"Labels of the schema."},"transformers":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A transformer to create or change. Downpour ignores unknown members.","properties":{"id":{"type":["integer","null"],"description":"Id of the transformer to change."},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of the transformer. It must not be blank."},"description":{"type":["string","null"],"maxLength":4096,"description":"A description for people."},"targetSchemaUri":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"URI of the schema that Downpour writes into the output, where the output names no schema."},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","description":"An extractor: it reads a value of a document, which a function then receives.","properties":{"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of the value for the function. It must not be blank."},"jsonpath":{"type":["string","null"],"maxLength":4096,"description":"The path of the value. It must not be blank. Downpour checks the path when it reads a document, not when you save it."},"isarray":{"type":["boolean","null"],"description":"True extracts all matches as an array, false the first match. Absent means false."},"isArray":{"type":["boolean","null"],"description":"Another name of `isarray`. Downpour reads it when `isarray` is absent."}}},"description":"Extractors, which read the values for the function."},"function":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that makes datasets of the extracted values. With one extractor it gets the value of this extractor. With several it gets an object of the values by the names of the extractors. A list makes one dataset per element. An empty list makes none. Blank means no function."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means the owner of the schema."},"access":{"type":["string","integer","null"],"description":"The users who may see the transformer, by name or number. Absent means the access of the schema.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}},"description":"Transformers of the schema."}}}]}},
  "test-export": {"method":"GET","path":"/api/test/{id}/export","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-import": {"method":"POST","path":"/api/test/import","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"allOf":[{"type":"object","description":"A test to create or change. Downpour ignores unknown members, so a client may send back what it has read.","required":["name"],"properties":{"id":{"type":["integer","null"],"description":"Id of the test to change."},"replaces":{"type":["string","null"],"maxLength":64,"description":"The `version` of the test that the caller has read. Downpour changes the test only in this version. Absent means any version."},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"The name. It must be unique and not blank."},"folder":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"The path of the folder: names separated by slashes. Null or empty means the root."},"description":{"type":["string","null"],"maxLength":4096,"description":"A description for people."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means the caller's own team."},"access":{"type":["string","integer","null"],"description":"The users who may see the record, by name or number. Absent means PUBLIC.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"datastoreId":{"type":["integer","null"],"description":"Id of the datastore from which the test reads its documents. Absent means 1, the repository itself."},"timelineLabels":{"type":["array","null"],"items":{"type":"string"},"description":"Names of the labels from which the time of a datapoint is computed."},"timelineFunction":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that computes the time from these labels."},"fingerprintLabels":{"type":["array","null"],"items":{"type":"string"},"description":"Names of the labels by which Downpour groups datasets into series."},"fingerprintFilter":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that selects datapoints. When it returns false, null, 0 or nothing, Downpour leaves the new datapoint out of change detection."},"compareUrl":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that returns a link to a page that compares runs."},"notificationsEnabled":{"type":["boolean","null"],"description":"Whether Downpour notifies users of changes of this test. Absent means true."},"automaticVariables":{"type":["boolean","null"],"description":"False: Downpour creates no variables for runs of the load driver. True: with the first such run it creates variables for p50, p99 and the failed share, unless the test has transformers, fingerprint labels or variables. Absent means the present setting."},"transformers":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A transformer that a test uses. Downpour ignores unknown members.","properties":{"id":{"type":["integer","null"],"description":"The id."},"targetSchemaUri":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"URI of the schema of its output. When the id is unknown, Downpour finds the transformer by this URI."}}},"description":"The transformers of the test. Absent keeps the present transformers."}}},{"type":"object","properties":{"variables":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A variable, which gives each dataset of a test one number. Downpour ignores unknown members.","properties":{"id":{"type":["integer","null"],"description":"Id of the variable; absent or negative means a new one."},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of the variable. It must not be blank."},"group":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of a group. Pages show the variables of a group together."},"order":{"type":["integer","null"],"description":"The position in the list of variables. Absent means the position in the body."},"labels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256},"description":"Names of the labels from which the variable is computed."},"calculation":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that returns the number. With one label it receives the value of the label, with several labels an object of their values. Downpour does not call it for a dataset without a value of any of the labels. Blank means that Downpour uses the value of the label."},"changeDetection":{"type":["array","null"],"maxItems":20,"items":{"type":"object","description":"A model of change detection with its settings.","required":["model"],"properties":{"id":{"type":["integer","null"],"description":"Id of this entry. Absent or negative means a new entry."},"model":{"type":"string","maxLength":64,"description":"The name of the model: `relativeDifference`, `fixedThreshold` or `eDivisive`."},"config":{"type":["object","null"],"additionalProperties":true,"description":"Settings of the model. An absent setting has its default."}}},"description":"Models that detect changes of this variable."}}},"description":"Variables of the test."},"missingDataRules":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A missing-data rule: how often Downpour expects a dataset. Downpour ignores unknown members.","required":["maxStaleness"],"properties":{"id":{"type":["integer","null"],"description":"Id of the rule. Absent, 0 or negative means a new rule."},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of the rule. Notifications show it."},"labels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256},"description":"Names of the labels that the condition receives."},"condition":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that returns true for datasets that count. Blank means that all datasets count."},"maxStaleness":{"type":"integer","description":"The longest time without a dataset that counts, in milliseconds since the start of its run."}}},"description":"Rules that report missing data."},"experiments":{"type":["array","null"],"maxItems":1000,"items":{"type":"object"},"description":"Profiles that compare datasets of the test."},"actions":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"An action to create or change. Downpour ignores unknown members.","required":["event","type","config"],"properties":{"id":{"type":["integer","null"],"description":"Id of the action to change."},"event":{"type":"string","maxLength":64,"description":"The kind of events to send: `change/new`, `run/new`, `run/failed` or `missing-data`. An action for all tests may also name `key/expiring`. Downpour sends that event 7, 2 and 1 days before an API key expires, when it expires, and a day later."},"type":{"type":"string","maxLength":64,"description":"Must be `http`."},"config":{"type":"object","description":"The receiver of the events.","properties":{"url":{"type":["string","null"],"maxLength":2048,"description":"A URL below an allowed site. It is required."}}},"secrets":{"type":["object","null"],"description":"The secret with which Downpour signs its requests. Absent means that Downpour keeps the present secret, or makes a new one.","properties":{"token":{"type":["string","null"],"maxLength":256,"description":"`whsec_`, then 24 bytes or more in base64."}}},"testId":{"type":["integer","null"],"description":"Id of the test."},"active":{"type":["boolean","null"],"description":"Whether Downpour sends events to this URL. Absent means true."},"runAlways":{"type":["boolean","null"],"description":"Whether Downpour also sends events of tests whose notifications are off. Absent means false."}}},"description":"Actions that send events of the test."},"subscriptions":{"type":["object","null"],"description":"Users and teams that watch the test."},"datastore":{"anyOf":[{"type":"object","description":"A server from which Downpour reads documents of runs. Downpour ignores unknown members.","required":["name","type","config"],"properties":{"id":{"type":["integer","null"],"description":"Id of the datastore to change."},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"A name for people."},"type":{"type":"string","maxLength":64,"description":"The type, `ELASTICSEARCH` or `COLLECTORAPI` (in any case)."},"owner":{"type":["string","null"],"maxLength":64,"description":"The team that owns the datastore. Absent means the team of the caller. In a change, absent keeps the present team."},"access":{"type":["string","integer","null"],"description":"Access by name or number. PUBLIC means that tests of all teams may use the datastore. Absent means PRIVATE. In a change, absent keeps the present access.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"config":{"type":"object","description":"The address and credentials of a datastore.","properties":{"url":{"type":["string","null"],"maxLength":2048,"description":"A URL below an allowed site."},"authentication":{"type":["object","null"],"description":"The credentials with which Downpour calls the datastore. Absent means no credentials.","properties":{"type":{"type":["string","null"],"maxLength":64,"description":"The kind of authentication: `none`, `api-key` or `username`."},"apiKey":{"type":["string","null"],"maxLength":4096,"description":"The key for `api-key`."},"username":{"type":["string","null"],"maxLength":256,"description":"The name of the user for `username`."},"password":{"type":["string","null"],"maxLength":4096,"description":"The password for `username`."}}}}}}},{"type":"null"}],"description":"The datastore from which the test reads its documents. Downpour uses the team's datastore with the same name, type and URL. Otherwise it creates a datastore, to which you must add the secret."}}}]}},
  "test-import-change": {"method":"PUT","path":"/api/test/import","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"allOf":[{"type":"object","description":"A test to create or change. Downpour ignores unknown members, so a client may send back what it has read.","required":["name"],"properties":{"id":{"type":["integer","null"],"description":"Id of the test to change."},"replaces":{"type":["string","null"],"maxLength":64,"description":"The `version` of the test that the caller has read. Downpour changes the test only in this version. Absent means any version."},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"The name. It must be unique and not blank."},"folder":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"The path of the folder: names separated by slashes. Null or empty means the root."},"description":{"type":["string","null"],"maxLength":4096,"description":"A description for people."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means the caller's own team."},"access":{"type":["string","integer","null"],"description":"The users who may see the record, by name or number. Absent means PUBLIC.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"datastoreId":{"type":["integer","null"],"description":"Id of the datastore from which the test reads its documents. Absent means 1, the repository itself."},"timelineLabels":{"type":["array","null"],"items":{"type":"string"},"description":"Names of the labels from which the time of a datapoint is computed."},"timelineFunction":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that computes the time from these labels."},"fingerprintLabels":{"type":["array","null"],"items":{"type":"string"},"description":"Names of the labels by which Downpour groups datasets into series."},"fingerprintFilter":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that selects datapoints. When it returns false, null, 0 or nothing, Downpour leaves the new datapoint out of change detection."},"compareUrl":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that returns a link to a page that compares runs."},"notificationsEnabled":{"type":["boolean","null"],"description":"Whether Downpour notifies users of changes of this test. Absent means true."},"automaticVariables":{"type":["boolean","null"],"description":"False: Downpour creates no variables for runs of the load driver. True: with the first such run it creates variables for p50, p99 and the failed share, unless the test has transformers, fingerprint labels or variables. Absent means the present setting."},"transformers":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A transformer that a test uses. Downpour ignores unknown members.","properties":{"id":{"type":["integer","null"],"description":"The id."},"targetSchemaUri":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"URI of the schema of its output. When the id is unknown, Downpour finds the transformer by this URI."}}},"description":"The transformers of the test. Absent keeps the present transformers."}}},{"type":"object","properties":{"variables":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A variable, which gives each dataset of a test one number. Downpour ignores unknown members.","properties":{"id":{"type":["integer","null"],"description":"Id of the variable; absent or negative means a new one."},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of the variable. It must not be blank."},"group":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of a group. Pages show the variables of a group together."},"order":{"type":["integer","null"],"description":"The position in the list of variables. Absent means the position in the body."},"labels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256},"description":"Names of the labels from which the variable is computed."},"calculation":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that returns the number. With one label it receives the value of the label, with several labels an object of their values. Downpour does not call it for a dataset without a value of any of the labels. Blank means that Downpour uses the value of the label."},"changeDetection":{"type":["array","null"],"maxItems":20,"items":{"type":"object","description":"A model of change detection with its settings.","required":["model"],"properties":{"id":{"type":["integer","null"],"description":"Id of this entry. Absent or negative means a new entry."},"model":{"type":"string","maxLength":64,"description":"The name of the model: `relativeDifference`, `fixedThreshold` or `eDivisive`."},"config":{"type":["object","null"],"additionalProperties":true,"description":"Settings of the model. An absent setting has its default."}}},"description":"Models that detect changes of this variable."}}},"description":"Variables of the test."},"missingDataRules":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A missing-data rule: how often Downpour expects a dataset. Downpour ignores unknown members.","required":["maxStaleness"],"properties":{"id":{"type":["integer","null"],"description":"Id of the rule. Absent, 0 or negative means a new rule."},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"Name of the rule. Notifications show it."},"labels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256},"description":"Names of the labels that the condition receives."},"condition":{"type":["string","null"],"maxLength":65536,"description":"A JavaScript function that returns true for datasets that count. Blank means that all datasets count."},"maxStaleness":{"type":"integer","description":"The longest time without a dataset that counts, in milliseconds since the start of its run."}}},"description":"Rules that report missing data."},"experiments":{"type":["array","null"],"maxItems":1000,"items":{"type":"object"},"description":"Profiles that compare datasets of the test."},"actions":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"An action to create or change. Downpour ignores unknown members.","required":["event","type","config"],"properties":{"id":{"type":["integer","null"],"description":"Id of the action to change."},"event":{"type":"string","maxLength":64,"description":"The kind of events to send: `change/new`, `run/new`, `run/failed` or `missing-data`. An action for all tests may also name `key/expiring`. Downpour sends that event 7, 2 and 1 days before an API key expires, when it expires, and a day later."},"type":{"type":"string","maxLength":64,"description":"Must be `http`."},"config":{"type":"object","description":"The receiver of the events.","properties":{"url":{"type":["string","null"],"maxLength":2048,"description":"A URL below an allowed site. It is required."}}},"secrets":{"type":["object","null"],"description":"The secret with which Downpour signs its requests. Absent means that Downpour keeps the present secret, or makes a new one.","properties":{"token":{"type":["string","null"],"maxLength":256,"description":"`whsec_`, then 24 bytes or more in base64."}}},"testId":{"type":["integer","null"],"description":"Id of the test."},"active":{"type":["boolean","null"],"description":"Whether Downpour sends events to this URL. Absent means true."},"runAlways":{"type":["boolean","null"],"description":"Whether Downpour also sends events of tests whose notifications are off. Absent means false."}}},"description":"Actions that send events of the test."},"subscriptions":{"type":["object","null"],"description":"Users and teams that watch the test."},"datastore":{"anyOf":[{"type":"object","description":"A server from which Downpour reads documents of runs. Downpour ignores unknown members.","required":["name","type","config"],"properties":{"id":{"type":["integer","null"],"description":"Id of the datastore to change."},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$","description":"A name for people."},"type":{"type":"string","maxLength":64,"description":"The type, `ELASTICSEARCH` or `COLLECTORAPI` (in any case)."},"owner":{"type":["string","null"],"maxLength":64,"description":"The team that owns the datastore. Absent means the team of the caller. In a change, absent keeps the present team."},"access":{"type":["string","integer","null"],"description":"Access by name or number. PUBLIC means that tests of all teams may use the datastore. Absent means PRIVATE. In a change, absent keeps the present access.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"config":{"type":"object","description":"The address and credentials of a datastore.","properties":{"url":{"type":["string","null"],"maxLength":2048,"description":"A URL below an allowed site."},"authentication":{"type":["object","null"],"description":"The credentials with which Downpour calls the datastore. Absent means no credentials.","properties":{"type":{"type":["string","null"],"maxLength":64,"description":"The kind of authentication: `none`, `api-key` or `username`."},"apiKey":{"type":["string","null"],"maxLength":4096,"description":"The key for `api-key`."},"username":{"type":["string","null"],"maxLength":256,"description":"The name of the user for `username`."},"password":{"type":["string","null"],"maxLength":4096,"description":"The password for `username`."}}}}}}},{"type":"null"}],"description":"The datastore from which the test reads its documents. Downpour uses the team's datastore with the same name, type and URL. Otherwise it creates a datastore, to which you must add the secret."}}}]}},
  "dashboard-health": {"method":"GET","path":"/api/changes","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dashboard-search": {"method":"POST","path":"/api/changes/search","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":["object","null"]}},
  "dashboard-query": {"method":"POST","path":"/api/changes/query","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["range","targets"],"properties":{"range":{"type":"object","required":["from","to"],"properties":{"from":{"type":["integer","string"]},"to":{"type":["integer","string"]},"oneBeforeAndAfter":{"type":["boolean","null"]}}},"targets":{"type":"array","maxItems":100,"items":{"type":"object","required":["target"],"properties":{"target":{"oneOf":[{"type":"string","maxLength":8192},{"type":"integer"}]},"type":{"type":["string","null"]}}}}}}},
  "dashboard-annotations": {"method":"POST","path":"/api/changes/annotations","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["range","annotation"],"properties":{"range":{"type":"object","required":["from","to"],"properties":{"from":{"type":["integer","string"]},"to":{"type":["integer","string"]},"oneBeforeAndAfter":{"type":["boolean","null"]}}},"annotation":{"type":"object","required":["query"],"properties":{"query":{"oneOf":[{"type":"string","maxLength":8192},{"type":"integer"}]}}}}}},
  "dataset-list-of-run": {"method":"GET","path":"/api/dataset/list/byRun/{runId}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"runId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["runId"],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":1,"default":1},"sort":{"type":"string","enum":["id","runId","ordinal","start","stop","(stop - start)","testid","owner","access","description"],"default":"start"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"},"filter":{"type":"string"},"viewId":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-list-of-test": {"method":"GET","path":"/api/dataset/list/byTest/{testId}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":1,"default":1},"sort":{"type":"string","pattern":"^(id|runId|ordinal|start|stop|\\(stop - start\\)|testid|owner|access|description|view_data:[0-9]+:.+)$","default":"start"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"},"filter":{"type":"string"},"viewId":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-list-of-schema": {"method":"GET","path":"/api/dataset/list/bySchema","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"uri":{"type":"string","minLength":1},"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":1,"default":1},"sort":{"type":"string","enum":["id","runId","ordinal","start","stop","(stop - start)","testid","owner","access","description"],"default":"start"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"}},"required":["uri"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-get": {"method":"GET","path":"/api/dataset/{id}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-summary": {"method":"GET","path":"/api/dataset/{id}/summary","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"viewId":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "querydataset": {"method":"GET","path":"/api/sql/{id}/querydataset","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"query":{"type":"string"},"array":{"type":"string","default":"false"},"schemaUri":{"type":"string","minLength":1},"uri":{"type":"string","minLength":1},"dialect":{"type":"string","enum":["jsonpath","sql"]},"lenient":{"type":"string","pattern":"^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])?$","default":"false"},"explain":{"type":"string","pattern":"^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])?$","default":"false"},"redirect":{"type":"boolean","default":true}},"required":["query"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datastore-list": {"method":"GET","path":"/api/config/datastore","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"team":{"type":"string","minLength":1,"maxLength":64}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datastore-add": {"method":"POST","path":"/api/config/datastore","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name","type","config"],"properties":{"id":{"type":["integer","null"]},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"type":{"type":"string","maxLength":64},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"config":{"type":"object","properties":{"url":{"type":["string","null"],"maxLength":2048},"authentication":{"type":["object","null"],"properties":{"type":{"type":["string","null"],"maxLength":64},"apiKey":{"type":["string","null"],"maxLength":4096},"username":{"type":["string","null"],"maxLength":256},"password":{"type":["string","null"],"maxLength":4096}}}}}}}},
  "datastore-change": {"method":"PUT","path":"/api/config/datastore","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name","type","config"],"properties":{"id":{"type":["integer","null"]},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"type":{"type":"string","maxLength":64},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"config":{"type":"object","properties":{"url":{"type":["string","null"],"maxLength":2048},"authentication":{"type":["object","null"],"properties":{"type":{"type":["string","null"],"maxLength":64},"apiKey":{"type":["string","null"],"maxLength":4096},"username":{"type":["string","null"],"maxLength":256},"password":{"type":["string","null"],"maxLength":4096}}}}}}}},
  "datastore-types": {"method":"GET","path":"/api/config/datastore/types","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datastore-delete": {"method":"DELETE","path":"/api/config/datastore/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datastore-test": {"method":"GET","path":"/api/config/datastore/{id}/test","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "experiment-models": {"method":"GET","path":"/api/experiment/models","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "experiment-run": {"method":"GET","path":"/api/experiment/run","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"datasetId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["datasetId"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "experiment-list": {"method":"GET","path":"/api/experiment/{testId}/profiles","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "experiment-put": {"method":"POST","path":"/api/experiment/{testId}/profiles","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name"],"properties":{"id":{"type":["integer","null"]},"testId":{"type":["integer","null"]},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"selectorLabels":{"type":["array","null"],"maxItems":100,"items":{"type":"string"}},"selectorFilter":{"type":["string","null"],"maxLength":65536},"baselineLabels":{"type":["array","null"],"maxItems":100,"items":{"type":"string"}},"baselineFilter":{"type":["string","null"],"maxLength":65536},"comparisons":{"type":["array","null"],"maxItems":100,"items":{"type":"object","required":["model"],"properties":{"model":{"type":"string","maxLength":64},"config":{"type":["object","null"]},"variableId":{"type":["integer","null"]},"variableName":{"type":["string","null"]}}}},"extraLabels":{"type":["array","null"],"maxItems":100,"items":{"type":"string"}}}}},
  "experiment-delete": {"method":"DELETE","path":"/api/experiment/{testId}/profiles/{profileId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647},"profileId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId","profileId"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-label-values": {"method":"GET","path":"/api/test/{id}/labelValues","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"filter":{"type":"string","maxLength":65536,"default":"{}"},"multiFilter":{"type":"boolean","default":false},"before":{"type":"string"},"after":{"type":"string"},"filtering":{"type":"boolean","default":true},"metrics":{"type":"boolean","default":true},"sort":{"type":"string"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Ascending"},"limit":{"type":"integer","maximum":2147483647},"page":{"type":"integer","minimum":0,"maximum":1000000,"default":0},"cursor":{"type":"string","maxLength":100},"include":{"type":"array","items":{"type":"string"},"maxItems":1000},"exclude":{"type":"array","items":{"type":"string"},"maxItems":1000},"format":{"type":"string","enum":["json","csv","parquet"]},"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-filtering-labels": {"method":"GET","path":"/api/test/{id}/filteringLabels","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":100}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-filtering-values": {"method":"GET","path":"/api/test/{id}/filteringLabelValues","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":100}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-fingerprints": {"method":"GET","path":"/api/test/{id}/fingerprint","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":100}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-label-values": {"method":"GET","path":"/api/run/{id}/labelValues","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"filter":{"type":"string","maxLength":65536,"default":"{}"},"multiFilter":{"type":"boolean","default":false},"sort":{"type":"string"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Ascending"},"limit":{"type":"integer","maximum":2147483647},"page":{"type":"integer","minimum":0,"maximum":1000000,"default":0},"include":{"type":"array","items":{"type":"string"},"maxItems":1000},"exclude":{"type":"array","items":{"type":"string"},"maxItems":1000},"format":{"type":"string","enum":["json","csv","parquet"]},"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-label-values": {"method":"GET","path":"/api/dataset/{id}/labelValues","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-preview-label": {"method":"POST","path":"/api/dataset/{id}/previewLabel","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","properties":{"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"schemaId":{"type":["integer","null"]},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","properties":{"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"jsonpath":{"type":["string","null"],"maxLength":4096},"isarray":{"type":["boolean","null"]},"isArray":{"type":["boolean","null"]}}}},"function":{"type":["string","null"],"maxLength":65536}}}},
  "label-names": {"method":"GET","path":"/api/schema/allLabels","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"name":{"type":"string"},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "label-list": {"method":"GET","path":"/api/schema/{id}/labels","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "label-create": {"method":"POST","path":"/api/schema/{id}/labels","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":["array","null"],"maxItems":90,"items":{"type":"object","properties":{"id":{"type":["integer","null"]},"replaces":{"type":["string","null"],"maxLength":64},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","properties":{"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"jsonpath":{"type":["string","null"],"maxLength":4096},"isarray":{"type":["boolean","null"]},"isArray":{"type":["boolean","null"]}}}},"function":{"type":["string","null"],"maxLength":65536},"filtering":{"type":["boolean","null"]},"metrics":{"type":["boolean","null"]},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}}}},
  "label-change": {"method":"PUT","path":"/api/schema/{id}/labels","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":["array","null"],"maxItems":90,"items":{"type":"object","properties":{"id":{"type":["integer","null"]},"replaces":{"type":["string","null"],"maxLength":64},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","properties":{"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"jsonpath":{"type":["string","null"],"maxLength":4096},"isarray":{"type":["boolean","null"]},"isArray":{"type":["boolean","null"]}}}},"function":{"type":["string","null"],"maxLength":65536},"filtering":{"type":["boolean","null"]},"metrics":{"type":["boolean","null"]},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}}}},
  "label-delete": {"method":"DELETE","path":"/api/schema/{id}/labels/{labelId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647},"labelId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id","labelId"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-log": {"method":"GET","path":"/api/log/dataset/{source}/{testId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"source":{"type":"string","minLength":1,"maxLength":64},"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["source","testId"],"additionalProperties":false},"query":{"type":"object","properties":{"level":{"type":"integer","minimum":0,"maximum":3,"default":1},"datasetId":{"type":"integer","minimum":1},"page":{"type":"integer","minimum":0,"default":0},"limit":{"type":"integer","minimum":1,"maximum":1000,"default":25}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-log-delete": {"method":"DELETE","path":"/api/log/dataset/{source}/{testId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"source":{"type":"string","minLength":1,"maxLength":64},"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["source","testId"],"additionalProperties":false},"query":{"type":"object","properties":{"datasetId":{"type":"integer","minimum":1},"from":{"type":"integer"},"to":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-log-count": {"method":"GET","path":"/api/log/dataset/{source}/{testId}/count","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"source":{"type":"string","minLength":1,"maxLength":64},"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["source","testId"],"additionalProperties":false},"query":{"type":"object","properties":{"level":{"type":"integer","minimum":0,"maximum":3,"default":1},"datasetId":{"type":"integer","minimum":1}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "transformation-log": {"method":"GET","path":"/api/log/transformation/{testId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"level":{"type":"integer","minimum":0,"maximum":3,"default":1},"runId":{"type":"integer","minimum":0},"page":{"type":"integer","minimum":0,"default":0},"limit":{"type":"integer","minimum":1,"maximum":1000,"default":25}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "transformation-log-delete": {"method":"DELETE","path":"/api/log/transformation/{testId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"runId":{"type":"integer","minimum":0},"from":{"type":"integer"},"to":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "transformation-log-count": {"method":"GET","path":"/api/log/transformation/{testId}/count","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"level":{"type":"integer","minimum":0,"maximum":3,"default":1},"runId":{"type":"integer","minimum":0}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-log": {"method":"GET","path":"/api/log/action/{testId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"level":{"type":"integer","minimum":0,"maximum":3,"default":1},"page":{"type":"integer","minimum":0,"default":0},"limit":{"type":"integer","minimum":1,"maximum":1000,"default":25}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-log-delete": {"method":"DELETE","path":"/api/log/action/{testId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"from":{"type":"integer"},"to":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-log-count": {"method":"GET","path":"/api/log/action/{testId}/count","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"level":{"type":"integer","minimum":0,"maximum":3,"default":1}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-recalculation": {"method":"GET","path":"/api/test/{id}/recalculate","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-recalculate": {"method":"POST","path":"/api/test/{id}/recalculate","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-failures": {"method":"GET","path":"/api/test/{id}/failures","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":1000,"default":100},"cursor":{"type":"string","pattern":"^\\d{10}-(\\d{10}|run)$"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-recalculate-all": {"method":"POST","path":"/api/run/recalculateAll","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"from":{"type":"string","minLength":1,"maxLength":64},"to":{"type":"string","minLength":1,"maxLength":64}},"required":["from","to"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "failure-list": {"method":"GET","path":"/api/work/failures","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":1000,"default":100},"cursor":{"type":"string","pattern":"^\\d{17}\\.[0-9A-Za-z-]{1,80}\\.work\\.\\d{1,4}$"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "failure-again": {"method":"POST","path":"/api/work/failures/again","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-report": {"method":"GET","path":"/api/run/{id}/report","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"format":{"type":"string","enum":["json","html"]},"baseline":{"type":"string","minLength":1,"maxLength":600},"last":{"type":"integer","minimum":1,"maximum":50,"default":10},"allowDifferences":{"type":"boolean","default":false},"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "compare": {"method":"GET","path":"/api/compare","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"baseline":{"type":"string","minLength":1,"maxLength":600,"pattern":"^\\d{1,10}(\\.\\.\\d{1,10})?(,\\d{1,10}(\\.\\.\\d{1,10})?)*$"},"candidate":{"type":"string","minLength":1,"maxLength":600,"pattern":"^\\d{1,10}(\\.\\.\\d{1,10})?(,\\d{1,10}(\\.\\.\\d{1,10})?)*$"},"gate":{"type":"array","items":{"type":"string","minLength":1,"maxLength":1000},"maxItems":50},"allowDifferences":{"type":"boolean","default":false},"redirect":{"type":"boolean","default":true}},"required":["baseline","candidate"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-upload-record": {"method":"POST","path":"/api/run/test","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"string"},"owner":{"type":"string","pattern":"^.{1,59}-team$"},"access":{"type":"string","enum":["PUBLIC","PROTECTED","PRIVATE","0","1","2"]}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{"idempotency-key":{"type":"string","minLength":1,"maxLength":255}},"required":[],"additionalProperties":true}},"body":{"type":"object","properties":{"testid":{"type":["integer","string","null"],"pattern":"^\\d{1,10}$"},"start":{"type":["integer","string","null"]},"stop":{"type":["integer","string","null"]},"owner":{"type":["string","null"]},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"description":{"type":["string","null"]},"data":{},"metadata":{}}}},
  "run-count": {"method":"GET","path":"/api/run/count","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-list-of-test": {"method":"GET","path":"/api/run/list/{testId}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"from":{"type":"integer","minimum":-8640000000000000,"maximum":8640000000000000},"to":{"type":"integer","minimum":-8640000000000000,"maximum":8640000000000000},"state":{"type":"array","items":{"type":"string","enum":["passed","failed","inconclusive","stopped","incomplete"]},"maxItems":5},"benchmark":{"type":"string","minLength":1,"maxLength":1003},"text":{"type":"string","maxLength":256},"trashed":{"type":"boolean","default":false},"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":1,"default":1},"cursor":{"type":"string","maxLength":100},"sort":{"type":"string","enum":["id","start","stop","(stop - start)","testid","testname","test.name","name","owner","access","description","trashed","datasets"],"default":"start"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-list-of-schema": {"method":"GET","path":"/api/run/bySchema","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"uri":{"type":"string","minLength":1,"maxLength":1024},"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":1,"default":1},"cursor":{"type":"string","maxLength":100},"sort":{"type":"string","enum":["id","start","stop","(stop - start)","testid","testname","test.name","name","owner","access","description","trashed","datasets"],"default":"start"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"}},"required":["uri"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-metadata": {"method":"GET","path":"/api/run/{id}/metadata","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"schemaUri":{"type":"string","minLength":1,"maxLength":1024},"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-recalculate": {"method":"POST","path":"/api/run/{id}/recalculate","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-schema": {"method":"POST","path":"/api/run/{id}/schema","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"path":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"string","maxLength":1024}},
  "run-summary": {"method":"GET","path":"/api/run/{id}/summary","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-trash": {"method":"POST","path":"/api/run/{id}/trash","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"isTrashed":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-description": {"method":"POST","path":"/api/run/{id}/description","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"replaces":{"type":"string","maxLength":64}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"string","maxLength":4096}},
  "run-access": {"method":"POST","path":"/api/run/{id}/updateAccess","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"owner":{"type":"string","minLength":1,"maxLength":64},"access":{"type":"string","enum":["PUBLIC","PROTECTED","PRIVATE","0","1","2"]}},"required":["owner","access"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schedule-list": {"method":"GET","path":"/api/schedule","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schedule-create": {"method":"POST","path":"/api/schedule","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["document","name","cron"],"additionalProperties":false,"properties":{"name":{"type":"string","pattern":"^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$"},"cron":{"type":"string","minLength":1,"maxLength":250},"timezone":{"type":"string","minLength":1,"maxLength":50,"default":"UTC"},"document":{"type":"string","minLength":1},"file":{"type":"string"},"parameters":{"type":"object","additionalProperties":{"type":"string"}},"shards":{"type":"integer","minimum":1,"maximum":10000},"seed":{"type":"integer","minimum":0},"maxErrors":{"type":"number","minimum":0,"maximum":1},"stopOnFailure":{"type":"boolean"},"files":{"type":"object","required":["upload","list"],"additionalProperties":false,"properties":{"upload":{"type":"string","pattern":"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"},"list":{"type":"array","maxItems":100,"items":{"type":"object","required":["path","sha256","bytes"],"additionalProperties":false,"properties":{"path":{"type":"string","minLength":1,"maxLength":200},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"bytes":{"type":"integer","minimum":0,"maximum":50000000}}}}}}}}},
  "schedule-delete": {"method":"DELETE","path":"/api/schedule/{name}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"name":{"type":"string","pattern":"^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$"}},"required":["name"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schedule-run": {"method":"POST","path":"/api/schedule/{name}/run","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"name":{"type":"string","pattern":"^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$"}},"required":["name"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{"idempotency-key":{"type":"string","minLength":1,"maxLength":255}},"required":[],"additionalProperties":true}}},
  "schema-list": {"method":"GET","path":"/api/schema","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"roles":{"type":"string"},"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":0,"default":0},"sort":{"type":"string","enum":["id","name","uri","owner","access"],"default":"name"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"},"name":{"type":"string"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-create": {"method":"POST","path":"/api/schema","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name","uri"],"properties":{"id":{"type":["integer","null"]},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"uri":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"description":{"type":["string","null"],"maxLength":4096},"schema":{"type":["object","string","array","number","boolean","null"]},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}}},
  "schema-change": {"method":"PUT","path":"/api/schema","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name","uri"],"properties":{"id":{"type":["integer","null"]},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"uri":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"description":{"type":["string","null"],"maxLength":4096},"schema":{"type":["object","string","array","number","boolean","null"]},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}}},
  "schema-descriptors": {"method":"GET","path":"/api/schema/descriptors","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"id":{"type":"array","items":{"type":"integer"},"maxItems":1000},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-usages": {"method":"GET","path":"/api/schema/findUsages","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"label":{"type":"string","minLength":1}},"required":["label"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-by-uri": {"method":"GET","path":"/api/schema/idByUri/{uri}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"uri":{"type":"string","minLength":1}},"required":["uri"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-get": {"method":"GET","path":"/api/schema/{id}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-delete": {"method":"DELETE","path":"/api/schema/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-access": {"method":"POST","path":"/api/schema/{id}/updateAccess","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"owner":{"type":"string","minLength":1,"maxLength":64},"access":{"type":"string","enum":["PUBLIC","PROTECTED","PRIVATE","0","1","2"]}},"required":["owner","access"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-list": {"method":"GET","path":"/api/test","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"roles":{"type":"string"},"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":0,"default":0},"sort":{"type":"string","enum":["id","name","folder","owner","access"],"default":"name"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Ascending"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-create": {"method":"POST","path":"/api/test","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name"],"properties":{"id":{"type":["integer","null"]},"replaces":{"type":["string","null"],"maxLength":64},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"folder":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"description":{"type":["string","null"],"maxLength":4096},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"datastoreId":{"type":["integer","null"]},"timelineLabels":{"type":["array","null"],"items":{"type":"string"}},"timelineFunction":{"type":["string","null"],"maxLength":65536},"fingerprintLabels":{"type":["array","null"],"items":{"type":"string"}},"fingerprintFilter":{"type":["string","null"],"maxLength":65536},"compareUrl":{"type":["string","null"],"maxLength":65536},"notificationsEnabled":{"type":["boolean","null"]},"automaticVariables":{"type":["boolean","null"]},"transformers":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","properties":{"id":{"type":["integer","null"]},"targetSchemaUri":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}}}}}}},
  "test-change": {"method":"PUT","path":"/api/test","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name"],"properties":{"id":{"type":["integer","null"]},"replaces":{"type":["string","null"],"maxLength":64},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"folder":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"description":{"type":["string","null"],"maxLength":4096},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"datastoreId":{"type":["integer","null"]},"timelineLabels":{"type":["array","null"],"items":{"type":"string"}},"timelineFunction":{"type":["string","null"],"maxLength":65536},"fingerprintLabels":{"type":["array","null"],"items":{"type":"string"}},"fingerprintFilter":{"type":["string","null"],"maxLength":65536},"compareUrl":{"type":["string","null"],"maxLength":65536},"notificationsEnabled":{"type":["boolean","null"]},"automaticVariables":{"type":["boolean","null"]},"transformers":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","properties":{"id":{"type":["integer","null"]},"targetSchemaUri":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}}}}}}},
  "test-by-name": {"method":"GET","path":"/api/test/byName/{name}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"name":{"type":"string","minLength":1}},"required":["name"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-folders": {"method":"GET","path":"/api/test/folders","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"roles":{"type":"string"},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-summary": {"method":"GET","path":"/api/test/summary","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"roles":{"type":"string"},"folder":{"type":"string"},"limit":{"type":"integer","maximum":10000,"default":20},"page":{"type":"integer","default":1},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Ascending"},"name":{"type":"string"},"last":{"type":"integer","minimum":1,"maximum":100}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-get": {"method":"GET","path":"/api/test/{id}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-delete": {"method":"DELETE","path":"/api/test/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-trend": {"method":"GET","path":"/api/test/{id}/trend","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"last":{"type":"integer","minimum":1,"maximum":500,"default":200},"from":{"type":"integer","minimum":-8640000000000000,"maximum":8640000000000000},"to":{"type":"integer","minimum":-8640000000000000,"maximum":8640000000000000}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-transformers": {"method":"POST","path":"/api/test/{id}/transformers","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"array","maxItems":1000,"items":{"type":"integer"}}},
  "test-move": {"method":"POST","path":"/api/test/{id}/move","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"folder":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-notifications": {"method":"POST","path":"/api/test/{id}/notifications","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"enabled":{"type":"boolean"}},"required":["enabled"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-access": {"method":"POST","path":"/api/test/{id}/updateAccess","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"owner":{"type":"string","minLength":1,"maxLength":64},"access":{"type":"string","enum":["PUBLIC","PROTECTED","PRIVATE","0","1","2"]}},"required":["owner","access"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "transformer-names": {"method":"GET","path":"/api/schema/allTransformers","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "transformer-list": {"method":"GET","path":"/api/schema/{id}/transformers","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "transformer-create": {"method":"POST","path":"/api/schema/{id}/transformers","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","properties":{"id":{"type":["integer","null"]},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"description":{"type":["string","null"],"maxLength":4096},"targetSchemaUri":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","properties":{"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"jsonpath":{"type":["string","null"],"maxLength":4096},"isarray":{"type":["boolean","null"]},"isArray":{"type":["boolean","null"]}}}},"function":{"type":["string","null"],"maxLength":65536},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}}},
  "transformer-change": {"method":"PUT","path":"/api/schema/{id}/transformers","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","properties":{"id":{"type":["integer","null"]},"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"description":{"type":["string","null"],"maxLength":4096},"targetSchemaUri":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","properties":{"name":{"type":["string","null"],"maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"jsonpath":{"type":["string","null"],"maxLength":4096},"isarray":{"type":["boolean","null"]},"isArray":{"type":["boolean","null"]}}}},"function":{"type":["string","null"],"maxLength":65536},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}}},
  "transformer-delete": {"method":"DELETE","path":"/api/schema/{id}/transformers/{transformerId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647},"transformerId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id","transformerId"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-upload-begin": {"method":"POST","path":"/api/run/upload","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{"idempotency-key":{"type":"string","minLength":1,"maxLength":255}},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["sizeBytes"],"additionalProperties":false,"properties":{"sizeBytes":{"type":"integer","minimum":1,"maximum":1073741824}}}},
  "run-upload-get": {"method":"GET","path":"/api/run/upload/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-upload-drop": {"method":"DELETE","path":"/api/run/upload/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-upload-complete": {"method":"POST","path":"/api/run/upload/{id}/complete","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"string"},"start":{"type":"string"},"stop":{"type":"string"},"owner":{"type":"string","pattern":"^.{1,59}-team$"},"access":{"type":"string","enum":["PUBLIC","PROTECTED","PRIVATE","0","1","2"]},"description":{"type":"string","maxLength":4096},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"required":["test","start","stop"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{}},
  "token-create": {"method":"POST","path":"/realms/{realm}/protocol/openid-connect/token","secured":false,"open":false,"parameters":{"path":{"type":"object","properties":{"realm":{"type":"string"}},"required":["realm"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "administrator-list": {"method":"GET","path":"/api/user/administrators","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "administrator-set": {"method":"POST","path":"/api/user/administrators","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"array","maxItems":1000,"items":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}$"}}},
  "team-list-all": {"method":"GET","path":"/api/user/allTeams","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "team-list": {"method":"GET","path":"/api/user/teams","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "team-storage": {"method":"GET","path":"/api/user/storage","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "me": {"method":"GET","path":"/api/user/me","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "user-roles": {"method":"GET","path":"/api/user/roles","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "user-default-team": {"method":"GET","path":"/api/user/defaultTeam","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "user-default-team-set": {"method":"POST","path":"/api/user/defaultTeam","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}-team$"}},
  "user-create": {"method":"POST","path":"/api/user/createUser","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["user"],"additionalProperties":false,"properties":{"user":{"type":"object","required":["username"],"additionalProperties":false,"properties":{"id":{"type":"string"},"username":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}$"},"firstName":{"type":"string","maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"lastName":{"type":"string","maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"email":{"type":"string","maxLength":255,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}}},"password":{"type":"string","minLength":1,"maxLength":256},"team":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}-team$"},"roles":{"type":"array","items":{"type":"string","enum":["viewer","uploader","tester","manager"]}}}}},
  "user-info": {"method":"POST","path":"/api/user/info","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"array","maxItems":1000,"items":{"type":"string","minLength":1,"maxLength":200}}},
  "user-search": {"method":"GET","path":"/api/user/search","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"query":{"type":"string","maxLength":256,"default":""}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "team-create": {"method":"POST","path":"/api/user/team/{team}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"team":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}-team$"}},"required":["team"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "team-delete": {"method":"DELETE","path":"/api/user/team/{team}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"team":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}-team$"}},"required":["team"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "team-members": {"method":"GET","path":"/api/user/team/{team}/members","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"team":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}-team$"}},"required":["team"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "team-members-set": {"method":"POST","path":"/api/user/team/{team}/members","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"team":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}-team$"}},"required":["team"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9._-]{1,59}$"},"maxProperties":1000,"additionalProperties":{"type":"array","items":{"type":"string","enum":["viewer","uploader","tester","manager"]}}}},
  "user-delete": {"method":"DELETE","path":"/api/user/{username}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"username":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}$"}},"required":["username"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "user-password": {"method":"PUT","path":"/api/user/{username}/password","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"username":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}$"}},"required":["username"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"string","minLength":1,"maxLength":256}},
  "view-list": {"method":"GET","path":"/api/ui/{testId}/views","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "view-put": {"method":"POST","path":"/api/ui/view","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name","components"],"properties":{"id":{"type":["integer","null"]},"testId":{"type":["integer","null"]},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"components":{"type":"array","maxItems":200,"items":{"type":"object","required":["headerName","labels"],"properties":{"id":{"type":["integer","null"]},"headerName":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"headerOrder":{"type":["integer","null"]},"labels":{"type":"array","maxItems":100,"items":{"type":"string","maxLength":256}},"render":{"type":["string","null"],"maxLength":65536}}}}}}},
  "views-put": {"method":"POST","path":"/api/ui/views","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"array","minItems":1,"maxItems":100,"items":{"type":"object","required":["name","components"],"properties":{"id":{"type":["integer","null"]},"testId":{"type":["integer","null"]},"name":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"components":{"type":"array","maxItems":200,"items":{"type":"object","required":["headerName","labels"],"properties":{"id":{"type":["integer","null"]},"headerName":{"type":"string","maxLength":256,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]*$"},"headerOrder":{"type":["integer","null"]},"labels":{"type":"array","maxItems":100,"items":{"type":"string","maxLength":256}},"render":{"type":["string","null"],"maxLength":65536}}}}}}}},
  "view-delete": {"method":"DELETE","path":"/api/ui/{testId}/view/{viewId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647},"viewId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId","viewId"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
} as const;

export type OperationName = keyof typeof operations;

/** The HTTP method of each operation. */
export const ownMethod = {
  "openapi": "GET",
  "version": "GET",
  "keycloak": "GET",
  "web-config": "GET",
  "run-outline": "GET",
  "queryrun": "GET",
  "testjsonpath": "GET",
  "run-upload": "POST",
  "run-list": "GET",
  "run-autocomplete": "GET",
  "run-get": "GET",
  "run-delete": "DELETE",
  "run-data": "GET",
  "run-histograms": "GET",
  "apikey-create": "POST",
  "apikey-list": "GET",
  "apikey-rename": "PUT",
  "apikey-revoke": "PUT",
  "once-create": "POST",
  "once-exchange": "POST",
  "burst-list": "GET",
  "burst-start": "POST",
  "burst-files": "POST",
  "burst-get": "GET",
  "burst-seconds": "GET",
  "burst-stop": "PUT",
  "doctor": "GET",
  "doctor-burst": "POST",
  "burst-stop-by-token": "POST",
  "action-create": "POST",
  "action-change": "PUT",
  "action-create-global": "POST",
  "action-delete-global": "DELETE",
  "action-list": "GET",
  "action-list-of-test": "GET",
  "action-get": "GET",
  "action-delete": "DELETE",
  "allowed-site-list": "GET",
  "allowed-site-create": "POST",
  "allowed-site-delete": "DELETE",
  "variable-list": "GET",
  "variable-replace": "POST",
  "alerting-dashboard": "GET",
  "change-list": "GET",
  "change-confirm": "PUT",
  "change-dismiss": "DELETE",
  "datapoints-recalculate": "POST",
  "datapoints-recalculation": "GET",
  "datapoint-last": "POST",
  "run-expect": "POST",
  "expectation-list": "GET",
  "change-detection-update": "POST",
  "change-detection-models": "GET",
  "change-detection-defaults": "GET",
  "missing-data-rule-list": "GET",
  "missing-data-rule-save": "POST",
  "missing-data-rule-delete": "DELETE",
  "audit": "GET",
  "schema-export": "GET",
  "schema-import": "POST",
  "schema-import-change": "PUT",
  "test-export": "GET",
  "test-import": "POST",
  "test-import-change": "PUT",
  "dashboard-health": "GET",
  "dashboard-search": "POST",
  "dashboard-query": "POST",
  "dashboard-annotations": "POST",
  "dataset-list-of-run": "GET",
  "dataset-list-of-test": "GET",
  "dataset-list-of-schema": "GET",
  "dataset-get": "GET",
  "dataset-summary": "GET",
  "querydataset": "GET",
  "datastore-list": "GET",
  "datastore-add": "POST",
  "datastore-change": "PUT",
  "datastore-types": "GET",
  "datastore-delete": "DELETE",
  "datastore-test": "GET",
  "experiment-models": "GET",
  "experiment-run": "GET",
  "experiment-list": "GET",
  "experiment-put": "POST",
  "experiment-delete": "DELETE",
  "test-label-values": "GET",
  "test-filtering-labels": "GET",
  "test-filtering-values": "GET",
  "test-fingerprints": "GET",
  "run-label-values": "GET",
  "dataset-label-values": "GET",
  "dataset-preview-label": "POST",
  "label-names": "GET",
  "label-list": "GET",
  "label-create": "POST",
  "label-change": "PUT",
  "label-delete": "DELETE",
  "dataset-log": "GET",
  "dataset-log-delete": "DELETE",
  "dataset-log-count": "GET",
  "transformation-log": "GET",
  "transformation-log-delete": "DELETE",
  "transformation-log-count": "GET",
  "action-log": "GET",
  "action-log-delete": "DELETE",
  "action-log-count": "GET",
  "test-recalculation": "GET",
  "test-recalculate": "POST",
  "test-failures": "GET",
  "run-recalculate-all": "POST",
  "failure-list": "GET",
  "failure-again": "POST",
  "run-report": "GET",
  "compare": "GET",
  "run-upload-record": "POST",
  "run-count": "GET",
  "run-list-of-test": "GET",
  "run-list-of-schema": "GET",
  "run-metadata": "GET",
  "run-recalculate": "POST",
  "run-schema": "POST",
  "run-summary": "GET",
  "run-trash": "POST",
  "run-description": "POST",
  "run-access": "POST",
  "schedule-list": "GET",
  "schedule-create": "POST",
  "schedule-delete": "DELETE",
  "schedule-run": "POST",
  "schema-list": "GET",
  "schema-create": "POST",
  "schema-change": "PUT",
  "schema-descriptors": "GET",
  "schema-usages": "GET",
  "schema-by-uri": "GET",
  "schema-get": "GET",
  "schema-delete": "DELETE",
  "schema-access": "POST",
  "test-list": "GET",
  "test-create": "POST",
  "test-change": "PUT",
  "test-by-name": "GET",
  "test-folders": "GET",
  "test-summary": "GET",
  "test-get": "GET",
  "test-delete": "DELETE",
  "test-trend": "GET",
  "test-transformers": "POST",
  "test-move": "POST",
  "test-notifications": "POST",
  "test-access": "POST",
  "transformer-names": "GET",
  "transformer-list": "GET",
  "transformer-create": "POST",
  "transformer-change": "PUT",
  "transformer-delete": "DELETE",
  "run-upload-begin": "POST",
  "run-upload-get": "GET",
  "run-upload-drop": "DELETE",
  "run-upload-complete": "POST",
  "token-create": "POST",
  "administrator-list": "GET",
  "administrator-set": "POST",
  "team-list-all": "GET",
  "team-list": "GET",
  "team-storage": "GET",
  "me": "GET",
  "user-roles": "GET",
  "user-default-team": "GET",
  "user-default-team-set": "POST",
  "user-create": "POST",
  "user-info": "POST",
  "user-search": "GET",
  "team-create": "POST",
  "team-delete": "DELETE",
  "team-members": "GET",
  "team-members-set": "POST",
  "user-delete": "DELETE",
  "user-password": "PUT",
  "view-list": "GET",
  "view-put": "POST",
  "views-put": "POST",
  "view-delete": "DELETE",
} as const satisfies Record<OperationName, string>;

/** The HTTP methods that the path of each operation accepts, as in the header Allow. */
export const allowedMethods = {
  "openapi": "GET, HEAD, OPTIONS",
  "version": "GET, HEAD, OPTIONS",
  "keycloak": "GET, HEAD, OPTIONS",
  "web-config": "GET, HEAD, OPTIONS",
  "run-outline": "GET, HEAD, OPTIONS",
  "queryrun": "GET, HEAD, OPTIONS",
  "testjsonpath": "GET, HEAD, OPTIONS",
  "run-upload": "POST, OPTIONS",
  "run-list": "GET, HEAD, OPTIONS",
  "run-autocomplete": "GET, HEAD, OPTIONS",
  "run-get": "GET, DELETE, HEAD, OPTIONS",
  "run-delete": "GET, DELETE, HEAD, OPTIONS",
  "run-data": "GET, HEAD, OPTIONS",
  "run-histograms": "GET, HEAD, OPTIONS",
  "apikey-create": "POST, GET, HEAD, OPTIONS",
  "apikey-list": "POST, GET, HEAD, OPTIONS",
  "apikey-rename": "PUT, OPTIONS",
  "apikey-revoke": "PUT, OPTIONS",
  "once-create": "POST, OPTIONS",
  "once-exchange": "POST, OPTIONS",
  "burst-list": "GET, POST, HEAD, OPTIONS",
  "burst-start": "GET, POST, HEAD, OPTIONS",
  "burst-files": "POST, OPTIONS",
  "burst-get": "GET, HEAD, OPTIONS",
  "burst-seconds": "GET, HEAD, OPTIONS",
  "burst-stop": "PUT, OPTIONS",
  "doctor": "GET, POST, HEAD, OPTIONS",
  "doctor-burst": "GET, POST, HEAD, OPTIONS",
  "burst-stop-by-token": "POST, OPTIONS",
  "action-create": "POST, PUT, OPTIONS",
  "action-change": "POST, PUT, OPTIONS",
  "action-create-global": "POST, OPTIONS",
  "action-delete-global": "DELETE, OPTIONS",
  "action-list": "GET, HEAD, OPTIONS",
  "action-list-of-test": "GET, HEAD, OPTIONS",
  "action-get": "GET, DELETE, HEAD, OPTIONS",
  "action-delete": "GET, DELETE, HEAD, OPTIONS",
  "allowed-site-list": "GET, POST, HEAD, OPTIONS",
  "allowed-site-create": "GET, POST, HEAD, OPTIONS",
  "allowed-site-delete": "DELETE, OPTIONS",
  "variable-list": "GET, POST, HEAD, OPTIONS",
  "variable-replace": "GET, POST, HEAD, OPTIONS",
  "alerting-dashboard": "GET, HEAD, OPTIONS",
  "change-list": "GET, HEAD, OPTIONS",
  "change-confirm": "PUT, DELETE, OPTIONS",
  "change-dismiss": "PUT, DELETE, OPTIONS",
  "datapoints-recalculate": "POST, GET, HEAD, OPTIONS",
  "datapoints-recalculation": "POST, GET, HEAD, OPTIONS",
  "datapoint-last": "POST, OPTIONS",
  "run-expect": "POST, OPTIONS",
  "expectation-list": "GET, HEAD, OPTIONS",
  "change-detection-update": "POST, OPTIONS",
  "change-detection-models": "GET, HEAD, OPTIONS",
  "change-detection-defaults": "GET, HEAD, OPTIONS",
  "missing-data-rule-list": "GET, POST, HEAD, OPTIONS",
  "missing-data-rule-save": "GET, POST, HEAD, OPTIONS",
  "missing-data-rule-delete": "DELETE, OPTIONS",
  "audit": "GET, HEAD, OPTIONS",
  "schema-export": "GET, HEAD, OPTIONS",
  "schema-import": "POST, PUT, OPTIONS",
  "schema-import-change": "POST, PUT, OPTIONS",
  "test-export": "GET, HEAD, OPTIONS",
  "test-import": "POST, PUT, OPTIONS",
  "test-import-change": "POST, PUT, OPTIONS",
  "dashboard-health": "GET, HEAD, OPTIONS",
  "dashboard-search": "POST, OPTIONS",
  "dashboard-query": "POST, OPTIONS",
  "dashboard-annotations": "POST, OPTIONS",
  "dataset-list-of-run": "GET, HEAD, OPTIONS",
  "dataset-list-of-test": "GET, HEAD, OPTIONS",
  "dataset-list-of-schema": "GET, HEAD, OPTIONS",
  "dataset-get": "GET, HEAD, OPTIONS",
  "dataset-summary": "GET, HEAD, OPTIONS",
  "querydataset": "GET, HEAD, OPTIONS",
  "datastore-list": "GET, POST, PUT, HEAD, OPTIONS",
  "datastore-add": "GET, POST, PUT, HEAD, OPTIONS",
  "datastore-change": "GET, POST, PUT, HEAD, OPTIONS",
  "datastore-types": "GET, HEAD, OPTIONS",
  "datastore-delete": "DELETE, OPTIONS",
  "datastore-test": "GET, HEAD, OPTIONS",
  "experiment-models": "GET, HEAD, OPTIONS",
  "experiment-run": "GET, HEAD, OPTIONS",
  "experiment-list": "GET, POST, HEAD, OPTIONS",
  "experiment-put": "GET, POST, HEAD, OPTIONS",
  "experiment-delete": "DELETE, OPTIONS",
  "test-label-values": "GET, HEAD, OPTIONS",
  "test-filtering-labels": "GET, HEAD, OPTIONS",
  "test-filtering-values": "GET, HEAD, OPTIONS",
  "test-fingerprints": "GET, HEAD, OPTIONS",
  "run-label-values": "GET, HEAD, OPTIONS",
  "dataset-label-values": "GET, HEAD, OPTIONS",
  "dataset-preview-label": "POST, OPTIONS",
  "label-names": "GET, HEAD, OPTIONS",
  "label-list": "GET, POST, PUT, HEAD, OPTIONS",
  "label-create": "GET, POST, PUT, HEAD, OPTIONS",
  "label-change": "GET, POST, PUT, HEAD, OPTIONS",
  "label-delete": "DELETE, OPTIONS",
  "dataset-log": "GET, DELETE, HEAD, OPTIONS",
  "dataset-log-delete": "GET, DELETE, HEAD, OPTIONS",
  "dataset-log-count": "GET, HEAD, OPTIONS",
  "transformation-log": "GET, DELETE, HEAD, OPTIONS",
  "transformation-log-delete": "GET, DELETE, HEAD, OPTIONS",
  "transformation-log-count": "GET, HEAD, OPTIONS",
  "action-log": "GET, DELETE, HEAD, OPTIONS",
  "action-log-delete": "GET, DELETE, HEAD, OPTIONS",
  "action-log-count": "GET, HEAD, OPTIONS",
  "test-recalculation": "GET, POST, HEAD, OPTIONS",
  "test-recalculate": "GET, POST, HEAD, OPTIONS",
  "test-failures": "GET, HEAD, OPTIONS",
  "run-recalculate-all": "POST, OPTIONS",
  "failure-list": "GET, HEAD, OPTIONS",
  "failure-again": "POST, OPTIONS",
  "run-report": "GET, HEAD, OPTIONS",
  "compare": "GET, HEAD, OPTIONS",
  "run-upload-record": "POST, OPTIONS",
  "run-count": "GET, HEAD, OPTIONS",
  "run-list-of-test": "GET, HEAD, OPTIONS",
  "run-list-of-schema": "GET, HEAD, OPTIONS",
  "run-metadata": "GET, HEAD, OPTIONS",
  "run-recalculate": "POST, OPTIONS",
  "run-schema": "POST, OPTIONS",
  "run-summary": "GET, HEAD, OPTIONS",
  "run-trash": "POST, OPTIONS",
  "run-description": "POST, OPTIONS",
  "run-access": "POST, OPTIONS",
  "schedule-list": "GET, POST, HEAD, OPTIONS",
  "schedule-create": "GET, POST, HEAD, OPTIONS",
  "schedule-delete": "DELETE, OPTIONS",
  "schedule-run": "POST, OPTIONS",
  "schema-list": "GET, POST, PUT, HEAD, OPTIONS",
  "schema-create": "GET, POST, PUT, HEAD, OPTIONS",
  "schema-change": "GET, POST, PUT, HEAD, OPTIONS",
  "schema-descriptors": "GET, HEAD, OPTIONS",
  "schema-usages": "GET, HEAD, OPTIONS",
  "schema-by-uri": "GET, HEAD, OPTIONS",
  "schema-get": "GET, DELETE, HEAD, OPTIONS",
  "schema-delete": "GET, DELETE, HEAD, OPTIONS",
  "schema-access": "POST, OPTIONS",
  "test-list": "GET, POST, PUT, HEAD, OPTIONS",
  "test-create": "GET, POST, PUT, HEAD, OPTIONS",
  "test-change": "GET, POST, PUT, HEAD, OPTIONS",
  "test-by-name": "GET, HEAD, OPTIONS",
  "test-folders": "GET, HEAD, OPTIONS",
  "test-summary": "GET, HEAD, OPTIONS",
  "test-get": "GET, DELETE, HEAD, OPTIONS",
  "test-delete": "GET, DELETE, HEAD, OPTIONS",
  "test-trend": "GET, HEAD, OPTIONS",
  "test-transformers": "POST, OPTIONS",
  "test-move": "POST, OPTIONS",
  "test-notifications": "POST, OPTIONS",
  "test-access": "POST, OPTIONS",
  "transformer-names": "GET, HEAD, OPTIONS",
  "transformer-list": "GET, POST, PUT, HEAD, OPTIONS",
  "transformer-create": "GET, POST, PUT, HEAD, OPTIONS",
  "transformer-change": "GET, POST, PUT, HEAD, OPTIONS",
  "transformer-delete": "DELETE, OPTIONS",
  "run-upload-begin": "POST, OPTIONS",
  "run-upload-get": "GET, DELETE, HEAD, OPTIONS",
  "run-upload-drop": "GET, DELETE, HEAD, OPTIONS",
  "run-upload-complete": "POST, OPTIONS",
  "token-create": "POST, OPTIONS",
  "administrator-list": "GET, POST, HEAD, OPTIONS",
  "administrator-set": "GET, POST, HEAD, OPTIONS",
  "team-list-all": "GET, HEAD, OPTIONS",
  "team-list": "GET, HEAD, OPTIONS",
  "team-storage": "GET, HEAD, OPTIONS",
  "me": "GET, HEAD, OPTIONS",
  "user-roles": "GET, HEAD, OPTIONS",
  "user-default-team": "GET, POST, HEAD, OPTIONS",
  "user-default-team-set": "GET, POST, HEAD, OPTIONS",
  "user-create": "POST, OPTIONS",
  "user-info": "POST, OPTIONS",
  "user-search": "GET, HEAD, OPTIONS",
  "team-create": "POST, DELETE, OPTIONS",
  "team-delete": "POST, DELETE, OPTIONS",
  "team-members": "GET, POST, HEAD, OPTIONS",
  "team-members-set": "GET, POST, HEAD, OPTIONS",
  "user-delete": "DELETE, OPTIONS",
  "user-password": "PUT, OPTIONS",
  "view-list": "GET, HEAD, OPTIONS",
  "view-put": "POST, OPTIONS",
  "views-put": "POST, OPTIONS",
  "view-delete": "DELETE, OPTIONS",
} as const satisfies Record<OperationName, string>;

/**
 * The scopes of each operation: a key needs one of them to call it. The list is empty for an operation that
 * needs no credentials.
 */
export const scopesOf: Readonly<Record<OperationName, readonly Scope[]>> = {
  "openapi": [],
  "version": [],
  "keycloak": [],
  "web-config": [],
  "run-outline": ["read"],
  "queryrun": ["read"],
  "testjsonpath": ["read","upload","drive","admin"],
  "run-upload": ["upload"],
  "run-list": ["read"],
  "run-autocomplete": ["read"],
  "run-get": ["read"],
  "run-delete": ["upload"],
  "run-data": ["read"],
  "run-histograms": ["read"],
  "apikey-create": ["read","upload","drive","admin"],
  "apikey-list": ["read","upload","drive","admin"],
  "apikey-rename": ["read","upload","drive","admin"],
  "apikey-revoke": ["read","upload","drive","admin"],
  "once-create": ["read","upload","drive","admin"],
  "once-exchange": [],
  "burst-list": ["read","drive"],
  "burst-start": ["drive"],
  "burst-files": ["drive"],
  "burst-get": ["read","drive"],
  "burst-seconds": ["read","drive"],
  "burst-stop": ["drive"],
  "doctor": ["admin"],
  "doctor-burst": ["admin"],
  "burst-stop-by-token": [],
  "action-create": ["upload"],
  "action-change": ["upload"],
  "action-create-global": ["upload"],
  "action-delete-global": ["upload"],
  "action-list": ["read"],
  "action-list-of-test": ["read"],
  "action-get": ["read"],
  "action-delete": ["upload"],
  "allowed-site-list": ["read"],
  "allowed-site-create": ["upload"],
  "allowed-site-delete": ["upload"],
  "variable-list": ["read"],
  "variable-replace": ["upload"],
  "alerting-dashboard": ["read"],
  "change-list": ["read"],
  "change-confirm": ["upload"],
  "change-dismiss": ["upload"],
  "datapoints-recalculate": ["upload"],
  "datapoints-recalculation": ["read"],
  "datapoint-last": ["read"],
  "run-expect": ["upload"],
  "expectation-list": ["read"],
  "change-detection-update": ["upload"],
  "change-detection-models": ["read"],
  "change-detection-defaults": ["read"],
  "missing-data-rule-list": ["read"],
  "missing-data-rule-save": ["upload"],
  "missing-data-rule-delete": ["upload"],
  "audit": ["admin"],
  "schema-export": ["read"],
  "schema-import": ["upload"],
  "schema-import-change": ["upload"],
  "test-export": ["read"],
  "test-import": ["upload"],
  "test-import-change": ["upload"],
  "dashboard-health": ["read"],
  "dashboard-search": ["read"],
  "dashboard-query": ["read"],
  "dashboard-annotations": ["read"],
  "dataset-list-of-run": ["read"],
  "dataset-list-of-test": ["read"],
  "dataset-list-of-schema": ["read"],
  "dataset-get": ["read"],
  "dataset-summary": ["read"],
  "querydataset": ["read"],
  "datastore-list": ["read"],
  "datastore-add": ["upload"],
  "datastore-change": ["upload"],
  "datastore-types": ["read"],
  "datastore-delete": ["upload"],
  "datastore-test": ["upload"],
  "experiment-models": ["read"],
  "experiment-run": ["read"],
  "experiment-list": ["read"],
  "experiment-put": ["upload"],
  "experiment-delete": ["upload"],
  "test-label-values": ["read"],
  "test-filtering-labels": ["read"],
  "test-filtering-values": ["read"],
  "test-fingerprints": ["read"],
  "run-label-values": ["read"],
  "dataset-label-values": ["read"],
  "dataset-preview-label": ["read"],
  "label-names": ["read"],
  "label-list": ["read"],
  "label-create": ["upload"],
  "label-change": ["upload"],
  "label-delete": ["upload"],
  "dataset-log": ["read"],
  "dataset-log-delete": ["upload"],
  "dataset-log-count": ["read"],
  "transformation-log": ["read"],
  "transformation-log-delete": ["upload"],
  "transformation-log-count": ["read"],
  "action-log": ["read"],
  "action-log-delete": ["upload"],
  "action-log-count": ["read"],
  "test-recalculation": ["read"],
  "test-recalculate": ["upload"],
  "test-failures": ["read"],
  "run-recalculate-all": ["upload"],
  "failure-list": ["read"],
  "failure-again": ["upload"],
  "run-report": ["read"],
  "compare": ["read"],
  "run-upload-record": ["upload"],
  "run-count": ["read"],
  "run-list-of-test": ["read"],
  "run-list-of-schema": ["read"],
  "run-metadata": ["read"],
  "run-recalculate": ["upload"],
  "run-schema": ["upload"],
  "run-summary": ["read"],
  "run-trash": ["upload"],
  "run-description": ["upload"],
  "run-access": ["upload"],
  "schedule-list": ["read","drive"],
  "schedule-create": ["drive"],
  "schedule-delete": ["drive"],
  "schedule-run": ["drive"],
  "schema-list": ["read"],
  "schema-create": ["upload"],
  "schema-change": ["upload"],
  "schema-descriptors": ["read"],
  "schema-usages": ["read"],
  "schema-by-uri": ["read"],
  "schema-get": ["read"],
  "schema-delete": ["upload"],
  "schema-access": ["upload"],
  "test-list": ["read"],
  "test-create": ["upload"],
  "test-change": ["upload"],
  "test-by-name": ["read"],
  "test-folders": ["read"],
  "test-summary": ["read"],
  "test-get": ["read"],
  "test-delete": ["upload"],
  "test-trend": ["read"],
  "test-transformers": ["upload"],
  "test-move": ["upload"],
  "test-notifications": ["upload"],
  "test-access": ["upload"],
  "transformer-names": ["read"],
  "transformer-list": ["read"],
  "transformer-create": ["upload"],
  "transformer-change": ["upload"],
  "transformer-delete": ["upload"],
  "run-upload-begin": ["upload"],
  "run-upload-get": ["read"],
  "run-upload-drop": ["upload"],
  "run-upload-complete": ["upload"],
  "token-create": [],
  "administrator-list": ["admin"],
  "administrator-set": ["admin"],
  "team-list-all": ["admin"],
  "team-list": ["read","upload","drive","admin"],
  "team-storage": ["read","upload","drive","admin"],
  "me": ["read","upload","drive","admin"],
  "user-roles": ["read","upload","drive","admin"],
  "user-default-team": ["read","upload","drive","admin"],
  "user-default-team-set": ["upload","admin"],
  "user-create": ["admin"],
  "user-info": ["admin"],
  "user-search": ["admin"],
  "team-create": ["admin"],
  "team-delete": ["admin"],
  "team-members": ["admin"],
  "team-members-set": ["admin"],
  "user-delete": ["admin"],
  "user-password": ["admin"],
  "view-list": ["read"],
  "view-put": ["upload"],
  "views-put": ["upload"],
  "view-delete": ["upload"],
};

/** The content types of request bodies. Other operations accept no body. */
export const requestTypes: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  "run-upload": ["application/json","multipart/form-data"],
  "apikey-create": ["application/json"],
  "apikey-rename": ["text/plain","application/json"],
  "once-create": ["application/json"],
  "once-exchange": ["application/json"],
  "burst-start": ["application/json"],
  "burst-files": ["application/json"],
  "burst-stop-by-token": ["application/json"],
  "action-create": ["application/json"],
  "action-change": ["application/json"],
  "action-create-global": ["application/json"],
  "allowed-site-create": ["text/plain","application/json"],
  "variable-replace": ["application/json"],
  "change-confirm": ["application/json"],
  "datapoint-last": ["application/json"],
  "change-detection-update": ["application/json"],
  "missing-data-rule-save": ["application/json"],
  "schema-import": ["application/json"],
  "schema-import-change": ["application/json"],
  "test-import": ["application/json"],
  "test-import-change": ["application/json"],
  "dashboard-search": ["application/json"],
  "dashboard-query": ["application/json"],
  "dashboard-annotations": ["application/json"],
  "datastore-add": ["application/json"],
  "datastore-change": ["application/json"],
  "experiment-put": ["application/json"],
  "dataset-preview-label": ["application/json"],
  "label-create": ["application/json"],
  "label-change": ["application/json"],
  "run-upload-record": ["application/json"],
  "run-schema": ["text/plain","application/json"],
  "run-description": ["text/plain","application/json"],
  "schedule-create": ["application/json"],
  "schema-create": ["application/json"],
  "schema-change": ["application/json"],
  "test-create": ["application/json"],
  "test-change": ["application/json"],
  "test-transformers": ["application/json"],
  "transformer-create": ["application/json"],
  "transformer-change": ["application/json"],
  "run-upload-begin": ["application/json"],
  "run-upload-complete": ["application/json"],
  "token-create": ["application/x-www-form-urlencoded"],
  "administrator-set": ["application/json"],
  "user-default-team-set": ["text/plain","application/json"],
  "user-create": ["application/json"],
  "user-info": ["application/json"],
  "team-members-set": ["application/json"],
  "user-password": ["text/plain","application/json"],
  "view-put": ["application/json"],
  "views-put": ["application/json"],
};

/** Query parameters that may be repeated. */
export const repeatedParameters: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  "run-list": ["state"],
  "test-label-values": ["include","exclude"],
  "run-label-values": ["include","exclude"],
  "compare": ["gate"],
  "run-list-of-test": ["state"],
  "schema-descriptors": ["id"],
};
