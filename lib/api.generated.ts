/* Written by `npm run generate` from schema/openapi.json. Do not edit. */
/* biome-ignore-all lint: generated */

/** Scope of a key. `read` allows to read the records of its user, `upload` to upload runs and change records, `drive` to start bursts and schedules, `admin` to manage users and teams. The roles of the user apply as well. */
export type Scope = 'read' | 'upload' | 'drive' | 'admin';
/** The service of AWS that runs the drives: functions of Lambda, or tasks of Fargate where the deployment has them. Absent means what the agents of the document say, or `lambda`. */
export type Executor = 'lambda' | 'fargate';
/** A schema with its labels and transformers as they are to be. Members that are not known are ignored. */
export type SchemaExportRequest = SchemaRequest & {
  /**
   * Labels that read its documents.
   *
   * @maxItems 1000
   */
  labels?: LabelRequest[] | null;
  /**
   * Transformers that make datasets of its documents.
   *
   * @maxItems 1000
   */
  transformers?: TransformerRequest[] | null;
  [k: string]: unknown;
};
/** Readers of a record. PUBLIC: everyone who may call the API. PROTECTED: every key. PRIVATE: the viewers of the owning team. */
export type Access = 'PUBLIC' | 'PROTECTED' | 'PRIVATE';
/** A test with all that is to belong to it. Members that are not known are ignored. */
export type TestExportRequest = TestRequest & {
  /**
   * Variables of its datasets.
   *
   * @maxItems 1000
   */
  variables?: VariableRequest[] | null;
  /**
   * When its data is late.
   *
   * @maxItems 1000
   */
  missingDataRules?: MissingDataRuleRequest[] | null;
  /**
   * Profiles that compare its datasets.
   *
   * @maxItems 1000
   */
  experiments?:
    | { [k: string]: unknown }[]
    | null;
  /**
   * Actions that are notified of its events.
   *
   * @maxItems 1000
   */
  actions?: ActionRequest[] | null;
  /** Users and teams that watch it. */
  subscriptions?: { [k: string]: unknown } | null;
  /** Where its data comes from: the one of the same name, type and URL that its team has, else a new one, which waits for its secret. */
  datastore?: DatastoreRequest | null;
  [k: string]: unknown;
};
/** A time in epoch milliseconds, which is preferred, or as an ISO 8601 date-time. */
export type TimeChoice = number | string;
/** Name of a user. */
export type UserName = string;
/** Name of a team; it ends in `-team`. */
export type TeamName = string;
/** A password of at least 8 characters, where one machine does not say otherwise. */
export type Password = string;
/** Role in a team. `viewer` reads private records, `uploader` uploads runs, `tester` changes records, `manager` changes the members. */
export type TeamRole = 'viewer' | 'uploader' | 'tester' | 'manager';
/** The type of a JSON value. */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
/** An Access by its name or its number. */
export type AccessParameter = 'PUBLIC' | 'PROTECTED' | 'PRIVATE' | '0' | '1' | '2';
/** An Access by its name, which is preferred, or its number. Null is like an absent member. */
export type AccessChoice = Access | (0 | 1 | 2) | null;
/** The id of a test as a number, which is preferred, or as the digits. Null is like an absent member. */
export type TestIdChoice = number | string | null;
/** The name of a member, or the index of an element. */
export type PathSegment = string | number;
/** A JSON value without members. */
export type ScalarValue = string | number | boolean | null;
/** A query language. */
export type Dialect = 'jsonpath' | 'sql';
/** How a run ended. `inconclusive`: the generator was not healthy for too long to judge the target. `incomplete`: something that was planned was not delivered. */
export type RunState = 'passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete';
/** A column of a list of runs. */
export type RunSort =
  | 'id'
  | 'start'
  | 'stop'
  | 'testid'
  | 'testname'
  | 'test.name'
  | 'owner'
  | 'access'
  | 'description'
  | 'trashed';
/** Role of a key or of a user. `admin` sees and revokes everything. */
export type ServiceRole = 'user' | 'admin';
/** Keys of both types act as a user. A browser key lasts hours. */
export type ApiKeyType = 'USER' | 'BROWSER';
/** The credentials of a request. */
export type CredentialKind = 'key' | 'password' | 'token';
/** Where a server runs. */
export type DeploymentPlace = 'cloud' | 'one machine';
/** Order of a sorted list. */
export type SortDirection = 'Ascending' | 'Descending';
/** `inconclusive`: the generator was not healthy for too long to judge the target. `incomplete`: something that was planned was not delivered. */
export type BurstState =
  'planning' | 'running' | 'merging' | 'passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete';
/** Whom to tell of events. */
export type Action = ExportedAction & {
  /** Asterisks, but in the reply that made it. */
  secrets: {
    /** The secret of signatures. */
    token?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
};
/** A schema with its labels and transformers. */
export type SchemaExport = Schema & {
  /** By id. */
  labels: Label[];
  /** By id. */
  transformers: Transformer[];
  [k: string]: unknown;
};
/** A test with all that belongs to it. */
export type TestExport = Test & {
  /** Variables of its datasets. */
  variables: Variable[];
  /** When its data is late. */
  missingDataRules: MissingDataRule[];
  /** Profiles that compare its datasets. */
  experiments: { [k: string]: unknown }[];
  /** Its actions, by id; those for all tests are of none. */
  actions: ExportedAction[];
  /** Users and teams that watch it. */
  subscriptions: { [k: string]: unknown } | null;
  /** Where its data comes from when that is not the repository itself, without secrets. */
  datastore: Datastore | null;
  [k: string]: unknown;
};
/** The type of a datastore. POSTGRES is the repository itself. */
export type DatastoreKind = 'POSTGRES' | 'ELASTICSEARCH' | 'COLLECTORAPI';
/** A JSON Schema as an object, which is preferred, or as its text. An empty object or a scalar means none. */
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
        | 'testid'
        | 'testname'
        | 'test.name'
        | 'owner'
        | 'access'
        | 'description'
        | 'trashed';
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
    query: {};
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
      sort?: 'id' | 'runId' | 'ordinal' | 'start' | 'stop' | 'testid' | 'owner' | 'access' | 'description';
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
      sort?: 'id' | 'runId' | 'ordinal' | 'start' | 'stop' | 'testid' | 'owner' | 'access' | 'description';
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
        | 'testid'
        | 'testname'
        | 'test.name'
        | 'owner'
        | 'access'
        | 'description'
        | 'trashed';
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
        | 'testid'
        | 'testname'
        | 'test.name'
        | 'owner'
        | 'access'
        | 'description'
        | 'trashed';
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
    query: {};
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
/** A key to be created. */
export interface ApiKeyRequest {
  /** Name of the key. Names that begin with `downpour.` (the service's name in small letters) are reserved. */
  name?: string | null;
  /** `BROWSER` makes a key of some hours for one browser. Downpour lists such keys apart. */
  type?: 'USER' | 'BROWSER';
  /** Hours until a browser key expires. Absent means 12. Only the type `BROWSER` has it, and that type has neither `expiresInDays` nor `unusedDays`. */
  expiresInHours?: number;
  /** `admin` sees and revokes everything. */
  role?: 'user' | 'admin';
  /** Whom the key acts for. Absent means the caller's own user. */
  user?: string;
  /** Days until it expires. Absent means on no day that is set. */
  expiresInDays?: number;
  /** Days without use after which it expires, 0 for never. Absent means 30, and never where `expiresInDays` sets a day. */
  unusedDays?: number;
  /**
   * Scopes of the key, within those of the key that creates it. Absent means read, upload and drive; for the role `admin` it means all.
   *
   * @minItems 1
   */
  scopes?: Scope[];
  /** As what its queries run that both dialects accept. Absent means what the deployment says. */
  dialect?: 'jsonpath' | 'sql';
  limits?: KeyLimits;
}
/** Bounds for bursts that are started with a key, below those of the deployment. For an absent member only the bound of the deployment applies. A key that a limited key creates has at least the same limits. */
export interface KeyLimits {
  /** Arrivals per second of everything that may run at once. */
  usersPerSecMax?: number;
  /** Users at work at once, over all shards. */
  sessionsMax?: number;
  /** Length of a run in milliseconds. */
  durationMsMax?: number;
  /** Shards of one phase. */
  shardsMax?: number;
  /** Connections that may be open at once. */
  connectionsMax?: number;
  /** Estimated price of a run in US dollars. */
  dollarsMax?: number;
  /** Bursts that have not ended. */
  burstsAtOnceMax?: number;
}
/** The rights of the browser key that a code gives. */
export interface OnceRequest {
  /** Role of the key, as for a key that is created. */
  role?: 'user' | 'admin';
  /**
   * Scopes of the key, as for a key that is created.
   *
   * @minItems 1
   */
  scopes?: Scope[];
  /** Hours from the exchange until the key expires. */
  expiresInHours?: number;
}
/** A code to exchange. */
export interface OnceExchange {
  /** The code. */
  code: string;
  /** Name of the key, for example of the browser. Absent means `browser`. */
  name?: string;
}
/** A benchmark to be driven. */
export interface BurstRequest {
  /** Text of the benchmark document, YAML or JSON. */
  document: string;
  /** Name of the file, for messages. */
  file?: string;
  /** Values of the document's parameters by name. */
  parameters?: {
    /** The value as text. */
    [k: string]: string;
  };
  /** Functions per phase, within the ceiling of the deployment. Absent means as many as the plan finds necessary. */
  shards?: number;
  executor?: Executor;
  /** Regions whose functions share each phase, by their weights. Absent means the regions of the document's agents, or that of the deployment. */
  regions?: {
    /** Weight of the region. */
    [k: string]: number;
  };
  /** Repeats the randomness of a run. Absent means a fresh one. */
  seed?: number;
  /** Part of the requests of a metric that may fail or be invalid; above it the run fails. A limit that the document writes itself wins. Absent means what the deployment says, usually 0.01. */
  maxErrors?: number;
  /** Stop the burst as soon as a phase has failed, also by a limit with a window or by a share of failed requests while the phase goes on. Absent means false: limits are judged when a phase is over. */
  stopOnFailure?: boolean;
  /** Id of the burst, for who must know it before. There must be none of this id. Absent means a new one. */
  id?: string;
  files?: SentFiles;
  /** Seconds for which you hold the burst. You renew the hold with `GET /api/burst/{id}?holdS=`; when you do not, the drives stop, so no load outlives the program that started it. Absent means that the burst goes on without you. */
  holdS?: number;
  /** Check and plan only, as the deployment would, and start nothing: the answer is 200 with what it would be. Files need not have been uploaded. Absent means false. */
  dryRun?: boolean;
}
/** The files that the document needs, uploaded before. Paths are those of the document, relative to its folder and never out of it. */
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
/** One file that a document needs. */
export interface FileRef {
  /** Path as written in the document. */
  path: string;
  /** SHA-256 of its content, in hex. */
  sha256: string;
  /** Size of its content. */
  bytes: number;
}
/** Files to upload. */
export interface FilesRequest {
  /**
   * Each content once.
   *
   * @minItems 1
   * @maxItems 100
   */
  files: FileUpload[];
}
/** One file to upload. */
export interface FileUpload {
  /** SHA-256 of its content, in hex. */
  sha256: string;
  /** Size of its content. */
  bytes: number;
  /** Its content in Base64. Absent means that it is put to a URL. */
  content?: string;
}
/** Which burst to stop. */
export interface StopByToken {
  /** Id of the burst. */
  burst: string;
  /** Its stop token. */
  token: string;
  [k: string]: unknown;
}
/** Whom to tell of events. Members that are not known are ignored. */
export interface ActionRequest {
  /** Id of the action to change. */
  id?: number | null;
  /** change/new, run/new, run/failed or missing-data; of all tests key/expiring too, which tells of API keys 7, 2 and 1 days before their end, at it and a day later. */
  event: string;
  /** Only http. */
  type: string;
  config: ActionConfig;
  /** The secret of signatures; absent means a new one, or the one there is. */
  secrets?: {
    /** `whsec_` and 24 bytes or more in base64. */
    token?: string | null;
    [k: string]: unknown;
  } | null;
  /** Id of the test. */
  testId?: number | null;
  /** Absent means true. */
  active?: boolean | null;
  /** Whether Downpour also sends events of tests whose notifications are off. Absent means false. */
  runAlways?: boolean | null;
  [k: string]: unknown;
}
/** Where to. */
export interface ActionConfig {
  /** A URL below an allowed site. */
  url: string;
  [k: string]: unknown;
}
/** A number that each dataset of a test has. Members that are not known are ignored. */
export interface VariableRequest {
  /** Id of the variable; absent or negative means a new one. */
  id?: number | null;
  /** Must not be blank. */
  name?: string | null;
  /** Variables of a group are shown together. */
  group?: string | null;
  /** Its place among the others. Absent means as in the body. */
  order?: number | null;
  /**
   * Names of the labels that it is made of.
   *
   * @maxItems 100
   */
  labels?: string[] | null;
  /** JavaScript that makes the number of the value of the label, or of an object with those of several. Blank means none. */
  calculation?: string | null;
  /**
   * The models that detect its changes.
   *
   * @maxItems 20
   */
  changeDetection?: ChangeDetectionRequest[] | null;
  [k: string]: unknown;
}
/** The models of change detection and their settings. */
export interface ChangeDetectionRequest {
  /** Id of the setting; absent or negative means a new one. */
  id?: number | null;
  /** relativeDifference, fixedThreshold or eDivisive. */
  model: string;
  /** Settings of the model; what is absent has its default. */
  config?: { [k: string]: unknown } | null;
  [k: string]: unknown;
}
/** An answer of a person to a change. */
export interface ChangeRequest {
  /** As in the path. */
  id: number;
  /** Whether it is one. */
  confirmed: boolean;
  /** Absent or null leaves it. */
  description?: string | null;
  [k: string]: unknown;
}
/** The variables and their fingerprint. */
export interface LastDatapointsRequest {
  /**
   * Ids of variables.
   *
   * @maxItems 100
   */
  variables: number[];
  /** JSON object; absent or empty means the datasets that have none. */
  fingerprint?: string | null;
  [k: string]: unknown;
}
/** How datasets of a test are grouped and ordered. */
export interface ChangeDetectionUpdate {
  /**
   * Labels that the time is made of.
   *
   * @maxItems 100
   */
  timelineLabels?: string[] | null;
  /** JavaScript that makes it. */
  timelineFunction?: string | null;
  /**
   * Labels that tell series apart.
   *
   * @maxItems 100
   */
  fingerprintLabels?: string[] | null;
  /** JavaScript that tells which of them count. */
  fingerprintFilter?: string | null;
  [k: string]: unknown;
}
/** Datasets are expected at least so often. Members that are not known are ignored. */
export interface MissingDataRuleRequest {
  /** Id of the rule; absent or not above 0 means a new one. */
  id?: number | null;
  /** Information for the people who are notified. */
  name?: string | null;
  /**
   * Labels that the condition is handed.
   *
   * @maxItems 100
   */
  labels?: string[] | null;
  /** JavaScript that tells which datasets count. Blank means all. */
  condition?: string | null;
  /** Milliseconds from the start of the last run that counts. */
  maxStaleness: number;
  [k: string]: unknown;
}
/** A schema as it is to be. Members that are not known are ignored, so that what a client has read can be sent back. */
export interface SchemaRequest {
  /** Id of the schema to be changed. */
  id?: number | null;
  /** Unique, and not blank. */
  name: string;
  /** Unique; begins with `urn:`, `uri:`, `http:`, `https:`, `ftp:`, `file:` or `jar:`. */
  uri: string;
  /** A description for people. */
  description?: string | null;
  /** JSON Schema of the documents. */
  schema?:
    | { [k: string]: unknown }
    | string
    | unknown[]
    | number
    | boolean
    | null;
  /** The owning team. Absent means the caller's own. */
  owner?: string | null;
  /** The users who may see it, by name or number. Absent means PUBLIC. */
  access?: Access | (0 | 1 | 2) | null;
  [k: string]: unknown;
}
/** A label as it is to be. Members that are not known are ignored. */
export interface LabelRequest {
  /** Id of the label to be changed. */
  id?: number | null;
  /** Unique in the schema, and not blank. */
  name?: string | null;
  /**
   * Values that it is made of.
   *
   * @maxItems 100
   */
  extractors?: ExtractorRequest[] | null;
  /** JavaScript that makes one value of them. Blank means none. */
  function?: string | null;
  /** Whether it tells runs apart. Absent means true. */
  filtering?: boolean | null;
  /** Whether it is measured. Absent means true. */
  metrics?: boolean | null;
  /** The owning team. Absent means that of the schema. */
  owner?: string | null;
  /** The users who may see it, by name or number. Absent means the access of the schema. */
  access?: Access | (0 | 1 | 2) | null;
  [k: string]: unknown;
}
/** A value of a document that a function is handed. */
export interface ExtractorRequest {
  /** Name of the value for the function. Must not be blank. */
  name?: string | null;
  /** Where the value is. Must not be blank; looked at when it is used, not when it is saved. */
  jsonpath?: string | null;
  /** All values that are found rather than the first. Absent means false. */
  isarray?: boolean | null;
  /** The same where `isarray` is absent. */
  isArray?: boolean | null;
  [k: string]: unknown;
}
/** A transformer as it is to be. Members that are not known are ignored. */
export interface TransformerRequest {
  /** Id of the transformer to be changed. */
  id?: number | null;
  /** Must not be blank. */
  name?: string | null;
  /** A description for people. */
  description?: string | null;
  /** URI of what it makes where that names none. */
  targetSchemaUri?: string | null;
  /**
   * Values that it is made of.
   *
   * @maxItems 100
   */
  extractors?: ExtractorRequest[] | null;
  /** JavaScript that makes datasets of them. Blank means none. */
  function?: string | null;
  /** The owning team. Absent means that of the schema. */
  owner?: string | null;
  /** The users who may see it, by name or number. Absent means the access of the schema. */
  access?: Access | (0 | 1 | 2) | null;
  [k: string]: unknown;
}
/** A test as it is to be. Members that are not known are ignored, so that what a client has read can be sent back. */
export interface TestRequest {
  /** Id of the test to be changed. */
  id?: number | null;
  /** Unique, and not blank. */
  name: string;
  /** Names separated by slashes. Null or empty means the root. */
  folder?: string | null;
  /** A description for people. */
  description?: string | null;
  /** The owning team. Absent means the caller's own. */
  owner?: string | null;
  /** The users who may see it, by name or number. Absent means PUBLIC. */
  access?: Access | (0 | 1 | 2) | null;
  /** Where its data comes from. Absent means 1. */
  datastoreId?: number | null;
  /** Labels that make the time of a point. */
  timelineLabels?: string[] | null;
  /** JavaScript that makes the time of them. */
  timelineFunction?: string | null;
  /** Labels that tell series apart. */
  fingerprintLabels?: string[] | null;
  /** JavaScript that leaves new datapoints out where it answers false, null, 0 or nothing. */
  fingerprintFilter?: string | null;
  /** JavaScript that makes a link to compare runs. */
  compareUrl?: string | null;
  /** Whether Downpour notifies people of its changes. Absent means true. */
  notificationsEnabled?: boolean | null;
  /** False: Downpour makes no variables for runs of the load driver. Absent means the present setting. By default Downpour makes variables for p50, p99 and the failed share with the first such run, unless the test has transformers, fingerprint labels or variables. */
  automaticVariables?: boolean | null;
  /**
   * Transformers that make its datasets. Absent means those that it has.
   *
   * @maxItems 1000
   */
  transformers?: TransformerName[] | null;
  [k: string]: unknown;
}
/** A transformer that a test uses. Members that are not known are ignored. */
export interface TransformerName {
  /** Its id. */
  id?: number | null;
  /** URI of what it makes. It is found by this where its id is not known. */
  targetSchemaUri?: string | null;
  [k: string]: unknown;
}
/** Where documents of runs are asked for. Members that are not known are ignored. */
export interface DatastoreRequest {
  /** Id of the datastore to change. */
  id?: number | null;
  /** For people. */
  name: string;
  /** ELASTICSEARCH or COLLECTORAPI, in any case. */
  type: string;
  /** The team that owns it. Absent means the team of the caller, or the one there is. */
  owner?: string | null;
  /** By name or number. PUBLIC means that tests of all teams may name it. Absent means PRIVATE, or what there is. */
  access?: Access | (0 | 1 | 2) | null;
  config: DatastoreConfigRequest;
  [k: string]: unknown;
}
/** How a datastore is reached. */
export interface DatastoreConfigRequest {
  /** A URL below an allowed site. */
  url?: string | null;
  /** The credentials with which Downpour calls the datastore. Absent means none. */
  authentication?: {
    /** none, api-key or username. */
    type?: string | null;
    /** Key, for the type api-key. */
    apiKey?: string | null;
    /** Credential, for the type username. */
    username?: string | null;
    /** Credential, for the type username. */
    password?: string | null;
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
/** Which variables, and the time. */
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
  /** Its beginning. */
  from: number | string;
  /** Its end, included. */
  to: number | string;
  /** Also the datapoints next to it, so that lines come into view and leave it. */
  oneBeforeAndAfter?: boolean | null;
  [k: string]: unknown;
}
/** A variable. */
export interface DashboardTarget {
  /** Its id, and behind a semicolon the fingerprint. */
  target: string;
  /** Only timeseries. */
  type?: string | null;
  [k: string]: unknown;
}
/** Which variables, and the time. */
export interface AnnotationsQuery {
  range: DashboardRange;
  annotation: AnnotationTarget;
  [k: string]: unknown;
}
/** The annotation of the dashboard. Downpour ignores other members. */
export interface AnnotationTarget {
  /** Ids of at most 100 variables, separated by commas, and behind a semicolon the fingerprint. The reply leaves out variables that the caller may not see when there are several. */
  query: string;
  [k: string]: unknown;
}
/** A profile as it is to be. Members that are not known are ignored. */
export interface ExperimentProfileRequest {
  /** Id of the profile to be changed. */
  id?: number | null;
  /** The path says it. */
  testId?: number | null;
  /** Its name. */
  name: string;
  /**
   * Labels that tell which datasets are compared.
   *
   * @maxItems 100
   */
  selectorLabels?: string[] | null;
  /** JavaScript that gets the value of the label or an object of several. Absent means that the value itself says it. */
  selectorFilter?: string | null;
  /**
   * Labels that tell which datasets are the baseline.
   *
   * @maxItems 100
   */
  baselineLabels?: string[] | null;
  /** JavaScript as for the selector. */
  baselineFilter?: string | null;
  /**
   * The variable that is compared.
   *
   * @maxItems 100
   */
  comparisons?: ExperimentComparison[] | null;
  /**
   * Labels that are shown with a result.
   *
   * @maxItems 100
   */
  extraLabels?: string[] | null;
  [k: string]: unknown;
}
/** How a variable is compared. */
export interface ExperimentComparison {
  /** Name of the model. */
  model: string;
  /** Settings of the model. */
  config?: { [k: string]: unknown } | null;
  /** Id of the variable. */
  variableId?: number | null;
  /** Name of the variable, where its id is not known. */
  variableName?: string | null;
  [k: string]: unknown;
}
/** A label that is tried. Members that are not known are ignored. */
export interface LabelPreviewRequest {
  /** Its name. */
  name?: string | null;
  /** Id of its schema: the first element of the dataset that names it is read. Absent means the first element. */
  schemaId?: number | null;
  /**
   * Values that it is made of.
   *
   * @maxItems 100
   */
  extractors?: ExtractorRequest[] | null;
  /** JavaScript that makes one value of them. Blank means none. */
  function?: string | null;
  [k: string]: unknown;
}
/** A run to store. Downpour ignores other members, such as an id. */
export interface RunRecordRequest {
  /** Id of the test. */
  testid?: number | string | null;
  /** When the benchmark started. */
  start?: TimeChoice | null;
  /** When the benchmark ended. */
  stop?: TimeChoice | null;
  /** Owning team. */
  owner?: string | null;
  /** The users who may read the run. */
  access?: Access | (0 | 1 | 2) | null;
  /** Free text. */
  description?: string | null;
  /** The document. */
  data?: { [k: string]: unknown };
  /** An object or an array of objects, each with `$schema`. */
  metadata?: { [k: string]: unknown };
  [k: string]: unknown;
}
/** A benchmark to be driven again and again. */
export interface ScheduleRequest {
  /** Name of the schedule. It must be new. */
  name: string;
  /** When it is driven: five fields of cron, a nickname such as `@daily`, or EventBridge's `cron(...)` with six fields and `rate(...)`. */
  cron: string;
  /** Time zone of the calendar, such as `Europe/Prague`. Rates count hours. */
  timezone?: string;
  /** Text of the benchmark document, YAML or JSON. */
  document: string;
  /** Name of the file, for messages. */
  file?: string;
  /** Values of the document's parameters by name. */
  parameters?: {
    /** The value as text. */
    [k: string]: string;
  };
  /** As for a burst. */
  shards?: number;
  /** Repeats the randomness in each run. Absent means a fresh one each time. */
  seed?: number;
  /** As for a burst. */
  maxErrors?: number;
  /** As for a burst. */
  stopOnFailure?: boolean;
  files?: SentFiles;
}
/** A document that is to come in parts. */
export interface RunUploadRequest {
  /** Bytes of the document. */
  sizeBytes: number;
}
/** A user to be made. */
export interface NewUser {
  user: UserData;
  password?: Password;
  team?: TeamName;
  /** Roles in the team. */
  roles?: TeamRole[];
}
/** A user. */
export interface UserData {
  /** The same as the name. Ignored in a request. */
  id?: string;
  username: UserName;
  /** First name. */
  firstName?: string;
  /** Last name. */
  lastName?: string;
  /** Address. */
  email?: string;
}
/** Roles in a team by user. */
export interface TeamMembers {
  /** Roles of the user. */
  [k: string]: TeamRole[];
}
/** A view as it is to be. Members that are not known are ignored. */
export interface ViewRequest {
  /** Id of the view to be changed. */
  id?: number | null;
  /** Id of the test. */
  testId?: number | null;
  /** Its name. */
  name: string;
  /**
   * Its columns.
   *
   * @maxItems 200
   */
  components: ViewComponentRequest[];
  [k: string]: unknown;
}
/** A column as it is to be. Members that are not known are ignored. */
export interface ViewComponentRequest {
  /** Id of the column to be changed. */
  id?: number | null;
  /** Text above the column. */
  headerName: string;
  /** Its place among the columns. */
  headerOrder?: number | null;
  /**
   * Labels that it shows.
   *
   * @maxItems 100
   */
  labels: string[];
  /** JavaScript that makes of the values what is shown. */
  render?: string | null;
  [k: string]: unknown;
}
/** One place of a document. */
export interface Outline {
  /** The path of the place as people write it: `$.stats[0]["99.0"]`. */
  path: string;
  type: JsonType;
  /** Bytes of its text in the document. Absent when Downpour has not read the whole place. */
  bytes?: number;
  /** Members or elements. Absent for a scalar, and when Downpour has not read the whole place. */
  count?: number;
  /** The text of a scalar as the document has it, with all its digits; a string has its quotes. Absent when it is longer than 256 bytes. */
  value?: string;
  /** Its members or elements in the order of the document; none for a scalar. For a name that an object repeats, the last value of the page. */
  items: OutlineItem[];
  /** The cursor of the next page; absent: this is the last. */
  next?: string;
  /** Reads of the document and its index. */
  reads: number;
  /** Bytes that were read for this reply. Zero when they were in memory. */
  bytesRead: number;
  [k: string]: unknown;
}
/** A member of an object, or an element of an array. */
export interface OutlineItem {
  /** The name of a member. */
  name?: string;
  /** The index of an element, counted from 0. */
  index?: number;
  type: JsonType;
  /** Bytes of its text in the document. */
  bytes: number;
  /** Members or elements. Absent for a scalar, and for a large object that Downpour has not read. */
  count?: number;
  /** The text of a scalar, as in the place itself. */
  value?: string;
  [k: string]: unknown;
}
/** Why a request was refused or failed. */
export interface Error {
  /** Stable word to branch on. */
  code: string;
  /** The problem, and the value that was expected. */
  message: string;
  /** Particulars for programs, for example a list of problems. */
  details?: { [k: string]: unknown };
  /** Finds the request in the log. */
  requestId: string;
  [k: string]: unknown;
}
/** The place of a reply. */
export interface StoredReply {
  /** Gives the reply with its content type, for 15 minutes and without a key. */
  url: string;
}
/** About the server. */
export interface VersionInfo {
  /** Version of the server. */
  version: string;
  /** The commit from which the server was built. `unknown` when the build has no commit. */
  commit: string;
  /** When it started. In AWS that is one environment of a function. */
  startTimestamp: number;
  /** The privacy statement of the deployment. Absent when it has none. */
  privacyStatement?: string;
  [k: string]: unknown;
}
/** Where clients get tokens. */
export interface KeycloakConfig {
  /** Name of the realm. */
  realm: string;
  /** Address of the server of identities. */
  url: string;
  /** As whom a client asks there. */
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
  /** Ways to sign in. */
  signIn: ('key' | 'password' | 'issuer')[];
  /** The issuer whose tokens the server accepts. Null where the server accepts none of another issuer. */
  issuer: Issuer | null;
  /** Whether callers without credentials read public records. */
  anonymous: boolean;
  [k: string]: unknown;
}
/** An issuer of tokens (OpenID Connect). */
export interface Issuer {
  /** Address of the issuer, without `/.well-known/openid-configuration`. */
  url: string;
  /** The client for which a page requests tokens. */
  clientId: string;
  /** The audience that a token must name. */
  audience: string;
  [k: string]: unknown;
}
/** The answer to a filter query. */
export interface FilterQueryResult {
  /** Whether the expression could be evaluated. */
  valid: boolean;
  /** The expression as received; the corrected one where `lenient` took that. */
  jsonpath: string;
  /** 0 for success, 1 for a failure. */
  errorCode: number;
  /** Five-character state of a failure. */
  sqlState: string | null;
  /** The problem, its place, and the value that was expected. */
  reason: string | null;
  /** Always null. */
  sql: string | null;
  /** JSON text: the first match or `null`; with `array` an array of all matches, `[]` when there are none. Null when not valid. */
  value: string | null;
  explain?: Explanation;
}
/** The cost of an answer. Only `explain` asks for it. */
export interface Explanation {
  /** How the query was answered. `nothing`, `member`, `members`, `count`, `column`, `element` and `filter`: by the run's index and ranges of the document. `scan`: a part of the document was read through once. `parts`: the elements of an array were parsed some at a time. `partial`: only the members that the path can reach were parsed. `document` and `whole`: all of it was. `kept`: on a document in memory. `syntax` and `refused`: not at all. */
  way: string;
  /** As which dialect the expression ran. */
  dialect: 'jsonpath' | 'sql';
  /** Bytes read of the document and its index, without what was in memory. */
  bytesRead: number;
  /** Ranged reads. */
  reads: number;
  /** Wall-clock milliseconds in the function. */
  milliseconds: number;
}
/** Whether a text is an expression. */
export interface JsonpathValidation {
  /** Whether the text is an expression. */
  valid: boolean;
  /** The text; the corrected one where `lenient` took that. */
  jsonpath: string;
  /** 0 for success, 1 for a failure. */
  errorCode: number;
  /** Five-character state of a failure. */
  sqlState: string | null;
  /** The problem, its place, and the value that was expected. */
  reason: string | null;
  /** Always null. */
  sql: string | null;
}
/** A run without its document. */
export interface RunSummary {
  /** Id of the run. */
  id: number;
  access: Access;
  /** Owning team. */
  owner: string;
  /** When the benchmark started. */
  start: number;
  /** When the benchmark ended. */
  stop: number;
  /** Id of the test. */
  testid: number;
  /** Name of the test; null when it is gone, or hidden from the caller. */
  testname: string | null;
  /** Free text. */
  description: string | null;
  /** Soft-deleted. */
  trashed: boolean;
  /** Whether metadata was uploaded with the document. */
  hasMetadata: boolean;
  /** Ids of the run's datasets. */
  datasets: number[];
  /** Where the document and its metadata name schemas that there are. None for a run in the trash; a list shows the first 20 of each run. */
  schemas: SchemaUsage[];
  /** Errors that the JSON Schemas of these found in it. A list has the first 10 of each of the first 100 runs that have errors. */
  validationErrors: ValidationError[];
  /** Work on the run that failed, for members of its team. Absent when nothing failed, and in lists. */
  failures?: WorkFailure[];
  pending?: PendingWork;
  outcome?: RunOutcome;
  [k: string]: unknown;
}
/** A place of a document that names a schema. */
export interface SchemaUsage {
  /** Id of the schema. */
  id: number;
  /** Its name. */
  name: string;
  /** Its URI. */
  uri: string;
  /** 0 in the document and 1 in its metadata. */
  source: 0 | 1;
  /** 0 the root object, 1 a member of it, 2 an element of a root array. */
  type: 0 | 1 | 2;
  /** Name of the member or index of the element; null for the root. */
  key: string | null;
  /** Whether documents of this schema are validated. */
  hasJsonSchema: boolean;
  [k: string]: unknown;
}
/** Where a document is not as a JSON Schema wants it. */
export interface ValidationError {
  /** Id of the schema, or null when no schema is the cause. */
  schemaId: number | null;
  /** Kind of the problem. */
  error: {
    /** The keyword that does not hold, such as `required`; `No schema` for an element without one; `Execution error` for a JSON Schema that cannot be used. */
    type: string;
    /** The problem in a sentence. */
    message: string;
    /** JSON pointer into the part that was validated. */
    path?: string;
    /** JSON pointer into the JSON Schema. */
    schemaPath?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/** Work that failed at every attempt. */
export interface WorkFailure {
  /** The kind of work. `datapoints`: values of variables; `recalculation`: of many runs; `index`: of a large document; `removal`: of the rest of a run; `event`, `webhook`: delivery of an event; `query`: of a datastore. */
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
  /** Id of the run; absent of a recalculation. */
  runId?: number;
  /** Id of the dataset; absent where it is about all of a run. */
  datasetId?: number;
  /** Id of the test; absent where the run or dataset says it. */
  testId?: number;
  /** Id of the action. */
  actionId?: number;
  /** The event, or a description of the runs. Absent when the ids identify the work. */
  of?: string;
  /** When it was given up, in milliseconds since 1970. */
  failedAt: number;
  /** The error of the last attempt. */
  reason: string;
  /** The request that tries again. */
  again: string;
  [k: string]: unknown;
}
/** Work that is still to be done for a run. Absent when no work is left, and in lists. Work that was given up is a failure. */
export interface PendingWork {
  /** Whether its datasets are still to be made. */
  datasets: boolean;
  /** The number of its datasets, among the first 100, whose label values are still to be made. */
  labels: number;
  [k: string]: unknown;
}
/** The measurements of Downpour in a run. Absent from a RunSummary for documents of another shape, and for runs that were stored before this member existed. */
export interface RunOutcome {
  /** How it ended. */
  state: 'passed' | 'failed' | 'inconclusive' | 'stopped' | 'incomplete';
  /** Name of the benchmark. */
  benchmark: string;
  /** Requests of all phases and metrics. */
  requests: number;
  /** Those over the time from its start to its end; null when that is not known. */
  requestsPerSec: number | null;
  /** p99 of all requests outside warm-ups, in nanoseconds. Null when nothing was measured. For documents without a total it is that of the metric with the most requests. */
  latencyNsP99: number | null;
  /** Failed requests of all phases and metrics. Absent when the document does not count them. This member and those below are also absent for runs that were stored before they existed. */
  failed?: number;
  /** The median of the same requests as `latencyNsP99`, in nanoseconds. */
  latencyNsP50?: number | null;
  /** A hash of the load that the benchmark describes. Runs of equal load have equal hashes. Absent when the document has none. */
  definition?: string;
  /** Why the run did not pass: its reason, or its first failure. Absent when the document has none. */
  reason?: string;
  /**
   * The metrics with the most requests, the largest first. Metrics of warm-ups come last.
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
  /** Its requests. */
  requests: number;
  /** Its failed requests. Null when the document does not count them. */
  failed: number | null;
  /** The median of its response times in nanoseconds. Null when nothing was measured. */
  p50: number | null;
  /** The p99 of its response times in nanoseconds. Null when nothing was measured. */
  p99: number | null;
  [k: string]: unknown;
}
/** A run with its document. */
export interface RunExtended {
  /** Id of the run. */
  id: number;
  access: Access;
  /** Owning team. */
  owner: string;
  /** When the benchmark started. */
  start: number;
  /** When the benchmark ended. */
  stop: number;
  /** Id of the test. */
  testid: number;
  /** Name of the test; null when it is gone, or hidden from the caller. */
  testname: string | null;
  /** Free text. */
  description: string | null;
  /** The uploaded document. */
  data: { [k: string]: unknown };
  /** Metadata that was uploaded with it, or null. */
  metadata: { [k: string]: unknown };
  /** Soft-deleted. */
  trashed: boolean;
  /** Ids of the run's datasets; null when there are none. */
  datasets: number[] | null;
  /** Where the document and its metadata name schemas that there are. None for a run in the trash; a list shows the first 20 of each run. */
  schemas: SchemaUsage[];
  /** Errors that the JSON Schemas of these found in it. A list has none. */
  validationErrors: ValidationError[];
  /** Work on the run that failed, for members of its team. Absent when nothing failed, and in lists. */
  failures?: WorkFailure[];
  pending?: PendingWork;
  [k: string]: unknown;
}
/** One page of runs. */
export interface RunsSummary {
  /** The number of runs on all pages. For a search or a filtered list with a cursor or with `next`, the number that this reply found. */
  total: number;
  /** The runs of this page. */
  runs: RunSummary[];
  /** The cursor of what follows, where runs are left: of a search, and of a list that was asked with a cursor. */
  next?: string;
  /** For a search or a filtered list, the number of runs that it read since its first reply. */
  looked?: number;
  /** For a search or a filtered list, the number of runs that it has still to read, as counted now. With `from` or `to` it is an upper bound, because Downpour does not count runs by time. */
  left?: number;
  [k: string]: unknown;
}
/** A key without its secret. */
export interface ApiKeyResponse {
  /** Id of the key. */
  id: number;
  /** Name of the key. */
  name: string | null;
  /** Both types act as a user. A browser key lasts hours. */
  type: 'USER' | 'BROWSER';
  /** Role of the key. */
  role: 'user' | 'admin';
  /** Whom it acts for. */
  user: string;
  /** The beginning of the key's text, to recognise it. */
  prefix: string;
  /** When it was created. */
  creation: number;
  /** When it was last used, to the minute; null when never. */
  access: number | null;
  /** Whether it was revoked or expired more than a day ago. */
  isRevoked: boolean;
  /** When the key expires, whether it is used or not. Absent for a key without such a time. */
  expiresAt?: number;
  /** Days until it expires when it is not used before, the begun one included; 0 or less afterwards; null when it never does. */
  toExpiration: number | null;
  /** Scopes of the key. */
  scopes: Scope[];
  limits?: KeyLimits;
  /** As what its queries run that both dialects accept. Absent when the deployment decides. */
  dialect?: 'jsonpath' | 'sql';
  [k: string]: unknown;
}
/** A code that signs a browser in once. */
export interface OnceCode {
  /** The code. */
  code: string;
  /** When the code ends. */
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
/** An upload. */
export interface FilesAccepted {
  /** Id of the upload. */
  upload: string;
  /** One for each file without content. */
  urls: {
    /** Hash of the file. */
    sha256: string;
    /** Takes its bytes with PUT. */
    url: string;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
/** Facts by which `downpour doctor` judges a deployment. */
export interface DeploymentFacts {
  /** The clock of the deployment, epoch milliseconds. */
  now: number;
  /** Its version. */
  version: string;
  /** Where it runs. */
  place: 'cloud' | 'one machine';
  /** The front of the API: a firewall, or endpoints of VPCs. Absent: callers reach it directly. */
  front?: 'firewall' | 'private';
  /** Hosts that may be loaded. */
  targets: string[];
  /** Processors of a shard. */
  coresShard: number;
  /** Requests per second that one processor is trusted with. */
  requestsPerSecShard: number;
  /** The same with TLS. Absent: it was not measured. */
  requestsPerSecTls?: number;
  /** When that was measured here, epoch milliseconds. Absent: it is what most machines can be trusted with. */
  calibratedAt?: number;
  /** Most shards of one phase. */
  shardsMax: number;
  /** Whether it can make schedules, which was tried. Absent where it has none. */
  schedules?: {
    /** Whether the deployment could create a schedule that is never due. It was removed again. */
    canMake: boolean;
    /** Why not. */
    problem?: string;
    [k: string]: unknown;
  };
  /** Executions at once of the account and region. Absent on one machine. */
  concurrency?: {
    /** Executions of all functions together. */
    limit: number;
    /** Executions that functions without a reservation of their own share. */
    unreserved: number;
    /** Executions that this deployment reserved for its drives. Drives get no more. Absent: drives share the rest. */
    drives?: number;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/** A burst that was taken on. */
export interface BurstAccepted {
  /** Id of the burst. */
  id: string;
  /** Stops the burst without an API key (`POST /api/burst/stop`), also where no function can run. Answered this once: when the request is repeated under its idempotency key, a new one takes its place. */
  stopToken: string;
  /** Warnings for the author of the document. Absent when there are none, and when the request is a repeat. */
  warnings?: DocumentProblem[];
  [k: string]: unknown;
}
/** One thing wrong or worth knowing in a document. */
export interface DocumentProblem {
  /** An error refuses the document. */
  severity: 'error' | 'warning';
  /** Member names and indexes from the root. */
  path: PathSegment[];
  /** Line, counted from 1. */
  line: number;
  /** Column, counted from 1. */
  column: number;
  /** The problem, and the value that was expected. */
  message: string;
  /** A hint for the next step, for example the nearest known name. */
  hint?: string;
  [k: string]: unknown;
}
/** A burst as it would be, which was not started. */
export interface BurstForecast {
  /** Functions per phase. */
  shards: number;
  executor?: Executor;
  /** Functions that generate load at the same time, of all phases that may run at once. */
  drivesAtOnce: number;
  /** The number of drives that can run here at once. Absent: unknown or unlimited. */
  drivesMax?: number;
  /** Estimated price in US dollars. */
  dollars: number;
  /** Warnings for the author of the document, and no errors. */
  problems: DocumentProblem[];
  [k: string]: unknown;
}
/** One page of bursts. */
export interface BurstsSummary {
  /** The newest first. */
  bursts: BurstSummary[];
  /** Where the next page begins. Absent on the last one. */
  next?: string;
  [k: string]: unknown;
}
/** One burst, without its phases. */
export interface BurstSummary {
  /** Id of the burst. */
  id: string;
  /** Name of the benchmark. */
  benchmark: string;
  state: BurstState;
  /** The user who started it. */
  user: string;
  /** When it was started. */
  createdAt: number;
  /** When it ended. Absent before. */
  endedAt?: number;
  /** The run that holds its result. Absent until that is stored. */
  runId?: number;
  /** Why it failed, was stopped, is inconclusive or incomplete. */
  reason?: string;
  [k: string]: unknown;
}
/** A synchronous execution of the state machine that stops a burst. */
export interface StopExecution {
  /** SUCCEEDED: every drive reads the stop within two seconds. */
  status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT';
  /** The answer of the execution, as JSON. */
  output?: string;
  /** `StopRefused` when the token is wrong, or when there is no such burst. */
  error?: string;
  /** Why it failed. */
  cause?: string;
  [k: string]: unknown;
}
/** Why a document was not driven. */
export interface BurstRefusal {
  /** Stable word to branch on. */
  code: string;
  /** How many problems there are. */
  message: string;
  /** All of them. */
  problems: DocumentProblem[];
  /** Finds the request in the log. */
  requestId?: string;
  [k: string]: unknown;
}
/** A burst while it runs and afterwards. */
export interface BurstStatus {
  /** Id of the burst. */
  id: string;
  /** Name of the benchmark. */
  benchmark: string;
  /** Name of the test that the run belongs to. */
  test?: string;
  state: BurstState;
  /** The user who started it. */
  user?: string;
  /** When the user started it. */
  createdAt?: number;
  /** Functions per phase. Absent until the burst is planned. */
  shards?: number;
  /** Addresses of the targets. Absent until the burst is planned. */
  targets?: string[];
  /** Milliseconds that a client should wait until it asks again. Absent when the burst is over and nothing changes any more. */
  nextMs?: number;
  /** When its first phase was released. Absent before. */
  startedAt?: number;
  /** When it ended. Absent before. */
  endedAt?: number;
  /** The run that holds its result. Absent until that is stored. */
  runId?: number;
  /** Why it failed, was stopped, is inconclusive or incomplete. */
  reason?: string;
  cost?: BurstCost;
  /** Its phases in the order of the document. */
  phases: PhaseStatus[];
  [k: string]: unknown;
}
/** The price of a burst in AWS at list prices, in US dollars. Absent until it is planned. */
export interface BurstCost {
  /** Whether it runs in AWS. On one machine nothing is charged, and the dollars are what it would have cost there. */
  charged: boolean;
  /** So far, without the bodies of requests; the run document says what it was in the end. */
  dollars: number;
  /** The price of the whole burst that the plan expects. */
  estimate?: number;
  [k: string]: unknown;
}
/** One phase of a burst. */
export interface PhaseStatus {
  /** `phase` or `phase/fork`. */
  name: string;
  /** FINISHED: no new users; TERMINATED: all users gone. */
  status: 'NOT_STARTED' | 'SCHEDULED' | 'RUNNING' | 'FINISHED' | 'TERMINATED' | 'CANCELLED';
  /** Its T0. Absent until it is released. */
  startsAt?: number;
  /** How long new users start. */
  durationMs?: number;
  /** Whether its numbers count. */
  isWarmup: boolean;
  /** Whether it failed. */
  failed: boolean;
  /** Why. */
  failure?: string;
  /** Users expected over all shards. */
  expectedArrivals: number;
  totals: PhaseTotals;
  live?: PhaseSecond;
  /** The limits of the requests of the phase. Absent for phases that are not judged, and when there are none. */
  limits?: LimitSoFar[];
  /** Notices for people who watch the burst, each sentence once. */
  notices?: string[];
  [k: string]: unknown;
}
/** Counts since the start of a phase. */
export interface PhaseTotals {
  /** Requests sent. */
  requests: number;
  /** Responses received. */
  responses: number;
  /** Requests that ended in an error or were invalid, each once. */
  failed: number;
  /** Timeouts, connection errors and internal errors. */
  errors: number;
  /** Responses marked invalid. */
  invalid: number;
  [k: string]: unknown;
}
/** The latest complete second of a running phase, over all shards. */
export interface PhaseSecond {
  /** Whole seconds since T0. */
  second: number;
  /** Requests sent in that second. */
  requestsPerSec: number;
  /** Responses received in it. */
  responsesPerSec: number;
  /** Requests that failed in it, each once. */
  failedPerSec: number;
  /** Timeouts, connection errors and internal errors in it. */
  errorsPerSec: number;
  /** Requests without a response at its end. */
  inFlight: number;
  /** Users at work. */
  sessions: number;
  /** Users that became due in it: the rate that was asked for. */
  usersDuePerSec: number;
  /** Users that started in it. */
  usersStartedPerSec: number;
  /** Median of the latency from the intended start. Absent when nothing came back. */
  latencyP50Ns?: number;
  /** 99th percentile of the latency from the intended start. Absent when nothing came back. */
  latencyP99Ns?: number;
  /** 99th percentile of the start lateness. Absent when nothing was sent. */
  latenessP99Ns?: number;
  [k: string]: unknown;
}
/** One limit and its value over all requests so far. The run has the verdict, which also takes the health of the generator into account. */
export interface LimitSoFar {
  /** The metric. Absent when the document does not fix it and nothing is measured. */
  metric?: string;
  /** The request, for example `GET /products`. Absent when it has no such words. */
  request?: string;
  /** The kind of limit. `limit` is a response time at a quantile. */
  criterion:
    | 'errorRatio'
    | 'invalidRatio'
    | 'failedRatio'
    | 'meanResponseTime'
    | 'blockedRatio'
    | 'limit'
    | 'sessionLimit';
  /** For `limit`, from 0 to 1. */
  quantile?: number;
  /** A ratio or nanoseconds. */
  limit: number;
  /** Length of the windows that are judged one by one. Downpour judges such a limit at the end of the phase, so it has no value before. Absent: the whole phase is judged. */
  windowMs?: number;
  /** True for a limit that the document does not write. */
  isDefault?: boolean;
  /** The value in the unit of the limit. Response times are exact to 4 %. Absent: nothing is measured yet, or it is judged at the end. */
  measured?: number;
  /** Whether the value keeps the limit. Absent without a value. */
  passed?: boolean;
  /** Requests that the value is about. Absent without a value. */
  requests?: number;
  [k: string]: unknown;
}
/** Seconds of a burst. */
export interface BurstSeconds {
  /** Id of the burst. */
  id: string;
  state: BurstState;
  /** Phases that have begun and have seconds or gaps after the given time, in the order of the document. */
  phases: PhaseSeconds[];
  /** The value of `after` for the next request, epoch milliseconds. Seconds after it may still change or come, so a client replaces the seconds that it reads again. */
  next: number;
  /** Whether more seconds are there now. A reply has at most 3,600 seconds of all phases together. */
  more: boolean;
  /** As in the status of the burst. */
  nextMs?: number;
  [k: string]: unknown;
}
/** Seconds of one phase. */
export interface PhaseSeconds {
  /** Position of the phase in the status of the burst. */
  phase: number;
  /** `phase` or `phase/fork`. */
  name: string;
  /** Its T0. */
  startsAt: number;
  seconds: SecondColumns;
  /** Seconds that no client watched, by time. They are in the run. */
  gaps: SecondsGap[];
  [k: string]: unknown;
}
/** Measurements as columns of the same length. The members are those of a second of the status of a burst. Null means that nothing was measured. Latencies of more than one drive are exact to 4 %. */
export interface SecondColumns {
  /** Whole seconds since T0, in rising order. */
  second: number[];
  /** Requests sent. */
  requestsPerSec: number[];
  /** Responses received. */
  responsesPerSec: number[];
  /** Requests that failed, each once. */
  failedPerSec: number[];
  /** Timeouts, connection errors and internal errors. */
  errorsPerSec: number[];
  /** Requests without a response at the end of the second. */
  inFlight: number[];
  /** Users at work. */
  sessions: number[];
  /** Users that became due. */
  usersDuePerSec: number[];
  /** Users that started. */
  usersStartedPerSec: number[];
  /** Median of the latency from the intended start. */
  latencyP50Ns: (number | null)[];
  /** 99th percentile of the latency from the intended start. */
  latencyP99Ns: (number | null)[];
  /** 99th percentile of the start lateness. */
  latenessP99Ns: (number | null)[];
  [k: string]: unknown;
}
/** Consecutive seconds without measurements. */
export interface SecondsGap {
  /** The first second without a measurement since T0. */
  from: number;
  /** The last one. */
  to: number;
  [k: string]: unknown;
}
/** Whom to tell of events, without the secret. */
export interface ExportedAction {
  /** Id of the action. */
  id: number;
  /** The events that Downpour sends. */
  event: string;
  /** Always http. */
  type: string;
  config: ActionConfig;
  /** -1: events of all tests. */
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
  /** Beginning of the URLs. */
  prefix: string;
  [k: string]: unknown;
}
/** The models of change detection and their settings. */
export interface ChangeDetection {
  /** Id of the setting. */
  id: number | null;
  /** Name of the model. */
  model: string;
  /** All settings of the model. */
  config: { [k: string]: unknown };
  [k: string]: unknown;
}
/** A number that each dataset of a test has, and that is watched. */
export interface Variable {
  /** Id of the variable. */
  id: number;
  /** Id of the test. */
  testId: number;
  /** The name. */
  name: string;
  /** Variables of a group are shown together. */
  group: string | null;
  /** Its place among the others. */
  order: number;
  /** Names of the labels that it is made of. */
  labels: string[];
  /** JavaScript that computes the number. Absent when the variable has no function. */
  calculation?: string;
  /** The models that detect its changes. */
  changeDetection: ChangeDetection[];
  [k: string]: unknown;
}
/** Variables by the panels that show them. */
export interface AlertingDashboard {
  /** Id of the test. */
  testId: number;
  /** Always empty: no dashboard is made elsewhere. */
  uid: string;
  /** Always empty. */
  url: string;
  /** By name. */
  panels: AlertingPanel[];
  [k: string]: unknown;
}
/** Variables that are shown together. */
export interface AlertingPanel {
  /** The group, or the name of a variable that has none. */
  name: string;
  /** By name. */
  variables: Variable[];
  [k: string]: unknown;
}
/** Values that belong together. */
export interface Level {
  /** How many. */
  count: number;
  /** Their mean. */
  mean: number;
  /** Their standard deviation. */
  deviation: number;
  /** Their median; absent where the model does not use it. */
  median?: number;
  [k: string]: unknown;
}
/** At this dataset the level of a variable became another one. */
export interface Change {
  /** Id of the change. */
  id: number;
  /** Name of the test. */
  testName: string;
  variable: Variable;
  dataset: DatasetInfo;
  /** Time of the datapoint. */
  timestamp: number;
  /** Whether somebody says that it is one. */
  confirmed: boolean;
  /** The explanation, or what somebody wrote instead. */
  description: string | null;
  /** The model that detected it. */
  model: string;
  /** Fingerprint of the series. */
  fingerprint: { [k: string]: unknown };
  before?: Level;
  after: Level;
  /** How sure the model is, 0 to 1; absent where it compares and does not estimate. */
  confidence?: number;
  /** The values that the model compared. */
  explanation: string;
  [k: string]: unknown;
}
/** Which dataset. */
export interface DatasetInfo {
  /** Id of the dataset. */
  id: number;
  /** Id of the run. */
  runId: number;
  /** Its place in the run. */
  ordinal: number;
  /** Id of the test. */
  testId: number;
  [k: string]: unknown;
}
/** How far the recalculation of a test is. */
export interface DatapointRecalculation {
  /** Datasets that were found. */
  percentage: number;
  /** Whether it is over. */
  done: boolean;
  /** Datasets that have been found. */
  totalDatasets: number;
  /** Those that failed and are tried again. */
  errors: number;
  /** Always empty: the log says which have none. */
  datasetsWithoutValue: DatasetInfo[];
  [k: string]: unknown;
}
/** When a variable was measured last. */
export interface LastDatapoint {
  /** Id of the variable. */
  variable: number;
  /** Time of the datapoint. */
  timestamp: number;
  [k: string]: unknown;
}
/** A run that is expected. */
export interface RunExpectation {
  /** Id of the expectation. */
  id: number;
  /** Id of the test. */
  testId: number;
  /** Until when. */
  expectedBefore: number;
  /** By whom. */
  expectedBy: string;
  /** Where more is found. */
  backlink: string | null;
  [k: string]: unknown;
}
/** A way to tell changes. */
export interface DetectionModel {
  /** Its name. */
  name: string;
  /** For people. */
  title: string;
  /** Description of the model. */
  description: string;
  /** Its settings. */
  ui: DetectionSetting[];
  /** Their defaults. */
  defaults: { [k: string]: unknown };
  [k: string]: unknown;
}
/** A setting of a model. */
export interface DetectionSetting {
  /** Its name. */
  name: string;
  /** For people. */
  title: string;
  /** Meaning of the setting. */
  description: string;
  [k: string]: unknown;
}
/** Datasets are expected at least so often. */
export interface MissingDataRule {
  /** Id of the rule. */
  id: number;
  /** Id of the test. */
  testId: number;
  /** Information for the people who are notified. */
  name: string | null;
  /** Labels that the condition is handed. */
  labels: string[];
  /** JavaScript that tells which datasets count. */
  condition: string | null;
  /** Milliseconds. */
  maxStaleness: number;
  /** Time of the last notification. */
  lastNotification: number | null;
  [k: string]: unknown;
}
/** Entries of the audit, the latest first. */
export interface AuditPage {
  /** One requested change. */
  entries: AuditEntry[];
  /** Where the next page begins; absent at the end. */
  next?: string;
}
/** One request for a change. */
export interface AuditEntry {
  /** When it came. */
  at: number;
  /** Finds the request in the log. */
  requestId: string;
  /** The user who sent the request. */
  user: string;
  /** The credential of the user. */
  by: 'key' | 'password' | 'token';
  /** Id of the key; absent without one. */
  keyId?: number;
  /** Name of the operation in this contract. */
  operation: string;
  /** Variables of the path, such as ids; absent where the path has none. */
  path?: {
    /** The value as text. */
    [k: string]: string;
  };
  /** The users that the change is about, when the body names them. Absent when the path names the user, and when the change is about no user. */
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
  /** Its unique name. */
  name: string;
  /** Its unique URI. */
  uri: string;
  /** A description for people. */
  description: string | null;
  /** JSON Schema of the documents; null for none. */
  schema: { [k: string]: unknown } | null;
  /** The owning team. */
  owner: string;
  access: Access;
  [k: string]: unknown;
}
/** A value that documents of a schema have. */
export interface Label {
  /** Id of the label. */
  id: number;
  /** Unique in the schema; the same name means the same in all schemas. */
  name: string;
  /** Values that it is made of. */
  extractors: Extractor[];
  /** JavaScript that makes one value of them. */
  function: string | null;
  /** Whether it tells runs apart. */
  filtering: boolean;
  /** Whether it is measured. */
  metrics: boolean;
  /** The owning team. */
  owner: string;
  access: Access;
  /** Id of the schema. */
  schemaId: number;
  [k: string]: unknown;
}
/** A value of a document that a function is handed. */
export interface Extractor {
  /** Name of the value for the function. */
  name: string;
  /** Where the value is. */
  jsonpath: string;
  /** All values that are found rather than the first. */
  isarray: boolean;
  [k: string]: unknown;
}
/** How datasets are made of documents of a schema. */
export interface Transformer {
  /** Id of the transformer. */
  id: number;
  /** Its name. */
  name: string;
  /** A description for people. */
  description: string | null;
  /** URI of what it makes where that names none. */
  targetSchemaUri: string | null;
  /** Values that it is made of. */
  extractors: Extractor[];
  /** JavaScript that makes datasets of them. */
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
  /** Its unique name. */
  name: string;
  /** Null is the root. */
  folder: string | null;
  /** A description for people. */
  description: string | null;
  /** The owning team. */
  owner: string;
  access: Access;
  /** Where its data comes from. */
  datastoreId: number;
  /** Labels that make the time of a point. */
  timelineLabels: string[] | null;
  /** JavaScript that makes the time of them. */
  timelineFunction: string | null;
  /** Labels that tell series apart. */
  fingerprintLabels: string[] | null;
  /** JavaScript that leaves series out. */
  fingerprintFilter: string | null;
  /** JavaScript that makes a link to compare runs. */
  compareUrl: string | null;
  /** Transformers that make its datasets, without those that the caller may not see. */
  transformers: Transformer[];
  /** Whether Downpour notifies people of its changes. */
  notificationsEnabled: boolean;
  /** Whether Downpour makes variables for runs of the load driver. */
  automaticVariables: boolean;
  [k: string]: unknown;
}
/** Where documents of runs are asked for. */
export interface Datastore {
  /** Id of the datastore. The repository itself has 1. */
  id: number;
  /** For people. */
  name: string;
  /** Its type. */
  type: 'POSTGRES' | 'ELASTICSEARCH' | 'COLLECTORAPI';
  /** The team that owns it. */
  owner: string;
  access: Access;
  /** Whether it is the repository itself. */
  builtIn: boolean;
  config: DatastoreConfig;
  [k: string]: unknown;
}
/** How it is reached. */
export interface DatastoreConfig {
  /** Absent of the repository itself. */
  url?: string;
  /** Whether it is the repository itself. */
  builtIn: boolean;
  /** The credentials with which Downpour calls the datastore. Asterisks replace secrets. */
  authentication?: {
    /** How. */
    type: 'none' | 'api-key' | 'username';
    /** Asterisks where there is one. */
    apiKey?: string;
    /** Password of the user. */
    username?: string;
    /** Asterisks where there is one. */
    password?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/** Datapoints of a variable. */
export interface DashboardSeries {
  /** Name of the variable. */
  target: string;
  /** Its id. */
  variableId: number;
  /** Each a value, its time in epoch milliseconds, and the id of the dataset. */
  datapoints: number[][];
  [k: string]: unknown;
}
/** A change. */
export interface Annotation {
  /** Where it is. */
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
  /** Place of the dataset in the run. */
  datasetOrdinal: number;
  [k: string]: unknown;
}
/** A dataset with its document. */
export interface Dataset {
  /** Id of the dataset. */
  id: number;
  /** Id of its run. */
  runId: number;
  /** Its number within the run, from 0. */
  ordinal: number;
  /** Id of the test. */
  testid: number;
  access: Access;
  /** Owning team of the run. */
  owner: string;
  /** When the benchmark started. */
  start: number;
  /** When the benchmark ended. */
  stop: number;
  /** The error is about the whole run, or the run names no schema. */
  description: string | null;
  /** One element for each part of the run that names a schema, or what transformers made of it. */
  data: unknown[];
  /** Violations of JSON Schemas; null when there are none. */
  validationErrors: ValidationError[] | null;
  [k: string]: unknown;
}
/** A dataset without its document. */
export interface DatasetSummary {
  /** Id of the dataset. */
  id: number;
  /** Id of its run. */
  runId: number;
  /** Its number within the run, from 0. */
  ordinal: number;
  /** Id of the test. */
  testId: number;
  /** Name of the test; null when it is gone or hidden from the caller. */
  testname: string | null;
  access: Access;
  /** Owning team of the run. */
  owner: string;
  /** When the benchmark started. */
  start: number;
  /** When the benchmark ended. */
  stop: number;
  /** The error is about the whole run, or the run names no schema. */
  description: string | null;
  /** Which elements name schemas that there are. */
  schemas: SchemaUsage[];
  /** Violations of JSON Schemas; null when there are none. */
  validationErrors: ValidationError[] | null;
  /** Values by the columns of a view and the names of labels: of the requested view, else of the default view of the test. */
  view?: { [k: string]: unknown };
  [k: string]: unknown;
}
/** One page of datasets. */
export interface DatasetList {
  /** How many datasets there are on all pages. */
  total: number;
  /** The datasets of this page. */
  datasets: DatasetSummary[];
  [k: string]: unknown;
}
/** A type of datastores. */
export interface DatastoreType {
  /** The settings of a datastore of this type. */
  enumName: string;
  /** The same. */
  name: string;
  /** For people. */
  label: string;
  /** Ways to say who asks. */
  supportedAuths: string[];
  /** Whether it is the repository itself. */
  builtIn: boolean;
  [k: string]: unknown;
}
/** The result of a call to a datastore. */
export interface DatastoreTestResponse {
  /** Whether it answers as one of its type. */
  success: boolean;
  /** How. */
  msg: string;
  [k: string]: unknown;
}
/** Which datasets are compared with which, and how. */
export interface ExperimentProfile {
  /** Id of the profile. */
  id: number;
  /** Id of the test. */
  testId: number;
  /** Its name. */
  name: string;
  /** Labels that tell which datasets are compared. */
  selectorLabels?: string[] | null;
  /** JavaScript. */
  selectorFilter?: string | null;
  /** Labels that tell which datasets are the baseline. */
  baselineLabels?: string[] | null;
  /** JavaScript. */
  baselineFilter?: string | null;
  /** The variable that is compared. */
  comparisons?: ExperimentComparison[] | null;
  /** Labels that are shown with a result. */
  extraLabels?: string[] | null;
  [k: string]: unknown;
}
/** A value and those of the baseline. */
export interface ComparisonResult {
  /** How it is judged. */
  overall: 'BETTER' | 'SAME' | 'WORSE';
  /** The value. */
  experimentValue: number;
  /** Mean of the baseline. */
  baselineValue: number;
  /** The difference in percent. */
  result: string;
  [k: string]: unknown;
}
/** The result of a profile for a dataset. */
export interface ExperimentResult {
  /** Null when no profile selects the dataset. */
  profile: ExperimentProfile | null;
  /** Comparisons that failed, with their reasons. */
  logs: LogEntry[];
  datasetInfo: DatasetInfo;
  /** The newest first. */
  baseline: DatasetInfo[];
  /** By the names of variables. */
  results: {
    [k: string]: ComparisonResult;
  };
  /** Values of the labels that are shown with it. */
  extraLabels: { [k: string]: unknown } | null;
  /** Whether Downpour sends notifications. */
  notify: boolean;
  [k: string]: unknown;
}
/** An entry of a log. */
export interface LogEntry {
  /** Id of the entry. */
  id: number;
  /** 0 debug, 1 info, 2 warning, 3 error. */
  level: number;
  /** Epoch milliseconds. */
  timestamp: number;
  /** The event. */
  message: string;
  /** Id of the test. */
  testId: number;
  /** The source of the entry, in a log for datasets. */
  source?: string;
  /** Id of the run. */
  runId?: number;
  /** Id of the dataset. */
  datasetId?: number;
  /** Number of the dataset in its run. */
  datasetOrdinal?: number;
  /** The event that an action was sent. */
  event?: string;
  /** Kind of the action. */
  type?: string;
  [k: string]: unknown;
}
/** The label values of a dataset. */
export interface ExportedLabelValues {
  /** Values by the names of the labels. */
  values: { [k: string]: unknown };
  /** Id of the run. */
  runId: number;
  /** Id of the dataset. */
  datasetId: number;
  /** When the run started, in epoch milliseconds. */
  start: number;
  /** When it stopped, in epoch milliseconds. */
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
  /** The value. */
  value: { [k: string]: unknown };
  [k: string]: unknown;
}
/** Name and URI of a schema. */
export interface SchemaDescriptor {
  /** Id of the schema. */
  id: number;
  /** Its unique name. */
  name: string;
  /** Its unique URI. */
  uri: string;
  [k: string]: unknown;
}
/** The value that a label would have. */
export interface LabelPreview {
  /** The value, or the reason for its absence. */
  value: { [k: string]: unknown };
  /** Output of the function to its console, or the reason why an extractor cannot be read. */
  output: string | null;
  [k: string]: unknown;
}
/** Label values by which a test groups its datasets. */
export interface Fingerprints {
  /** By label. */
  values: FingerprintValue[];
  [k: string]: unknown;
}
/** A value of a fingerprint, or the values in it. */
export interface FingerprintValue {
  /** Name of the label or of a member. */
  name: string;
  /** Null where there are children. */
  value: string | number | boolean | null;
  /** Members of an object. */
  children: FingerprintValue[] | null;
  [k: string]: unknown;
}
/** The labels of one name. */
export interface LabelInfo {
  /** The name. */
  name: string;
  /** Whether one of them is measured. */
  metrics: boolean;
  /** Whether one of them tells runs apart. */
  filtering: boolean;
  /** The schemas that have one. */
  schemas: SchemaDescriptor[];
  [k: string]: unknown;
}
/** The work to try again. */
export interface TriedAgain {
  /** How many things. */
  sent: number;
  /** False: another request tries more. */
  isAll: boolean;
  [k: string]: unknown;
}
/** How far a recalculation is. */
export interface RecalculationStatus {
  /** When it began, in milliseconds since 1970; now, where there was none. */
  timestamp: number;
  /** Runs that it goes through, with those that are hidden from the caller. */
  totalRuns: number;
  /** Runs that it is through with; those that failed are tried again by themselves. */
  finished: number;
  /** Datasets that were made. */
  datasets: number;
  failure?: WorkFailure1;
  [k: string]: unknown;
}
/** Work that failed at every attempt. */
export interface WorkFailure1 {
  /** The kind of work. `datapoints`: values of variables; `recalculation`: of many runs; `index`: of a large document; `removal`: of the rest of a run; `event`, `webhook`: delivery of an event; `query`: of a datastore. */
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
  /** Id of the run; absent of a recalculation. */
  runId?: number;
  /** Id of the dataset; absent where it is about all of a run. */
  datasetId?: number;
  /** Id of the test; absent where the run or dataset says it. */
  testId?: number;
  /** Id of the action. */
  actionId?: number;
  /** The event, or a description of the runs. Absent when the ids identify the work. */
  of?: string;
  /** When it was given up, in milliseconds since 1970. */
  failedAt: number;
  /** The error of the last attempt. */
  reason: string;
  /** The request that tries again. */
  again: string;
  [k: string]: unknown;
}
/** A page of failures. */
export interface WorkFailures {
  /** Those of this page. */
  failures: WorkFailure[];
  /** The cursor of the next page; absent: this is the last. */
  next?: string;
  [k: string]: unknown;
}
/** The parts of a report page. */
export interface RunReport {
  /** HTML of the sections, without a document around them, scripts or styles. All texts of the run are escaped. */
  markup: string;
  /** The values that charts draw: JSON, compressed with gzip, in Base64. */
  data: string;
  /** The version of Downpour that made the report. */
  version: string;
}
/** The result of a comparison of runs. */
export interface RunComparison {
  /** `invalid`: these runs cannot be compared. */
  outcome: 'worse' | 'not worse' | 'cannot tell' | 'invalid';
  /** One sentence. */
  reason: string;
  /** An action that would give an answer, or make the runs comparable. */
  cure?: string;
  /** The runs of this side. */
  baseline: ComparedRun[];
  /** The runs of this side. */
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
    /** True if neither side ended before the other began, so that a drift affects both. */
    interleaved: boolean;
  };
  /** Facts that are not the same in all runs, those of the definition first. */
  differences: RunDifference[];
  /** Reasons why the runs cannot be compared. */
  problems: string[];
  /** Reasons to read the numbers with care. */
  warnings: string[];
  /** Empty when the outcome is `invalid`. */
  gates: JudgedGate[];
  /** All other measures. Empty when one run is compared with one run. */
  explored: ExploredChange[];
  /** One run against one run: the spread within each. Empty otherwise. */
  within: SpreadOfRuns[];
}
/** A run of a comparison. */
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
  /** True if the load generator may have distorted the numbers. */
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
/** A limit with the result of the runs. */
export interface JudgedGate {
  subject: MeasuredSubject;
  measure: RunMeasure;
  /** The value of each run, in the order of the side. */
  baseline: number[];
  /** The value of each run, in the order of the side. */
  candidate: number[];
  /** Hodges and Lehmann's shift. */
  estimate: number;
  interval?: ChangeInterval;
  /** The p value of the exact rank test. */
  p: number;
  /** The smallest change for the worse that such a comparison finds 4 times in 5. */
  visible?: number;
  /** 0.1 is 10 %, or 10 percentage points. */
  limit: number;
  /** The result of this gate. */
  outcome: 'worse' | 'not worse' | 'cannot tell';
  /** The level of the interval, after Holm's correction. */
  level: number;
  /** The p value of a change beyond the limit after Holm's correction. */
  adjusted: number;
  /** One sentence. */
  reason: string;
  /** An action that would give an answer. */
  cure?: {
    /** The action in words. */
    text: string;
    /** Runs to add. */
    runs?: {
      /** Runs to add to the baseline. */
      baseline: number;
      /** Runs to add to the candidate. */
      candidate: number;
    };
  };
}
/** The requests of a measurement: all requests when it is empty, else those of a phase, a metric or one request. */
export interface MeasuredSubject {
  /** Name of the phase. */
  phase?: string;
  /** Name of the metric. */
  metric?: string;
  /** Which of several requests with this metric. */
  request?: string;
}
/** One number of a run that is compared. */
export interface RunMeasure {
  /** `p99`, `mean`, `errors`, `throughput` and so on. */
  name: string;
  /** Unit of the values. `share`: 0 to 1. */
  unit: 'ns' | 'share' | 'perSec';
  /** Changes are ratios (0.1: 10 % more) or differences (0.01: one percentage point). */
  kind: 'ratio' | 'difference';
  /** The direction of a change for the worse. */
  worse: 'higher' | 'lower';
  /** The quantile of response times, 0 to 1. */
  quantile?: number;
}
/** The range of the true change. */
export interface ChangeInterval {
  /** The lower end. */
  low: number;
  /** The upper end. */
  high: number;
  /** The probability with which such intervals contain the true value, 0 to 1. */
  confidence: number;
}
/** The change of a measure without a limit. It decides nothing. */
export interface ExploredChange {
  subject: MeasuredSubject;
  measure: RunMeasure;
  /** The value of each run, in the order of the side. */
  baseline: number[];
  /** The value of each run, in the order of the side. */
  candidate: number[];
  /** Hodges and Lehmann's shift. */
  estimate: number;
  interval?: ChangeInterval;
  /** The p value of the exact rank test. */
  p: number;
  /** The smallest change for the worse that such a comparison finds 4 times in 5. */
  visible?: number;
  /** p after Benjamini and Hochberg's correction over all of these. */
  adjusted: number;
  /** True if `adjusted` is at most 5 %. */
  stands: boolean;
}
/** A response time of one run and of another, each with its spread within the run. */
export interface SpreadOfRuns {
  subject: MeasuredSubject;
  measure: RunMeasure;
  baseline: SpreadInRun;
  candidate: SpreadInRun;
}
/** A number of one run with the range of values that the same run could have had. Nanoseconds. */
export interface SpreadInRun {
  /** The value. */
  value: number;
  /** The lower end. Absent with too few responses. */
  low?: number;
  /** The upper end. Absent with too few responses. */
  high?: number;
  /** True if the range includes the variation over time. */
  widened?: true;
}
/** How many runs of a test there are. */
export interface RunCount {
  /** All of them. */
  total: number;
  /** Those outside the trash. */
  active: number;
  /** Those in the trash. */
  trashed: number;
  [k: string]: unknown;
}
/** Schedules. */
export interface SchedulesSummary {
  /** By their names. */
  schedules: ScheduleSummary[];
  [k: string]: unknown;
}
/** One schedule. */
export interface ScheduleSummary {
  /** Its name. */
  name: string;
  /** Its timetable as cron writes it, or as it was given where only EventBridge can say it. */
  cron: string;
  /** The same as EventBridge takes it. */
  expression: string;
  /** Time zone of the calendar. */
  timezone: string;
  /** Name of the benchmark. */
  benchmark: string;
  /** The user whose bursts it starts. */
  user: string;
  /** When it was made, epoch milliseconds. */
  createdAt: number;
  /**
   * Its next three times; fewer when it ends before.
   *
   * Items: Epoch milliseconds.
   */
  next: number[];
  /** How its last time went. Absent before the first. */
  last?: {
    /** The time that was meant, epoch milliseconds. */
    at: number;
    /** Id of the burst that was started. */
    burst?: string;
    /** Why none was. */
    problem?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/** A page of schemas. */
export interface SchemaQueryResult {
  /** The page. */
  schemas: Schema[];
  /** How many schemas the caller may see. */
  count: number;
  [k: string]: unknown;
}
/** A place that uses a label. */
export interface LabelLocation {
  /** Purpose of the label. */
  type: 'FINGERPRINT' | 'MISSINGDATA_RULE' | 'VARIABLE' | 'VIEW';
  /** Id of the test. */
  testId: number;
  /** Name of the test. */
  testName: string;
  /** Id of the rule. */
  ruleId?: number;
  /** Name of the rule. */
  ruleName?: string | null;
  /** Id of the variable. */
  variableId?: number;
  /** Name of the variable. */
  variableName?: string;
  /** Id of the view. */
  viewId?: number;
  /** Name of the view. */
  viewName?: string;
  /** Id of the column. */
  componentId?: number;
  /** Header of the column. */
  header?: string;
  [k: string]: unknown;
}
/** A page of tests. */
export interface TestQueryResult {
  /** The page. */
  tests: Test[];
  /** How many tests the caller may see. */
  count: number;
  [k: string]: unknown;
}
/** A page of the tests of a folder. */
export interface TestListing {
  /** The page. */
  tests: TestSummary[];
  /** How many tests of the folder the caller may see. */
  count: number;
  [k: string]: unknown;
}
/** A test in a list. */
export interface TestSummary {
  /** Id of the test. */
  id: number;
  /** Its unique name. */
  name: string;
  /** Null is the root. */
  folder: string | null;
  /** A description for people. */
  description: string | null;
  /** Progress on these runs. */
  datasets: number;
  /** Its runs that the caller may see, without the trash. */
  runs: number;
  /** The owning team. */
  owner: string;
  access: Access;
  /** Where its data comes from. */
  datastoreId: number;
  newest?: RunOutcome;
  /** Its last runs that the caller may see, without the trash, in the order of their starts. Only `last` asks for them. */
  outcomes?: SmallOutcome[];
  /** Its changes that no user has confirmed or dismissed, among the latest 2,000 changes of all tests. 100 means 100 or more. Only `last` asks for it. */
  openChanges?: number;
  [k: string]: unknown;
}
/** A run in a line of its test. */
export interface SmallOutcome {
  /** Id of the run. */
  id: number;
  /** When the benchmark started. */
  start: number;
  /** How it ended. Null for documents of another shape. */
  state: RunState | null;
  /** The `latencyNsP99` of its outcome, in nanoseconds. */
  p99: number | null;
  [k: string]: unknown;
}
/** The outcomes of the runs of a test, in columns. Every column has one value for each run, in the same order. A value is null when the run lacks it, for example when it was stored by an older release. */
export interface RunTrend {
  /** Ids of the runs, in the order of their starts. */
  id: number[];
  /** When the benchmarks started. */
  start: number[];
  /** How the runs ended. */
  state: (RunState | null)[];
  /** Hashes of the load. */
  definition: (string | null)[];
  /** First the total of each run, then up to 20 metrics, those of the most runs first. The row of a run has at most five metrics. */
  series: TrendSeries[];
  /** Metrics that are left out because there are more than 20. */
  metricsLeft: number;
  /** Whether the test has earlier runs in this time. */
  more: boolean;
  [k: string]: unknown;
}
/** The numbers of all requests, or of one metric of one phase. */
export interface TrendSeries {
  /** Name of the phase; null for the total. */
  phase: string | null;
  /** Name of the metric; null for the total. */
  metric: string | null;
  /** Requests. */
  requests: (number | null)[];
  /** Failed requests. */
  failed: (number | null)[];
  /** Requests per second of the time from the start of the run to its end. */
  rate: (number | null)[];
  /** Medians of the response times in nanoseconds. */
  p50: (number | null)[];
  /** The p99 of the response times in nanoseconds. */
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
  /** Its name. */
  transformerName: string;
  [k: string]: unknown;
}
/** A document on its way into the store. */
export interface RunUpload {
  /** The id that its run will have. */
  id: number;
  /** `open`: parts are missing. `uploaded`: all are there, and it can be completed. `stored`: there is a run of it. `gone`: its parts expired, or the document was refused. */
  state: 'open' | 'uploaded' | 'stored' | 'gone';
  /** Bytes of the document. */
  sizeBytes: number;
  /** Bytes of every part but the last. */
  partBytes: number;
  /** The parts that are not there yet. */
  missing: RunUploadPart[];
  /** When its parts are gone, in epoch milliseconds. */
  expiresAt: number;
  /** When the URLs take nothing any more, in epoch milliseconds; null where there are none. */
  urlsExpireAt: number | null;
  /** Why reading the document was given up; the next completion begins it anew. Absent: it was not. */
  unread?: string;
}
/** A part of a document. */
export interface RunUploadPart {
  /** From 1. */
  number: number;
  /** Offset of its first byte. */
  start: number;
  /** Its length. */
  bytes: number;
  /** Takes exactly this many bytes with PUT. */
  url: string;
}
/** A token that lets a caller in for some minutes. */
export interface Token {
  /** A JSON Web Token. */
  access_token: string;
  /** How it is shown. */
  token_type: 'Bearer';
  /** Seconds for which it is good. */
  expires_in: number;
  /** 0: there is no token to get another one with. */
  refresh_expires_in: number;
  [k: string]: unknown;
}
/** The caller of a request. */
export interface Me {
  /** Name of the user. */
  user: string;
  /** The credentials of the request. */
  by: 'key' | 'password' | 'token';
  /** Id of the API key. Null without one. */
  keyId: number | null;
  /** Whether the caller acts as an administrator. */
  role: 'user' | 'admin';
  /** Scopes of the caller. */
  scopes: Scope[];
  /** Teams of the user, its own team first. */
  teams: TeamRoles[];
  /** Limits of the bursts that the key starts. Null where the limits of the deployment apply. */
  limits: KeyLimits | null;
  /** Epoch milliseconds. Null: no fixed end is known. */
  expiresAt: number | null;
  [k: string]: unknown;
}
/** A team and the roles in it. */
export interface TeamRoles {
  /** Name of the team. */
  team: string;
  /** Roles of the caller. */
  roles: TeamRole[];
  [k: string]: unknown;
}
/** Storage of teams. */
export interface TeamStorage {
  /** Bytes that each team may keep; null: any number. */
  bytesMax: number | null;
  /**
   * Teams by name.
   *
   * Items: A team.
   */
  teams: {
    /** Its name. */
    team: string;
    /** Bytes of its runs. */
    usedBytes: number;
  }[];
}
/** How datasets of a test are listed. */
export interface View {
  /** Id of the view. */
  id: number;
  /** Id of the test. */
  testId: number;
  /** Its name. */
  name: string;
  /** Its columns. */
  components: ViewComponent[];
  [k: string]: unknown;
}
/** A column of a list of datasets. */
export interface ViewComponent {
  /** Id of the column. */
  id: number;
  /** Text above the column. */
  headerName: string;
  /** Its place among the columns. */
  headerOrder: number;
  /** Labels that it shows. */
  labels: string[];
  /** JavaScript that makes of the values what is shown. */
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
  "queryrun": {"method":"GET","path":"/api/sql/{id}/queryrun","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"query":{"type":"string"},"array":{"type":"string","default":"false"},"uri":{"type":"string"},"schemaUri":{"type":"string"},"dialect":{"type":"string","enum":["jsonpath","sql"]},"lenient":{"type":"string","default":"false"},"explain":{"type":"string","default":"false"},"redirect":{"type":"boolean","default":true}},"required":["query"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "testjsonpath": {"method":"GET","path":"/api/sql/testjsonpath","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"query":{"type":"string"},"dialect":{"type":"string","enum":["jsonpath","sql"]},"lenient":{"type":"string","default":"false"}},"required":["query"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-upload": {"method":"POST","path":"/api/run/data","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"string"},"start":{"type":"string"},"stop":{"type":"string"},"owner":{"type":"string","pattern":"^.{1,59}-team$"},"access":{"type":"string","enum":["PUBLIC","PROTECTED","PRIVATE","0","1","2"]},"schema":{"type":"string","minLength":1,"maxLength":1024},"description":{"type":"string","maxLength":4096}},"required":["test","start","stop"],"additionalProperties":false},"header":{"type":"object","properties":{"idempotency-key":{"type":"string","minLength":1,"maxLength":255}},"required":[],"additionalProperties":true}},"body":{}},
  "run-list": {"method":"GET","path":"/api/run/list","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"string","minLength":1},"query":{"type":"string"},"roles":{"type":"string"},"matchAll":{"type":"boolean","default":false},"from":{"type":"integer","minimum":-8640000000000000,"maximum":8640000000000000},"to":{"type":"integer","minimum":-8640000000000000,"maximum":8640000000000000},"state":{"type":"array","items":{"type":"string","enum":["passed","failed","inconclusive","stopped","incomplete"]},"maxItems":5},"benchmark":{"type":"string","minLength":1,"maxLength":1003},"text":{"type":"string","maxLength":256},"trashed":{"type":"boolean","default":false},"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":1,"default":1},"cursor":{"type":"string","maxLength":100},"sort":{"type":"string","enum":["id","start","stop","testid","testname","test.name","owner","access","description","trashed"],"default":"start"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-autocomplete": {"method":"GET","path":"/api/run/autocomplete","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"query":{"type":"string","maxLength":8192}},"required":["query"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-get": {"method":"GET","path":"/api/run/{id}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-delete": {"method":"DELETE","path":"/api/run/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-data": {"method":"GET","path":"/api/run/{id}/data","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"schemaUri":{"type":"string","minLength":1,"maxLength":1024},"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-histograms": {"method":"GET","path":"/api/run/{id}/histograms","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "apikey-create": {"method":"POST","path":"/api/user/apikey","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","additionalProperties":false,"properties":{"name":{"type":["string","null"],"maxLength":255},"type":{"type":"string","enum":["USER","BROWSER"],"default":"USER"},"expiresInHours":{"type":"integer","minimum":1,"maximum":168},"role":{"type":"string","enum":["user","admin"],"default":"user"},"user":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}$"},"expiresInDays":{"type":"integer","minimum":1,"maximum":3650},"unusedDays":{"type":"integer","minimum":0,"maximum":3650},"scopes":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["read","upload","drive","admin"]}},"dialect":{"type":"string","enum":["jsonpath","sql"]},"limits":{"type":"object","additionalProperties":false,"properties":{"usersPerSecMax":{"type":"number","minimum":0.000001,"maximum":1000000000000},"sessionsMax":{"type":"number","minimum":0.000001,"maximum":1000000000000},"durationMsMax":{"type":"number","minimum":0.000001,"maximum":1000000000000},"shardsMax":{"type":"integer","minimum":1,"maximum":1000000},"connectionsMax":{"type":"number","minimum":0.000001,"maximum":1000000000000},"dollarsMax":{"type":"number","minimum":0.000001,"maximum":1000000000000},"burstsAtOnceMax":{"type":"integer","minimum":1,"maximum":100}}}}}},
  "apikey-list": {"method":"GET","path":"/api/user/apikey","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"type":{"type":"string","enum":["USER","BROWSER"],"default":"USER"},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "apikey-rename": {"method":"PUT","path":"/api/user/apikey/{id}/rename","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"string","minLength":1,"maxLength":255}},
  "apikey-revoke": {"method":"PUT","path":"/api/user/apikey/{id}/revoke","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "once-create": {"method":"POST","path":"/api/user/once","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","additionalProperties":false,"properties":{"role":{"type":"string","enum":["user","admin"],"default":"user"},"scopes":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["read","upload","drive","admin"]}},"expiresInHours":{"type":"integer","minimum":1,"maximum":168,"default":12}}}},
  "once-exchange": {"method":"POST","path":"/api/user/once/key","secured":false,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["code"],"additionalProperties":false,"properties":{"code":{"type":"string","pattern":"^[A-Za-z0-9_-]{43}$"},"name":{"type":"string","minLength":1,"maxLength":255}}}},
  "burst-list": {"method":"GET","path":"/api/burst","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20},"before":{"type":"string","pattern":"^\\d{15}#.{1,80}$"},"active":{"type":"boolean","default":false}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "burst-start": {"method":"POST","path":"/api/burst","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{"idempotency-key":{"type":"string","minLength":1,"maxLength":255}},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["document"],"additionalProperties":false,"properties":{"document":{"type":"string","minLength":1},"file":{"type":"string"},"parameters":{"type":"object","additionalProperties":{"type":"string"}},"shards":{"type":"integer","minimum":1,"maximum":10000},"executor":{"type":"string","enum":["lambda","fargate"]},"regions":{"type":"object","minProperties":1,"maxProperties":16,"additionalProperties":{"type":"integer","minimum":1,"maximum":1000}},"seed":{"type":"integer","minimum":0},"maxErrors":{"type":"number","minimum":0,"maximum":1},"stopOnFailure":{"type":"boolean"},"id":{"type":"string","pattern":"^b-[0-9]{8}-[0-9]{6}-[0-9a-z]{4}$"},"files":{"type":"object","required":["upload","list"],"additionalProperties":false,"properties":{"upload":{"type":"string","pattern":"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"},"list":{"type":"array","maxItems":100,"items":{"type":"object","required":["path","sha256","bytes"],"additionalProperties":false,"properties":{"path":{"type":"string","minLength":1,"maxLength":200},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"bytes":{"type":"integer","minimum":0,"maximum":50000000}}}}}},"holdS":{"type":"integer","minimum":5,"maximum":3600},"dryRun":{"type":"boolean"}}}},
  "burst-files": {"method":"POST","path":"/api/burst/files","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["files"],"additionalProperties":false,"properties":{"files":{"type":"array","minItems":1,"maxItems":100,"items":{"type":"object","required":["sha256","bytes"],"additionalProperties":false,"properties":{"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"bytes":{"type":"integer","minimum":0,"maximum":50000000},"content":{"type":"string"}}}}}}},
  "burst-get": {"method":"GET","path":"/api/burst/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,64}$"}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"holdS":{"type":"integer","minimum":5,"maximum":3600}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "burst-seconds": {"method":"GET","path":"/api/burst/{id}/seconds","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,64}$"}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"after":{"type":"integer","minimum":0,"maximum":9007199254740991}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "burst-stop": {"method":"PUT","path":"/api/burst/{id}/stop","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,64}$"}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "doctor": {"method":"GET","path":"/api/doctor","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "doctor-burst": {"method":"POST","path":"/api/doctor","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "burst-stop-by-token": {"method":"POST","path":"/api/burst/stop","secured":false,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["burst","token"],"properties":{"burst":{"type":"string"},"token":{"type":"string"}}}},
  "action-create": {"method":"POST","path":"/api/action","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["event","type","config"],"properties":{"id":{"type":["integer","null"]},"event":{"type":"string","maxLength":64},"type":{"type":"string","maxLength":64},"config":{"type":"object","required":["url"],"properties":{"url":{"type":"string","maxLength":2048}}},"secrets":{"type":["object","null"],"properties":{"token":{"type":["string","null"],"maxLength":256}}},"testId":{"type":["integer","null"]},"active":{"type":["boolean","null"]},"runAlways":{"type":["boolean","null"]}}}},
  "action-change": {"method":"PUT","path":"/api/action","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["event","type","config"],"properties":{"id":{"type":["integer","null"]},"event":{"type":"string","maxLength":64},"type":{"type":"string","maxLength":64},"config":{"type":"object","required":["url"],"properties":{"url":{"type":"string","maxLength":2048}}},"secrets":{"type":["object","null"],"properties":{"token":{"type":["string","null"],"maxLength":256}}},"testId":{"type":["integer","null"]},"active":{"type":["boolean","null"]},"runAlways":{"type":["boolean","null"]}}}},
  "action-create-global": {"method":"POST","path":"/api/action/global","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["event","type","config"],"properties":{"id":{"type":["integer","null"]},"event":{"type":"string","maxLength":64},"type":{"type":"string","maxLength":64},"config":{"type":"object","required":["url"],"properties":{"url":{"type":"string","maxLength":2048}}},"secrets":{"type":["object","null"],"properties":{"token":{"type":["string","null"],"maxLength":256}}},"testId":{"type":["integer","null"]},"active":{"type":["boolean","null"]},"runAlways":{"type":["boolean","null"]}}}},
  "action-delete-global": {"method":"DELETE","path":"/api/action/global/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-list": {"method":"GET","path":"/api/action/list","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":0,"default":0},"sort":{"type":"string","enum":["id"],"default":"id"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Ascending"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-list-of-test": {"method":"GET","path":"/api/action/test/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-get": {"method":"GET","path":"/api/action/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-delete": {"method":"DELETE","path":"/api/action/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "allowed-site-list": {"method":"GET","path":"/api/action/allowedSites","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "allowed-site-create": {"method":"POST","path":"/api/action/allowedSites","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"string","minLength":1,"maxLength":2048}},
  "allowed-site-delete": {"method":"DELETE","path":"/api/action/allowedSites/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "variable-list": {"method":"GET","path":"/api/alerting/variables","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"integer","minimum":1,"maximum":2147483647},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "variable-replace": {"method":"POST","path":"/api/alerting/variables","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["test"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"array","maxItems":40,"items":{"type":"object","properties":{"id":{"type":["integer","null"]},"name":{"type":["string","null"],"maxLength":256},"group":{"type":["string","null"],"maxLength":256},"order":{"type":["integer","null"]},"labels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256}},"calculation":{"type":["string","null"],"maxLength":65536},"changeDetection":{"type":["array","null"],"maxItems":20,"items":{"type":"object","required":["model"],"properties":{"id":{"type":["integer","null"]},"model":{"type":"string","maxLength":64},"config":{"type":["object","null"],"additionalProperties":true}}}}}}}},
  "alerting-dashboard": {"method":"GET","path":"/api/alerting/dashboard","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"integer","minimum":1,"maximum":2147483647},"fingerprint":{"type":"string","maxLength":8192}},"required":["test"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "change-list": {"method":"GET","path":"/api/alerting/changes","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"var":{"type":"integer","minimum":1,"maximum":2147483647},"test":{"type":"integer","minimum":1,"maximum":2147483647},"state":{"type":"string","enum":["open","confirmed"]},"fingerprint":{"type":"string","maxLength":8192},"limit":{"type":"integer","minimum":1,"maximum":1000},"cursor":{"type":"string","maxLength":100}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "change-confirm": {"method":"PUT","path":"/api/alerting/change/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["id","confirmed"],"properties":{"id":{"type":"integer"},"confirmed":{"type":"boolean"},"description":{"type":["string","null"],"maxLength":4096}}}},
  "change-dismiss": {"method":"DELETE","path":"/api/alerting/change/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datapoints-recalculate": {"method":"POST","path":"/api/alerting/recalculate","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"integer","minimum":1,"maximum":2147483647},"notify":{"type":"string"},"debug":{"type":"string"},"clear":{"type":"string"},"from":{"type":"string"},"to":{"type":"string"}},"required":["test"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datapoints-recalculation": {"method":"GET","path":"/api/alerting/recalculate","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["test"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datapoint-last": {"method":"POST","path":"/api/alerting/datapoint/last","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["variables"],"properties":{"variables":{"type":"array","maxItems":100,"items":{"type":"integer"}},"fingerprint":{"type":["string","null"],"maxLength":8192}}}},
  "run-expect": {"method":"POST","path":"/api/alerting/expectRun","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"string"},"timeout":{"type":"integer","minimum":1,"maximum":31536000},"expectedby":{"type":"string","maxLength":256},"backlink":{"type":"string","maxLength":2048}},"required":["test","timeout"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "expectation-list": {"method":"GET","path":"/api/alerting/expectations","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "change-detection-update": {"method":"POST","path":"/api/alerting/changeDetection","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","properties":{"timelineLabels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256}},"timelineFunction":{"type":["string","null"],"maxLength":65536},"fingerprintLabels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256}},"fingerprintFilter":{"type":["string","null"],"maxLength":65536}}}},
  "change-detection-models": {"method":"GET","path":"/api/alerting/changeDetectionModels","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "change-detection-defaults": {"method":"GET","path":"/api/alerting/defaultChangeDetectionConfigs","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "missing-data-rule-list": {"method":"GET","path":"/api/alerting/missingdatarule","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "missing-data-rule-save": {"method":"POST","path":"/api/alerting/missingdatarule","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["maxStaleness"],"properties":{"id":{"type":["integer","null"]},"name":{"type":["string","null"],"maxLength":256},"labels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256}},"condition":{"type":["string","null"],"maxLength":65536},"maxStaleness":{"type":"integer"}}}},
  "missing-data-rule-delete": {"method":"DELETE","path":"/api/alerting/missingdatarule/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "audit": {"method":"GET","path":"/api/audit","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":1000,"default":100},"before":{"type":"string","pattern":"^\\d{15}(#.{1,100})?$"},"user":{"type":"string","minLength":1,"maxLength":64},"operation":{"type":"string","minLength":1,"maxLength":64}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-export": {"method":"GET","path":"/api/schema/{id}/export","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-import": {"method":"POST","path":"/api/schema/import","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"allOf":[{"type":"object","description":"A schema as it is to be. Members that are not known are ignored, so that what a client has read can be sent back.","required":["name","uri"],"properties":{"id":{"type":["integer","null"],"description":"Id of the schema to be changed."},"name":{"type":"string","maxLength":256,"description":"Unique, and not blank."},"uri":{"type":"string","maxLength":256,"description":"Unique; begins with `urn:`, `uri:`, `http:`, `https:`, `ftp:`, `file:` or `jar:`."},"description":{"type":["string","null"],"maxLength":4096,"description":"A description for people."},"schema":{"type":["object","string","array","number","boolean","null"],"description":"JSON Schema of the documents."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means the caller's own."},"access":{"type":["string","integer","null"],"description":"The users who may see it, by name or number. Absent means PUBLIC.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}},{"type":"object","properties":{"labels":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A label as it is to be. Members that are not known are ignored.","properties":{"id":{"type":["integer","null"],"description":"Id of the label to be changed."},"name":{"type":["string","null"],"maxLength":256,"description":"Unique in the schema, and not blank."},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","description":"A value of a document that a function is handed.","properties":{"name":{"type":["string","null"],"maxLength":256,"description":"Name of the value for the function. Must not be blank."},"jsonpath":{"type":["string","null"],"maxLength":4096,"description":"Where the value is. Must not be blank; looked at when it is used, not when it is saved."},"isarray":{"type":["boolean","null"],"description":"All values that are found rather than the first. Absent means false."},"isArray":{"type":["boolean","null"],"description":"The same where `isarray` is absent."}}},"description":"Values that it is made of."},"function":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that makes one value of them. Blank means none."},"filtering":{"type":["boolean","null"],"description":"Whether it tells runs apart. Absent means true."},"metrics":{"type":["boolean","null"],"description":"Whether it is measured. Absent means true."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means that of the schema."},"access":{"type":["string","integer","null"],"description":"The users who may see it, by name or number. Absent means the access of the schema.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}},"description":"Labels that read its documents."},"transformers":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A transformer as it is to be. Members that are not known are ignored.","properties":{"id":{"type":["integer","null"],"description":"Id of the transformer to be changed."},"name":{"type":["string","null"],"maxLength":256,"description":"Must not be blank."},"description":{"type":["string","null"],"maxLength":4096,"description":"A description for people."},"targetSchemaUri":{"type":["string","null"],"maxLength":256,"description":"URI of what it makes where that names none."},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","description":"A value of a document that a function is handed.","properties":{"name":{"type":["string","null"],"maxLength":256,"description":"Name of the value for the function. Must not be blank."},"jsonpath":{"type":["string","null"],"maxLength":4096,"description":"Where the value is. Must not be blank; looked at when it is used, not when it is saved."},"isarray":{"type":["boolean","null"],"description":"All values that are found rather than the first. Absent means false."},"isArray":{"type":["boolean","null"],"description":"The same where `isarray` is absent."}}},"description":"Values that it is made of."},"function":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that makes datasets of them. Blank means none."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means that of the schema."},"access":{"type":["string","integer","null"],"description":"The users who may see it, by name or number. Absent means the access of the schema.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}},"description":"Transformers that make datasets of its documents."}}}]}},
  "schema-import-change": {"method":"PUT","path":"/api/schema/import","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"allOf":[{"type":"object","description":"A schema as it is to be. Members that are not known are ignored, so that what a client has read can be sent back.","required":["name","uri"],"properties":{"id":{"type":["integer","null"],"description":"Id of the schema to be changed."},"name":{"type":"string","maxLength":256,"description":"Unique, and not blank."},"uri":{"type":"string","maxLength":256,"description":"Unique; begins with `urn:`, `uri:`, `http:`, `https:`, `ftp:`, `file:` or `jar:`."},"description":{"type":["string","null"],"maxLength":4096,"description":"A description for people."},"schema":{"type":["object","string","array","number","boolean","null"],"description":"JSON Schema of the documents."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means the caller's own."},"access":{"type":["string","integer","null"],"description":"The users who may see it, by name or number. Absent means PUBLIC.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}},{"type":"object","properties":{"labels":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A label as it is to be. Members that are not known are ignored.","properties":{"id":{"type":["integer","null"],"description":"Id of the label to be changed."},"name":{"type":["string","null"],"maxLength":256,"description":"Unique in the schema, and not blank."},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","description":"A value of a document that a function is handed.","properties":{"name":{"type":["string","null"],"maxLength":256,"description":"Name of the value for the function. Must not be blank."},"jsonpath":{"type":["string","null"],"maxLength":4096,"description":"Where the value is. Must not be blank; looked at when it is used, not when it is saved."},"isarray":{"type":["boolean","null"],"description":"All values that are found rather than the first. Absent means false."},"isArray":{"type":["boolean","null"],"description":"The same where `isarray` is absent."}}},"description":"Values that it is made of."},"function":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that makes one value of them. Blank means none."},"filtering":{"type":["boolean","null"],"description":"Whether it tells runs apart. Absent means true."},"metrics":{"type":["boolean","null"],"description":"Whether it is measured. Absent means true."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means that of the schema."},"access":{"type":["string","integer","null"],"description":"The users who may see it, by name or number. Absent means the access of the schema.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}},"description":"Labels that read its documents."},"transformers":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A transformer as it is to be. Members that are not known are ignored.","properties":{"id":{"type":["integer","null"],"description":"Id of the transformer to be changed."},"name":{"type":["string","null"],"maxLength":256,"description":"Must not be blank."},"description":{"type":["string","null"],"maxLength":4096,"description":"A description for people."},"targetSchemaUri":{"type":["string","null"],"maxLength":256,"description":"URI of what it makes where that names none."},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","description":"A value of a document that a function is handed.","properties":{"name":{"type":["string","null"],"maxLength":256,"description":"Name of the value for the function. Must not be blank."},"jsonpath":{"type":["string","null"],"maxLength":4096,"description":"Where the value is. Must not be blank; looked at when it is used, not when it is saved."},"isarray":{"type":["boolean","null"],"description":"All values that are found rather than the first. Absent means false."},"isArray":{"type":["boolean","null"],"description":"The same where `isarray` is absent."}}},"description":"Values that it is made of."},"function":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that makes datasets of them. Blank means none."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means that of the schema."},"access":{"type":["string","integer","null"],"description":"The users who may see it, by name or number. Absent means the access of the schema.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}},"description":"Transformers that make datasets of its documents."}}}]}},
  "test-export": {"method":"GET","path":"/api/test/{id}/export","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-import": {"method":"POST","path":"/api/test/import","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"allOf":[{"type":"object","description":"A test as it is to be. Members that are not known are ignored, so that what a client has read can be sent back.","required":["name"],"properties":{"id":{"type":["integer","null"],"description":"Id of the test to be changed."},"name":{"type":"string","maxLength":256,"description":"Unique, and not blank."},"folder":{"type":["string","null"],"maxLength":256,"description":"Names separated by slashes. Null or empty means the root."},"description":{"type":["string","null"],"maxLength":4096,"description":"A description for people."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means the caller's own."},"access":{"type":["string","integer","null"],"description":"The users who may see it, by name or number. Absent means PUBLIC.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"datastoreId":{"type":["integer","null"],"description":"Where its data comes from. Absent means 1."},"timelineLabels":{"type":["array","null"],"items":{"type":"string"},"description":"Labels that make the time of a point."},"timelineFunction":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that makes the time of them."},"fingerprintLabels":{"type":["array","null"],"items":{"type":"string"},"description":"Labels that tell series apart."},"fingerprintFilter":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that leaves new datapoints out where it answers false, null, 0 or nothing."},"compareUrl":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that makes a link to compare runs."},"notificationsEnabled":{"type":["boolean","null"],"description":"Whether Downpour notifies people of its changes. Absent means true."},"automaticVariables":{"type":["boolean","null"],"description":"False: Downpour makes no variables for runs of the load driver. Absent means the present setting. By default Downpour makes variables for p50, p99 and the failed share with the first such run, unless the test has transformers, fingerprint labels or variables."},"transformers":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A transformer that a test uses. Members that are not known are ignored.","properties":{"id":{"type":["integer","null"],"description":"Its id."},"targetSchemaUri":{"type":["string","null"],"maxLength":256,"description":"URI of what it makes. It is found by this where its id is not known."}}},"description":"Transformers that make its datasets. Absent means those that it has."}}},{"type":"object","properties":{"variables":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A number that each dataset of a test has. Members that are not known are ignored.","properties":{"id":{"type":["integer","null"],"description":"Id of the variable; absent or negative means a new one."},"name":{"type":["string","null"],"maxLength":256,"description":"Must not be blank."},"group":{"type":["string","null"],"maxLength":256,"description":"Variables of a group are shown together."},"order":{"type":["integer","null"],"description":"Its place among the others. Absent means as in the body."},"labels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256},"description":"Names of the labels that it is made of."},"calculation":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that makes the number of the value of the label, or of an object with those of several. Blank means none."},"changeDetection":{"type":["array","null"],"maxItems":20,"items":{"type":"object","description":"The models of change detection and their settings.","required":["model"],"properties":{"id":{"type":["integer","null"],"description":"Id of the setting; absent or negative means a new one."},"model":{"type":"string","maxLength":64,"description":"relativeDifference, fixedThreshold or eDivisive."},"config":{"type":["object","null"],"additionalProperties":true,"description":"Settings of the model; what is absent has its default."}}},"description":"The models that detect its changes."}}},"description":"Variables of its datasets."},"missingDataRules":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"Datasets are expected at least so often. Members that are not known are ignored.","required":["maxStaleness"],"properties":{"id":{"type":["integer","null"],"description":"Id of the rule; absent or not above 0 means a new one."},"name":{"type":["string","null"],"maxLength":256,"description":"Information for the people who are notified."},"labels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256},"description":"Labels that the condition is handed."},"condition":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that tells which datasets count. Blank means all."},"maxStaleness":{"type":"integer","description":"Milliseconds from the start of the last run that counts."}}},"description":"When its data is late."},"experiments":{"type":["array","null"],"maxItems":1000,"items":{"type":"object"},"description":"Profiles that compare its datasets."},"actions":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"Whom to tell of events. Members that are not known are ignored.","required":["event","type","config"],"properties":{"id":{"type":["integer","null"],"description":"Id of the action to change."},"event":{"type":"string","maxLength":64,"description":"change/new, run/new, run/failed or missing-data; of all tests key/expiring too, which tells of API keys 7, 2 and 1 days before their end, at it and a day later."},"type":{"type":"string","maxLength":64,"description":"Only http."},"config":{"type":"object","description":"Where to.","required":["url"],"properties":{"url":{"type":"string","maxLength":2048,"description":"A URL below an allowed site."}}},"secrets":{"type":["object","null"],"description":"The secret of signatures; absent means a new one, or the one there is.","properties":{"token":{"type":["string","null"],"maxLength":256,"description":"`whsec_` and 24 bytes or more in base64."}}},"testId":{"type":["integer","null"],"description":"Id of the test."},"active":{"type":["boolean","null"],"description":"Absent means true."},"runAlways":{"type":["boolean","null"],"description":"Whether Downpour also sends events of tests whose notifications are off. Absent means false."}}},"description":"Actions that are notified of its events."},"subscriptions":{"type":["object","null"],"description":"Users and teams that watch it."},"datastore":{"anyOf":[{"type":"object","description":"Where documents of runs are asked for. Members that are not known are ignored.","required":["name","type","config"],"properties":{"id":{"type":["integer","null"],"description":"Id of the datastore to change."},"name":{"type":"string","maxLength":256,"description":"For people."},"type":{"type":"string","maxLength":64,"description":"ELASTICSEARCH or COLLECTORAPI, in any case."},"owner":{"type":["string","null"],"maxLength":64,"description":"The team that owns it. Absent means the team of the caller, or the one there is."},"access":{"type":["string","integer","null"],"description":"By name or number. PUBLIC means that tests of all teams may name it. Absent means PRIVATE, or what there is.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"config":{"type":"object","description":"How a datastore is reached.","properties":{"url":{"type":["string","null"],"maxLength":2048,"description":"A URL below an allowed site."},"authentication":{"type":["object","null"],"description":"The credentials with which Downpour calls the datastore. Absent means none.","properties":{"type":{"type":["string","null"],"maxLength":64,"description":"none, api-key or username."},"apiKey":{"type":["string","null"],"maxLength":4096,"description":"Key, for the type api-key."},"username":{"type":["string","null"],"maxLength":256,"description":"Credential, for the type username."},"password":{"type":["string","null"],"maxLength":4096,"description":"Credential, for the type username."}}}}}}},{"type":"null"}],"description":"Where its data comes from: the one of the same name, type and URL that its team has, else a new one, which waits for its secret."}}}]}},
  "test-import-change": {"method":"PUT","path":"/api/test/import","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"allOf":[{"type":"object","description":"A test as it is to be. Members that are not known are ignored, so that what a client has read can be sent back.","required":["name"],"properties":{"id":{"type":["integer","null"],"description":"Id of the test to be changed."},"name":{"type":"string","maxLength":256,"description":"Unique, and not blank."},"folder":{"type":["string","null"],"maxLength":256,"description":"Names separated by slashes. Null or empty means the root."},"description":{"type":["string","null"],"maxLength":4096,"description":"A description for people."},"owner":{"type":["string","null"],"maxLength":64,"description":"The owning team. Absent means the caller's own."},"access":{"type":["string","integer","null"],"description":"The users who may see it, by name or number. Absent means PUBLIC.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"datastoreId":{"type":["integer","null"],"description":"Where its data comes from. Absent means 1."},"timelineLabels":{"type":["array","null"],"items":{"type":"string"},"description":"Labels that make the time of a point."},"timelineFunction":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that makes the time of them."},"fingerprintLabels":{"type":["array","null"],"items":{"type":"string"},"description":"Labels that tell series apart."},"fingerprintFilter":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that leaves new datapoints out where it answers false, null, 0 or nothing."},"compareUrl":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that makes a link to compare runs."},"notificationsEnabled":{"type":["boolean","null"],"description":"Whether Downpour notifies people of its changes. Absent means true."},"automaticVariables":{"type":["boolean","null"],"description":"False: Downpour makes no variables for runs of the load driver. Absent means the present setting. By default Downpour makes variables for p50, p99 and the failed share with the first such run, unless the test has transformers, fingerprint labels or variables."},"transformers":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A transformer that a test uses. Members that are not known are ignored.","properties":{"id":{"type":["integer","null"],"description":"Its id."},"targetSchemaUri":{"type":["string","null"],"maxLength":256,"description":"URI of what it makes. It is found by this where its id is not known."}}},"description":"Transformers that make its datasets. Absent means those that it has."}}},{"type":"object","properties":{"variables":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"A number that each dataset of a test has. Members that are not known are ignored.","properties":{"id":{"type":["integer","null"],"description":"Id of the variable; absent or negative means a new one."},"name":{"type":["string","null"],"maxLength":256,"description":"Must not be blank."},"group":{"type":["string","null"],"maxLength":256,"description":"Variables of a group are shown together."},"order":{"type":["integer","null"],"description":"Its place among the others. Absent means as in the body."},"labels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256},"description":"Names of the labels that it is made of."},"calculation":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that makes the number of the value of the label, or of an object with those of several. Blank means none."},"changeDetection":{"type":["array","null"],"maxItems":20,"items":{"type":"object","description":"The models of change detection and their settings.","required":["model"],"properties":{"id":{"type":["integer","null"],"description":"Id of the setting; absent or negative means a new one."},"model":{"type":"string","maxLength":64,"description":"relativeDifference, fixedThreshold or eDivisive."},"config":{"type":["object","null"],"additionalProperties":true,"description":"Settings of the model; what is absent has its default."}}},"description":"The models that detect its changes."}}},"description":"Variables of its datasets."},"missingDataRules":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"Datasets are expected at least so often. Members that are not known are ignored.","required":["maxStaleness"],"properties":{"id":{"type":["integer","null"],"description":"Id of the rule; absent or not above 0 means a new one."},"name":{"type":["string","null"],"maxLength":256,"description":"Information for the people who are notified."},"labels":{"type":["array","null"],"maxItems":100,"items":{"type":"string","maxLength":256},"description":"Labels that the condition is handed."},"condition":{"type":["string","null"],"maxLength":65536,"description":"JavaScript that tells which datasets count. Blank means all."},"maxStaleness":{"type":"integer","description":"Milliseconds from the start of the last run that counts."}}},"description":"When its data is late."},"experiments":{"type":["array","null"],"maxItems":1000,"items":{"type":"object"},"description":"Profiles that compare its datasets."},"actions":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","description":"Whom to tell of events. Members that are not known are ignored.","required":["event","type","config"],"properties":{"id":{"type":["integer","null"],"description":"Id of the action to change."},"event":{"type":"string","maxLength":64,"description":"change/new, run/new, run/failed or missing-data; of all tests key/expiring too, which tells of API keys 7, 2 and 1 days before their end, at it and a day later."},"type":{"type":"string","maxLength":64,"description":"Only http."},"config":{"type":"object","description":"Where to.","required":["url"],"properties":{"url":{"type":"string","maxLength":2048,"description":"A URL below an allowed site."}}},"secrets":{"type":["object","null"],"description":"The secret of signatures; absent means a new one, or the one there is.","properties":{"token":{"type":["string","null"],"maxLength":256,"description":"`whsec_` and 24 bytes or more in base64."}}},"testId":{"type":["integer","null"],"description":"Id of the test."},"active":{"type":["boolean","null"],"description":"Absent means true."},"runAlways":{"type":["boolean","null"],"description":"Whether Downpour also sends events of tests whose notifications are off. Absent means false."}}},"description":"Actions that are notified of its events."},"subscriptions":{"type":["object","null"],"description":"Users and teams that watch it."},"datastore":{"anyOf":[{"type":"object","description":"Where documents of runs are asked for. Members that are not known are ignored.","required":["name","type","config"],"properties":{"id":{"type":["integer","null"],"description":"Id of the datastore to change."},"name":{"type":"string","maxLength":256,"description":"For people."},"type":{"type":"string","maxLength":64,"description":"ELASTICSEARCH or COLLECTORAPI, in any case."},"owner":{"type":["string","null"],"maxLength":64,"description":"The team that owns it. Absent means the team of the caller, or the one there is."},"access":{"type":["string","integer","null"],"description":"By name or number. PUBLIC means that tests of all teams may name it. Absent means PRIVATE, or what there is.","enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"config":{"type":"object","description":"How a datastore is reached.","properties":{"url":{"type":["string","null"],"maxLength":2048,"description":"A URL below an allowed site."},"authentication":{"type":["object","null"],"description":"The credentials with which Downpour calls the datastore. Absent means none.","properties":{"type":{"type":["string","null"],"maxLength":64,"description":"none, api-key or username."},"apiKey":{"type":["string","null"],"maxLength":4096,"description":"Key, for the type api-key."},"username":{"type":["string","null"],"maxLength":256,"description":"Credential, for the type username."},"password":{"type":["string","null"],"maxLength":4096,"description":"Credential, for the type username."}}}}}}},{"type":"null"}],"description":"Where its data comes from: the one of the same name, type and URL that its team has, else a new one, which waits for its secret."}}}]}},
  "dashboard-health": {"method":"GET","path":"/api/changes","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dashboard-search": {"method":"POST","path":"/api/changes/search","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":["object","null"]}},
  "dashboard-query": {"method":"POST","path":"/api/changes/query","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["range","targets"],"properties":{"range":{"type":"object","required":["from","to"],"properties":{"from":{"type":["integer","string"]},"to":{"type":["integer","string"]},"oneBeforeAndAfter":{"type":["boolean","null"]}}},"targets":{"type":"array","maxItems":100,"items":{"type":"object","required":["target"],"properties":{"target":{"type":"string","maxLength":8192},"type":{"type":["string","null"]}}}}}}},
  "dashboard-annotations": {"method":"POST","path":"/api/changes/annotations","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["range","annotation"],"properties":{"range":{"type":"object","required":["from","to"],"properties":{"from":{"type":["integer","string"]},"to":{"type":["integer","string"]},"oneBeforeAndAfter":{"type":["boolean","null"]}}},"annotation":{"type":"object","required":["query"],"properties":{"query":{"type":"string","maxLength":8192}}}}}},
  "dataset-list-of-run": {"method":"GET","path":"/api/dataset/list/byRun/{runId}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"runId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["runId"],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":1,"default":1},"sort":{"type":"string","enum":["id","runId","ordinal","start","stop","testid","owner","access","description"],"default":"start"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"},"filter":{"type":"string"},"viewId":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-list-of-test": {"method":"GET","path":"/api/dataset/list/byTest/{testId}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":1,"default":1},"sort":{"type":"string","pattern":"^(id|runId|ordinal|start|stop|testid|owner|access|description|view_data:[0-9]+:.+)$","default":"start"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"},"filter":{"type":"string"},"viewId":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-list-of-schema": {"method":"GET","path":"/api/dataset/list/bySchema","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"uri":{"type":"string","minLength":1},"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":1,"default":1},"sort":{"type":"string","enum":["id","runId","ordinal","start","stop","testid","owner","access","description"],"default":"start"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"}},"required":["uri"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-get": {"method":"GET","path":"/api/dataset/{id}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-summary": {"method":"GET","path":"/api/dataset/{id}/summary","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"viewId":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "querydataset": {"method":"GET","path":"/api/sql/{id}/querydataset","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"query":{"type":"string"},"array":{"type":"string","default":"false"},"schemaUri":{"type":"string","minLength":1},"uri":{"type":"string","minLength":1},"dialect":{"type":"string","enum":["jsonpath","sql"]},"lenient":{"type":"string","default":"false"},"explain":{"type":"string","default":"false"},"redirect":{"type":"boolean","default":true}},"required":["query"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datastore-list": {"method":"GET","path":"/api/config/datastore","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"team":{"type":"string","minLength":1,"maxLength":64}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datastore-add": {"method":"POST","path":"/api/config/datastore","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name","type","config"],"properties":{"id":{"type":["integer","null"]},"name":{"type":"string","maxLength":256},"type":{"type":"string","maxLength":64},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"config":{"type":"object","properties":{"url":{"type":["string","null"],"maxLength":2048},"authentication":{"type":["object","null"],"properties":{"type":{"type":["string","null"],"maxLength":64},"apiKey":{"type":["string","null"],"maxLength":4096},"username":{"type":["string","null"],"maxLength":256},"password":{"type":["string","null"],"maxLength":4096}}}}}}}},
  "datastore-change": {"method":"PUT","path":"/api/config/datastore","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name","type","config"],"properties":{"id":{"type":["integer","null"]},"name":{"type":"string","maxLength":256},"type":{"type":"string","maxLength":64},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"config":{"type":"object","properties":{"url":{"type":["string","null"],"maxLength":2048},"authentication":{"type":["object","null"],"properties":{"type":{"type":["string","null"],"maxLength":64},"apiKey":{"type":["string","null"],"maxLength":4096},"username":{"type":["string","null"],"maxLength":256},"password":{"type":["string","null"],"maxLength":4096}}}}}}}},
  "datastore-types": {"method":"GET","path":"/api/config/datastore/types","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datastore-delete": {"method":"DELETE","path":"/api/config/datastore/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "datastore-test": {"method":"GET","path":"/api/config/datastore/{id}/test","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "experiment-models": {"method":"GET","path":"/api/experiment/models","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "experiment-run": {"method":"GET","path":"/api/experiment/run","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"datasetId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["datasetId"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "experiment-list": {"method":"GET","path":"/api/experiment/{testId}/profiles","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "experiment-put": {"method":"POST","path":"/api/experiment/{testId}/profiles","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name"],"properties":{"id":{"type":["integer","null"]},"testId":{"type":["integer","null"]},"name":{"type":"string","maxLength":256},"selectorLabels":{"type":["array","null"],"maxItems":100,"items":{"type":"string"}},"selectorFilter":{"type":["string","null"],"maxLength":65536},"baselineLabels":{"type":["array","null"],"maxItems":100,"items":{"type":"string"}},"baselineFilter":{"type":["string","null"],"maxLength":65536},"comparisons":{"type":["array","null"],"maxItems":100,"items":{"type":"object","required":["model"],"properties":{"model":{"type":"string","maxLength":64},"config":{"type":["object","null"]},"variableId":{"type":["integer","null"]},"variableName":{"type":["string","null"]}}}},"extraLabels":{"type":["array","null"],"maxItems":100,"items":{"type":"string"}}}}},
  "experiment-delete": {"method":"DELETE","path":"/api/experiment/{testId}/profiles/{profileId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647},"profileId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId","profileId"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-label-values": {"method":"GET","path":"/api/test/{id}/labelValues","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"filter":{"type":"string","maxLength":65536,"default":"{}"},"multiFilter":{"type":"boolean","default":false},"before":{"type":"string"},"after":{"type":"string"},"filtering":{"type":"boolean","default":true},"metrics":{"type":"boolean","default":true},"sort":{"type":"string"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Ascending"},"limit":{"type":"integer","maximum":2147483647},"page":{"type":"integer","minimum":0,"maximum":1000000,"default":0},"cursor":{"type":"string","maxLength":100},"include":{"type":"array","items":{"type":"string"},"maxItems":1000},"exclude":{"type":"array","items":{"type":"string"},"maxItems":1000},"format":{"type":"string","enum":["json","csv","parquet"]},"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-filtering-labels": {"method":"GET","path":"/api/test/{id}/filteringLabels","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":100}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-filtering-values": {"method":"GET","path":"/api/test/{id}/filteringLabelValues","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":100}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-fingerprints": {"method":"GET","path":"/api/test/{id}/fingerprint","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":100}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-label-values": {"method":"GET","path":"/api/run/{id}/labelValues","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"filter":{"type":"string","maxLength":65536,"default":"{}"},"multiFilter":{"type":"boolean","default":false},"sort":{"type":"string"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Ascending"},"limit":{"type":"integer","maximum":2147483647},"page":{"type":"integer","minimum":0,"maximum":1000000,"default":0},"include":{"type":"array","items":{"type":"string"},"maxItems":1000},"exclude":{"type":"array","items":{"type":"string"},"maxItems":1000},"format":{"type":"string","enum":["json","csv","parquet"]},"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-label-values": {"method":"GET","path":"/api/dataset/{id}/labelValues","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-preview-label": {"method":"POST","path":"/api/dataset/{id}/previewLabel","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","properties":{"name":{"type":["string","null"],"maxLength":256},"schemaId":{"type":["integer","null"]},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","properties":{"name":{"type":["string","null"],"maxLength":256},"jsonpath":{"type":["string","null"],"maxLength":4096},"isarray":{"type":["boolean","null"]},"isArray":{"type":["boolean","null"]}}}},"function":{"type":["string","null"],"maxLength":65536}}}},
  "label-names": {"method":"GET","path":"/api/schema/allLabels","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"name":{"type":"string"},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "label-list": {"method":"GET","path":"/api/schema/{id}/labels","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "label-create": {"method":"POST","path":"/api/schema/{id}/labels","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":["array","null"],"maxItems":90,"items":{"type":"object","properties":{"id":{"type":["integer","null"]},"name":{"type":["string","null"],"maxLength":256},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","properties":{"name":{"type":["string","null"],"maxLength":256},"jsonpath":{"type":["string","null"],"maxLength":4096},"isarray":{"type":["boolean","null"]},"isArray":{"type":["boolean","null"]}}}},"function":{"type":["string","null"],"maxLength":65536},"filtering":{"type":["boolean","null"]},"metrics":{"type":["boolean","null"]},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}}}},
  "label-change": {"method":"PUT","path":"/api/schema/{id}/labels","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":["array","null"],"maxItems":90,"items":{"type":"object","properties":{"id":{"type":["integer","null"]},"name":{"type":["string","null"],"maxLength":256},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","properties":{"name":{"type":["string","null"],"maxLength":256},"jsonpath":{"type":["string","null"],"maxLength":4096},"isarray":{"type":["boolean","null"]},"isArray":{"type":["boolean","null"]}}}},"function":{"type":["string","null"],"maxLength":65536},"filtering":{"type":["boolean","null"]},"metrics":{"type":["boolean","null"]},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}}}},
  "label-delete": {"method":"DELETE","path":"/api/schema/{id}/labels/{labelId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647},"labelId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id","labelId"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-log": {"method":"GET","path":"/api/log/dataset/{source}/{testId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"source":{"type":"string","minLength":1,"maxLength":64},"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["source","testId"],"additionalProperties":false},"query":{"type":"object","properties":{"level":{"type":"integer","minimum":0,"maximum":3,"default":1},"datasetId":{"type":"integer"},"page":{"type":"integer","minimum":0,"default":0},"limit":{"type":"integer","minimum":1,"maximum":1000,"default":25}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-log-delete": {"method":"DELETE","path":"/api/log/dataset/{source}/{testId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"source":{"type":"string","minLength":1,"maxLength":64},"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["source","testId"],"additionalProperties":false},"query":{"type":"object","properties":{"datasetId":{"type":"integer"},"from":{"type":"integer"},"to":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "dataset-log-count": {"method":"GET","path":"/api/log/dataset/{source}/{testId}/count","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"source":{"type":"string","minLength":1,"maxLength":64},"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["source","testId"],"additionalProperties":false},"query":{"type":"object","properties":{"level":{"type":"integer","minimum":0,"maximum":3,"default":1},"datasetId":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "transformation-log": {"method":"GET","path":"/api/log/transformation/{testId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"level":{"type":"integer","minimum":0,"maximum":3,"default":1},"runId":{"type":"integer"},"page":{"type":"integer","minimum":0,"default":0},"limit":{"type":"integer","minimum":1,"maximum":1000,"default":25}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "transformation-log-delete": {"method":"DELETE","path":"/api/log/transformation/{testId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"runId":{"type":"integer"},"from":{"type":"integer"},"to":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "transformation-log-count": {"method":"GET","path":"/api/log/transformation/{testId}/count","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"level":{"type":"integer","minimum":0,"maximum":3,"default":1},"runId":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-log": {"method":"GET","path":"/api/log/action/{testId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"level":{"type":"integer","minimum":0,"maximum":3,"default":1},"page":{"type":"integer","minimum":0,"default":0},"limit":{"type":"integer","minimum":1,"maximum":1000,"default":25}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-log-delete": {"method":"DELETE","path":"/api/log/action/{testId}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"from":{"type":"integer"},"to":{"type":"integer"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "action-log-count": {"method":"GET","path":"/api/log/action/{testId}/count","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"level":{"type":"integer","minimum":0,"maximum":3,"default":1}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-recalculation": {"method":"GET","path":"/api/test/{id}/recalculate","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-recalculate": {"method":"POST","path":"/api/test/{id}/recalculate","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-failures": {"method":"GET","path":"/api/test/{id}/failures","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":1000,"default":100},"cursor":{"type":"string","pattern":"^[0-9]+-([0-9]+|run)$","maxLength":64}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-recalculate-all": {"method":"POST","path":"/api/run/recalculateAll","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"from":{"type":"string","minLength":1,"maxLength":64},"to":{"type":"string","minLength":1,"maxLength":64}},"required":["from","to"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "failure-list": {"method":"GET","path":"/api/work/failures","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":1000,"default":100},"cursor":{"type":"string","pattern":"^[0-9A-Za-z.-]+$","maxLength":128}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "failure-again": {"method":"POST","path":"/api/work/failures/again","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-report": {"method":"GET","path":"/api/run/{id}/report","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"format":{"type":"string","enum":["json","html"]},"baseline":{"type":"string","minLength":1,"maxLength":600},"last":{"type":"integer","minimum":1,"maximum":50,"default":10},"allowDifferences":{"type":"boolean","default":false},"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "compare": {"method":"GET","path":"/api/compare","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"baseline":{"type":"string","minLength":1,"maxLength":600,"pattern":"^\\d{1,10}(\\.\\.\\d{1,10})?(,\\d{1,10}(\\.\\.\\d{1,10})?)*$"},"candidate":{"type":"string","minLength":1,"maxLength":600,"pattern":"^\\d{1,10}(\\.\\.\\d{1,10})?(,\\d{1,10}(\\.\\.\\d{1,10})?)*$"},"gate":{"type":"array","items":{"type":"string","minLength":1,"maxLength":1000},"maxItems":50},"allowDifferences":{"type":"boolean","default":false},"redirect":{"type":"boolean","default":true}},"required":["baseline","candidate"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-upload-record": {"method":"POST","path":"/api/run/test","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"test":{"type":"string"},"owner":{"type":"string","pattern":"^.{1,59}-team$"},"access":{"type":"string","enum":["PUBLIC","PROTECTED","PRIVATE","0","1","2"]}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{"idempotency-key":{"type":"string","minLength":1,"maxLength":255}},"required":[],"additionalProperties":true}},"body":{"type":"object","properties":{"testid":{"type":["integer","string","null"],"pattern":"^\\d{1,10}$"},"start":{"type":["integer","string","null"]},"stop":{"type":["integer","string","null"]},"owner":{"type":["string","null"]},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"description":{"type":["string","null"]},"data":{},"metadata":{}}}},
  "run-count": {"method":"GET","path":"/api/run/count","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-list-of-test": {"method":"GET","path":"/api/run/list/{testId}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{"from":{"type":"integer","minimum":-8640000000000000,"maximum":8640000000000000},"to":{"type":"integer","minimum":-8640000000000000,"maximum":8640000000000000},"state":{"type":"array","items":{"type":"string","enum":["passed","failed","inconclusive","stopped","incomplete"]},"maxItems":5},"benchmark":{"type":"string","minLength":1,"maxLength":1003},"text":{"type":"string","maxLength":256},"trashed":{"type":"boolean","default":false},"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":1,"default":1},"cursor":{"type":"string","maxLength":100},"sort":{"type":"string","enum":["id","start","stop","testid","testname","test.name","owner","access","description","trashed"],"default":"start"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-list-of-schema": {"method":"GET","path":"/api/run/bySchema","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"uri":{"type":"string","minLength":1,"maxLength":1024},"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":1,"default":1},"cursor":{"type":"string","maxLength":100},"sort":{"type":"string","enum":["id","start","stop","testid","testname","test.name","owner","access","description","trashed"],"default":"start"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"}},"required":["uri"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-metadata": {"method":"GET","path":"/api/run/{id}/metadata","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"schemaUri":{"type":"string","minLength":1,"maxLength":1024},"redirect":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-recalculate": {"method":"POST","path":"/api/run/{id}/recalculate","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-schema": {"method":"POST","path":"/api/run/{id}/schema","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"path":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"string","maxLength":1024}},
  "run-summary": {"method":"GET","path":"/api/run/{id}/summary","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-trash": {"method":"POST","path":"/api/run/{id}/trash","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"isTrashed":{"type":"boolean","default":true}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "run-description": {"method":"POST","path":"/api/run/{id}/description","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"string","maxLength":4096}},
  "run-access": {"method":"POST","path":"/api/run/{id}/updateAccess","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"owner":{"type":"string","minLength":1,"maxLength":64},"access":{"type":"string","enum":["PUBLIC","PROTECTED","PRIVATE","0","1","2"]}},"required":["owner","access"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schedule-list": {"method":"GET","path":"/api/schedule","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schedule-create": {"method":"POST","path":"/api/schedule","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["document","name","cron"],"additionalProperties":false,"properties":{"name":{"type":"string","pattern":"^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$"},"cron":{"type":"string","minLength":1,"maxLength":250},"timezone":{"type":"string","minLength":1,"maxLength":50,"default":"UTC"},"document":{"type":"string","minLength":1},"file":{"type":"string"},"parameters":{"type":"object","additionalProperties":{"type":"string"}},"shards":{"type":"integer","minimum":1,"maximum":10000},"seed":{"type":"integer","minimum":0},"maxErrors":{"type":"number","minimum":0,"maximum":1},"stopOnFailure":{"type":"boolean"},"files":{"type":"object","required":["upload","list"],"additionalProperties":false,"properties":{"upload":{"type":"string","pattern":"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"},"list":{"type":"array","maxItems":100,"items":{"type":"object","required":["path","sha256","bytes"],"additionalProperties":false,"properties":{"path":{"type":"string","minLength":1,"maxLength":200},"sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},"bytes":{"type":"integer","minimum":0,"maximum":50000000}}}}}}}}},
  "schedule-delete": {"method":"DELETE","path":"/api/schedule/{name}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"name":{"type":"string","pattern":"^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$"}},"required":["name"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schedule-run": {"method":"POST","path":"/api/schedule/{name}/run","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"name":{"type":"string","pattern":"^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$"}},"required":["name"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{"idempotency-key":{"type":"string","minLength":1,"maxLength":255}},"required":[],"additionalProperties":true}}},
  "schema-list": {"method":"GET","path":"/api/schema","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"roles":{"type":"string"},"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":0,"default":0},"sort":{"type":"string","enum":["id","name","uri","owner","access"],"default":"name"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"},"name":{"type":"string"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-create": {"method":"POST","path":"/api/schema","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name","uri"],"properties":{"id":{"type":["integer","null"]},"name":{"type":"string","maxLength":256},"uri":{"type":"string","maxLength":256},"description":{"type":["string","null"],"maxLength":4096},"schema":{"type":["object","string","array","number","boolean","null"]},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}}},
  "schema-change": {"method":"PUT","path":"/api/schema","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name","uri"],"properties":{"id":{"type":["integer","null"]},"name":{"type":"string","maxLength":256},"uri":{"type":"string","maxLength":256},"description":{"type":["string","null"],"maxLength":4096},"schema":{"type":["object","string","array","number","boolean","null"]},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}}},
  "schema-descriptors": {"method":"GET","path":"/api/schema/descriptors","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"id":{"type":"array","items":{"type":"integer"},"maxItems":1000},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-usages": {"method":"GET","path":"/api/schema/findUsages","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"label":{"type":"string","minLength":1}},"required":["label"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-by-uri": {"method":"GET","path":"/api/schema/idByUri/{uri}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"uri":{"type":"string","minLength":1}},"required":["uri"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-get": {"method":"GET","path":"/api/schema/{id}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-delete": {"method":"DELETE","path":"/api/schema/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "schema-access": {"method":"POST","path":"/api/schema/{id}/updateAccess","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"owner":{"type":"string","minLength":1,"maxLength":64},"access":{"type":"string","enum":["PUBLIC","PROTECTED","PRIVATE","0","1","2"]}},"required":["owner","access"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-list": {"method":"GET","path":"/api/test","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"roles":{"type":"string"},"limit":{"type":"integer","maximum":10000},"page":{"type":"integer","minimum":0,"default":0},"sort":{"type":"string","enum":["id","name","folder","owner","access"],"default":"name"},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Ascending"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-create": {"method":"POST","path":"/api/test","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name"],"properties":{"id":{"type":["integer","null"]},"name":{"type":"string","maxLength":256},"folder":{"type":["string","null"],"maxLength":256},"description":{"type":["string","null"],"maxLength":4096},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"datastoreId":{"type":["integer","null"]},"timelineLabels":{"type":["array","null"],"items":{"type":"string"}},"timelineFunction":{"type":["string","null"],"maxLength":65536},"fingerprintLabels":{"type":["array","null"],"items":{"type":"string"}},"fingerprintFilter":{"type":["string","null"],"maxLength":65536},"compareUrl":{"type":["string","null"],"maxLength":65536},"notificationsEnabled":{"type":["boolean","null"]},"automaticVariables":{"type":["boolean","null"]},"transformers":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","properties":{"id":{"type":["integer","null"]},"targetSchemaUri":{"type":["string","null"],"maxLength":256}}}}}}},
  "test-change": {"method":"PUT","path":"/api/test","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name"],"properties":{"id":{"type":["integer","null"]},"name":{"type":"string","maxLength":256},"folder":{"type":["string","null"],"maxLength":256},"description":{"type":["string","null"],"maxLength":4096},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]},"datastoreId":{"type":["integer","null"]},"timelineLabels":{"type":["array","null"],"items":{"type":"string"}},"timelineFunction":{"type":["string","null"],"maxLength":65536},"fingerprintLabels":{"type":["array","null"],"items":{"type":"string"}},"fingerprintFilter":{"type":["string","null"],"maxLength":65536},"compareUrl":{"type":["string","null"],"maxLength":65536},"notificationsEnabled":{"type":["boolean","null"]},"automaticVariables":{"type":["boolean","null"]},"transformers":{"type":["array","null"],"maxItems":1000,"items":{"type":"object","properties":{"id":{"type":["integer","null"]},"targetSchemaUri":{"type":["string","null"],"maxLength":256}}}}}}},
  "test-by-name": {"method":"GET","path":"/api/test/byName/{name}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"name":{"type":"string","minLength":1}},"required":["name"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-folders": {"method":"GET","path":"/api/test/folders","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"roles":{"type":"string"},"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-summary": {"method":"GET","path":"/api/test/summary","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"roles":{"type":"string"},"folder":{"type":"string"},"limit":{"type":"integer","maximum":10000,"default":20},"page":{"type":"integer","minimum":0,"default":1},"direction":{"type":"string","enum":["Ascending","Descending"],"default":"Descending"},"name":{"type":"string"},"last":{"type":"integer","minimum":1,"maximum":100}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-get": {"method":"GET","path":"/api/test/{id}","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-delete": {"method":"DELETE","path":"/api/test/{id}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-trend": {"method":"GET","path":"/api/test/{id}/trend","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"last":{"type":"integer","minimum":1,"maximum":500,"default":200},"from":{"type":"integer","minimum":-8640000000000000,"maximum":8640000000000000},"to":{"type":"integer","minimum":-8640000000000000,"maximum":8640000000000000}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-transformers": {"method":"POST","path":"/api/test/{id}/transformers","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"array","maxItems":1000,"items":{"type":"integer"}}},
  "test-move": {"method":"POST","path":"/api/test/{id}/move","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"folder":{"type":"string"}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-notifications": {"method":"POST","path":"/api/test/{id}/notifications","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"enabled":{"type":"boolean"}},"required":["enabled"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "test-access": {"method":"POST","path":"/api/test/{id}/updateAccess","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{"owner":{"type":"string","minLength":1,"maxLength":64},"access":{"type":"string","enum":["PUBLIC","PROTECTED","PRIVATE","0","1","2"]}},"required":["owner","access"],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "transformer-names": {"method":"GET","path":"/api/schema/allTransformers","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":10000},"cursor":{"type":"string","maxLength":1024}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "transformer-list": {"method":"GET","path":"/api/schema/{id}/transformers","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "transformer-create": {"method":"POST","path":"/api/schema/{id}/transformers","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","properties":{"id":{"type":["integer","null"]},"name":{"type":["string","null"],"maxLength":256},"description":{"type":["string","null"],"maxLength":4096},"targetSchemaUri":{"type":["string","null"],"maxLength":256},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","properties":{"name":{"type":["string","null"],"maxLength":256},"jsonpath":{"type":["string","null"],"maxLength":4096},"isarray":{"type":["boolean","null"]},"isArray":{"type":["boolean","null"]}}}},"function":{"type":["string","null"],"maxLength":65536},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}}},
  "transformer-change": {"method":"PUT","path":"/api/schema/{id}/transformers","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"id":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["id"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","properties":{"id":{"type":["integer","null"]},"name":{"type":["string","null"],"maxLength":256},"description":{"type":["string","null"],"maxLength":4096},"targetSchemaUri":{"type":["string","null"],"maxLength":256},"extractors":{"type":["array","null"],"maxItems":100,"items":{"type":"object","properties":{"name":{"type":["string","null"],"maxLength":256},"jsonpath":{"type":["string","null"],"maxLength":4096},"isarray":{"type":["boolean","null"]},"isArray":{"type":["boolean","null"]}}}},"function":{"type":["string","null"],"maxLength":65536},"owner":{"type":["string","null"],"maxLength":64},"access":{"type":["string","integer","null"],"enum":["PUBLIC","PROTECTED","PRIVATE",0,1,2,null]}}}},
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
  "user-create": {"method":"POST","path":"/api/user/createUser","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["user"],"additionalProperties":false,"properties":{"user":{"type":"object","required":["username"],"additionalProperties":false,"properties":{"id":{"type":"string"},"username":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}$"},"firstName":{"type":"string","maxLength":255},"lastName":{"type":"string","maxLength":255},"email":{"type":"string","maxLength":255}}},"password":{"type":"string","minLength":1,"maxLength":256},"team":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}-team$"},"roles":{"type":"array","items":{"type":"string","enum":["viewer","uploader","tester","manager"]}}}}},
  "user-info": {"method":"POST","path":"/api/user/info","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"array","maxItems":1000,"items":{"type":"string","minLength":1,"maxLength":200}}},
  "user-search": {"method":"GET","path":"/api/user/search","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{"query":{"type":"string","maxLength":256,"default":""}},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "team-create": {"method":"POST","path":"/api/user/team/{team}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"team":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}-team$"}},"required":["team"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "team-delete": {"method":"DELETE","path":"/api/user/team/{team}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"team":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}-team$"}},"required":["team"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "team-members": {"method":"GET","path":"/api/user/team/{team}/members","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"team":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}-team$"}},"required":["team"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "team-members-set": {"method":"POST","path":"/api/user/team/{team}/members","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"team":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}-team$"}},"required":["team"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9._-]{1,59}$"},"maxProperties":1000,"additionalProperties":{"type":"array","items":{"type":"string","enum":["viewer","uploader","tester","manager"]}}}},
  "user-delete": {"method":"DELETE","path":"/api/user/{username}","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"username":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}$"}},"required":["username"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "user-password": {"method":"PUT","path":"/api/user/{username}/password","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{"username":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,59}$"}},"required":["username"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"string","minLength":1,"maxLength":256}},
  "view-list": {"method":"GET","path":"/api/ui/{testId}/views","secured":true,"open":true,"parameters":{"path":{"type":"object","properties":{"testId":{"type":"integer","minimum":1,"maximum":2147483647}},"required":["testId"],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}}},
  "view-put": {"method":"POST","path":"/api/ui/view","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"object","required":["name","components"],"properties":{"id":{"type":["integer","null"]},"testId":{"type":["integer","null"]},"name":{"type":"string","maxLength":256},"components":{"type":"array","maxItems":200,"items":{"type":"object","required":["headerName","labels"],"properties":{"id":{"type":["integer","null"]},"headerName":{"type":"string","maxLength":256},"headerOrder":{"type":["integer","null"]},"labels":{"type":"array","maxItems":100,"items":{"type":"string","maxLength":256}},"render":{"type":["string","null"],"maxLength":65536}}}}}}},
  "views-put": {"method":"POST","path":"/api/ui/views","secured":true,"open":false,"parameters":{"path":{"type":"object","properties":{},"required":[],"additionalProperties":false},"query":{"type":"object","properties":{},"required":[],"additionalProperties":false},"header":{"type":"object","properties":{},"required":[],"additionalProperties":true}},"body":{"type":"array","minItems":1,"maxItems":100,"items":{"type":"object","required":["name","components"],"properties":{"id":{"type":["integer","null"]},"testId":{"type":["integer","null"]},"name":{"type":"string","maxLength":256},"components":{"type":"array","maxItems":200,"items":{"type":"object","required":["headerName","labels"],"properties":{"id":{"type":["integer","null"]},"headerName":{"type":"string","maxLength":256},"headerOrder":{"type":["integer","null"]},"labels":{"type":"array","maxItems":100,"items":{"type":"string","maxLength":256}},"render":{"type":["string","null"],"maxLength":65536}}}}}}}},
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
