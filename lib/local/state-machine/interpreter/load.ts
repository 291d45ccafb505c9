import { DownpourError } from '../../../errors.ts';
import type { Definition } from './definition.ts';
import { brokenExpressions } from './expression.ts';
import type { Json } from './json.ts';
import { serviceArguments } from './service-calls.ts';

type Fields = Readonly<Record<string, Json>>;

const onward = ['Type', 'Comment', 'QueryLanguage', 'Next', 'End', 'Output'];
const failing = ['Retry', 'Catch'];

/**
 * The supported fields of each type of state. Other fields of the language are rejected, and never ignored.
 */
const stateFields: Readonly<Record<string, readonly string[]>> = {
  Task: [...onward, ...failing, 'Resource', 'Arguments', 'TimeoutSeconds', 'HeartbeatSeconds'],
  Map: [
    ...[...onward, ...failing, 'Items', 'ItemSelector', 'ItemProcessor', 'MaxConcurrency'],
    'ToleratedFailurePercentage',
  ],
  Choice: ['Type', 'Comment', 'QueryLanguage', 'Choices', 'Default'],
  Wait: [...onward, 'Seconds', 'Timestamp'],
  Pass: onward,
  Fail: ['Type', 'Comment', 'QueryLanguage', 'Error', 'Cause'],
};

const fields = {
  top: ['Comment', 'QueryLanguage', 'Version', 'TimeoutSeconds', 'StartAt', 'States'],
  machine: ['Comment', 'QueryLanguage', 'ProcessorConfig', 'StartAt', 'States'],
  processor: ['Mode', 'ExecutionType'],
  choice: ['Comment', 'Condition', 'Next'],
  catcher: ['Comment', 'ErrorEquals', 'Next', 'Output'],
  retrier: [
    ...['Comment', 'ErrorEquals', 'IntervalSeconds', 'MaxAttempts', 'BackoffRate', 'MaxDelaySeconds'],
    'JitterStrategy',
  ],
  lambda: ['FunctionName', 'Payload'],
} as const;

export const resources = {
  invoke: 'arn:aws:states:::lambda:invoke',
  invokeAndWait: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
} as const;

/**
 * Reads a definition and replaces each `${name}` as CloudFormation's DefinitionSubstitutions does.
 * `${partition}` is `aws` here: it names the part of AWS that a deployment is in.
 *
 * @throws DownpourError `STATE_MACHINE_REFUSED` with every problem and its place: unknown fields, types and
 * resources, missing states, broken JSONata.
 */
export function loadDefinition(text: string, given: Readonly<Record<string, string>> = {}): Definition {
  const substitutions: Readonly<Record<string, string>> = { partition: 'aws', ...given };
  const missing = new Set<string>();
  const substituted = text.replace(/\$\{([\w.-]+)\}/g, (whole, name: string) => {
    if (!Object.hasOwn(substitutions, name)) missing.add(name);
    return substitutions[name] ?? whole;
  });
  const definition = JSON.parse(substituted) as Fields;
  const problems = [...missing].map((name) => `the placeholder \${${name}} has no value`);
  if (definition.QueryLanguage !== 'JSONata') problems.push('QueryLanguage must be JSONata');
  checkFields(definition, fields.top, '', problems);
  checkMachine(definition, '', problems);
  problems.push(...brokenExpressions(definition));
  if (problems.length > 0) {
    throw new DownpourError(
      'STATE_MACHINE_REFUSED',
      500,
      `The state machine cannot run on this machine: ${problems.join('; ')}`,
      {
        details: problems,
      },
    );
  }
  // The checks above have accepted all fields, so the type is correct.
  return definition as unknown as Definition;
}

function checkMachine(machine: Fields, place: string, problems: string[]): void {
  const states = record(machine.States);
  const names = Object.keys(states);
  const known = (name: Json | undefined, where: string): void => {
    if (typeof name !== 'string' || !names.includes(name))
      problems.push(`${where} names the state ${String(name)}, which does not exist`);
  };
  known(machine.StartAt, `${place}StartAt`);
  for (const name of names) checkState(record(states[name]), `${place}States.${name}`, known, problems);
}

type Known = (name: Json | undefined, where: string) => void;

function checkState(state: Fields, place: string, known: Known, problems: string[]): void {
  const type = String(state.Type);
  const allowed = stateFields[type];
  if (!allowed) {
    problems.push(`${place} has the type ${type}, which is not supported`);
    return;
  }
  checkFields(state, allowed, `${place}.`, problems);
  if (state.QueryLanguage !== undefined && state.QueryLanguage !== 'JSONata') {
    problems.push(`${place}.QueryLanguage must be JSONata`);
  }
  if (allowed.includes('Next') && state.End !== true) known(state.Next, `${place}.Next`);
  if (state.Default !== undefined) known(state.Default, `${place}.Default`);
  checkEach(state, 'Choices', fields.choice, place, known, problems);
  checkEach(state, 'Catch', fields.catcher, place, known, problems);
  checkEach(state, 'Retry', fields.retrier, place, () => undefined, problems);
  if (type === 'Task') checkTask(state, place, problems);
  if (type === 'Map') checkMap(state, place, problems);
}

function checkTask(state: Fields, place: string, problems: string[]): void {
  const resource = state.Resource;
  const service = serviceArguments[String(resource)];
  if (service === undefined && !Object.values<Json | undefined>(resources).includes(resource)) {
    problems.push(`${place} uses ${String(resource)}, which is not supported`);
  }
  if (typeof state.Arguments !== 'string') {
    checkFields(record(state.Arguments), service ?? fields.lambda, `${place}.Arguments.`, problems);
  }
}

function checkMap(state: Fields, place: string, problems: string[]): void {
  const processor = record(state.ItemProcessor);
  const config = record(processor.ProcessorConfig);
  checkFields(processor, fields.machine, `${place}.ItemProcessor.`, problems);
  checkFields(config, fields.processor, `${place}.ItemProcessor.ProcessorConfig.`, problems);
  checkMachine(processor, `${place}.ItemProcessor.`, problems);
  for (const [field, value] of Object.entries({ Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' })) {
    if (config[field] !== value)
      problems.push(`${place}.ItemProcessor.ProcessorConfig.${field} must be ${value}`);
  }
}

function checkEach(
  state: Fields,
  field: string,
  allowed: readonly string[],
  place: string,
  known: Known,
  problems: string[],
): void {
  for (const [i, entry] of list(state[field]).entries()) {
    checkFields(record(entry), allowed, `${place}.${field}[${i}].`, problems);
    known(record(entry).Next, `${place}.${field}[${i}].Next`);
  }
}

function checkFields(object: Fields, allowed: readonly string[], place: string, problems: string[]): void {
  for (const field of Object.keys(object)) {
    if (!allowed.includes(field)) problems.push(`${place}${field} is not supported`);
  }
}

const record = (value: Json | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
