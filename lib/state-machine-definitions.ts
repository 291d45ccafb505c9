/**
 * Makes the definition of the state machine in a further region. It has only the state that runs drives. Its
 * input is `ShardsInput` of functions/region-machines.ts. This file imports nothing, because the CDK app and
 * the local cloud read it.
 * @param definition text of functions/driver/burst.asl.json.
 * @throws Error when the definition has no such state.
 */
export function regionDefinition(definition: string): string {
  const { QueryLanguage, TimeoutSeconds } = JSON.parse(definition) as Machine;
  const { Shards: shards } = statesOfPhase(definition);
  if (shards === undefined)
    throw new Error('a bug in Downpour: burst.asl.json has no state Phases with a state Shards inside');
  const { Next: _, Output: __, ...state } = shards;
  const machine = {
    Comment: 'One execution has the drives of one phase that run in this region',
    ...{ QueryLanguage, TimeoutSeconds, StartAt: 'Shards' },
    States: { Shards: { ...state, Output: {}, End: true } },
  };
  return JSON.stringify(machine, null, 2);
}

/**
 * Removes the state that runs tasks of Fargate from a definition.
 * @param definition text of functions/driver/burst.asl.json.
 * @throws Error when the definition has no such state.
 */
export function withoutTasks(definition: string): string {
  const { Tasks, ...states } = statesOfPhase(definition);
  if (Tasks === undefined) throw new Error('a bug in Downpour: burst.asl.json has no state Tasks');
  const whole = JSON.parse(definition) as Machine;
  const { Choices = [], ...decided } = states.Decided ?? {};
  const Decided = { ...decided, Choices: Choices.filter(({ Next }) => Next !== 'Tasks') };
  const { Phases } = whole.States;
  const ItemProcessor = { ...Phases?.ItemProcessor, States: { ...states, Decided } };
  return JSON.stringify(
    { ...whole, States: { ...whole.States, Phases: { ...Phases, ItemProcessor } } },
    null,
    2,
  );
}

const statesOfPhase = (definition: string): Machine['States'] =>
  (JSON.parse(definition) as Machine).States.Phases?.ItemProcessor?.States ?? {};

type Machine = {
  readonly QueryLanguage: string;
  readonly TimeoutSeconds: number;
  readonly States: {
    readonly [name: string]:
      | {
          readonly ItemProcessor?: Pick<Machine, 'States'>;
          readonly Choices?: readonly { readonly Next: string }[];
          readonly [field: string]: unknown;
        }
      | undefined;
  };
};
