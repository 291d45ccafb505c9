import { type ApiDocument, type Parameter, resolved } from '../../../../lib/contract/openapi-types.ts';
import type { Filled, Ids } from './fill.ts';

/** Chooses the id for a parameter: the first row whose pattern matches `/path in.name`. */
const parameters: readonly (readonly [pattern: RegExp, id: keyof Ids])[] = [
  [/path\.labelId$/, 'label'],
  [/path\.transformerId$/, 'transformer'],
  [/(path|query)\.viewId$/, 'view'],
  [/path\.profileId$/, 'experiment'],
  [/path\.team$/, 'team'],
  [/path\.username$/, 'user'],
  [/path\.uri$|query\.(uri|schemaUri)$/, 'uri'],
  [/path\.runId$/, 'run'],
  [/(path|query)\.testId$|alerting\/.* query\.test$/, 'test'],
  [/query\.datasetId$/, 'dataset'],
  [/^\/api\/test\/byName.* path\.name$/, 'name'],
  [/^\/api\/run\/(data|test|upload).* query\.test$/, 'name'],
  [/^\/api\/schedule.* path\.name$/, 'schedule'],
  [/^\/api\/run\/upload.* path\.id$/, 'upload'],
  [/^\/api\/(run\/|sql\/\{id\}\/queryrun).* path\.id$/, 'run'],
  [/^\/api\/(dataset\/|sql\/\{id\}\/querydataset).* path\.id$/, 'dataset'],
  [/^\/api\/action\/allowedSites.* path\.id$/, 'site'],
  [/^\/api\/(test|action\/test)\/.* path\.id$/, 'test'],
  [/^\/api\/action\/.* path\.id$/, 'action'],
  [/^\/api\/schema\/.* path\.id$/, 'schema'],
  [/^\/api\/burst\/.* path\.id$/, 'burst'],
  [/^\/api\/user\/apikey\/.* path\.id$/, 'key'],
  [/missingdatarule\/.* path\.id$/, 'rule'],
  [/alerting\/change\/.* path\.id$/, 'change'],
];

/** Operations that remove records, or hide them from later requests. */
const takesAway = /^delete |\/(trash|updateAccess|revoke|password|stop|move|complete)$/;

/** The share of requests that use ids of existing records. The others use any id. */
const probability = 0.9;

/**
 * Settings of every run: the same requests each time, no stop after a finding, and the checks of answers
 * against the contract.
 */
const always = `seed = 1
continue-on-failure = true
hooks = "schemathesis_hooks"
warnings = false
cache = { enabled = false }
request-timeout = 60

[generation]
deterministic = true
database = "none"
with-security-parameters = false
max-examples = 2
no-shrink = true

[phases.coverage]
unexpected-methods = []

[checks]
enabled = false
not_a_server_error = { enabled = true }
status_code_conformance = { enabled = true }
content_type_conformance = { enabled = true }
response_schema_conformance = { enabled = true }
`;

/**
 * The configuration of schemathesis in TOML. It has the fixed settings, and for each operation the ids that
 * its parameters take.
 */
export function settings(contract: ApiDocument, filled: Filled): string {
  const lines = [always, '[dictionaries]'];
  for (const [set, ids] of Object.entries(filled))
    for (const [name, id] of Object.entries(ids))
      lines.push(`${set}-${name} = { values = [${JSON.stringify(id)}] }`);
  for (const [path, operations] of Object.entries(contract.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const set = setOf(method, path);
      const found = (operation.parameters ?? []).flatMap((one) =>
        binding(path, set, resolved(one, contract.components.parameters)),
      );
      if (found.length === 0) continue;
      lines.push('', '[[operations]]', `include-name = ${JSON.stringify(`${method.toUpperCase()} ${path}`)}`);
      lines.push('[operations.parameters]', ...found);
    }
  return `${lines.join('\n')}\n`;
}

/**
 * The set of records that the requests of an operation use. Operations that remove records have records that
 * no other request needs.
 */
export function setOf(method: string, path: string): keyof Filled {
  if (/^(delete \/api\/(schema|test)\/\{id\}|post \/api\/alerting\/variables)$/.test(`${method} ${path}`))
    return 'first';
  return takesAway.test(`${method} ${path}`) ? 'spare' : 'kept';
}

/** The id that a parameter takes. */
export const idOf = (path: string, { in: place, name }: Parameter): keyof Ids | undefined =>
  parameters.find(([pattern]) => pattern.test(`${path} ${place}.${name}`))?.[1];

function binding(path: string, set: string, parameter: Parameter): readonly string[] {
  const key = `${parameter.in}.${parameter.name}`;
  const id = idOf(path, parameter);
  return id === undefined ? [] : [`"${key}" = { dictionary = "${set}-${id}", probability = ${probability} }`];
}
