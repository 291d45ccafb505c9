/**
 * Makes the definition of the state machine of a further region. It has only the state of the burst's
 * definition that runs drives. Its input is the input of an execution in that region (`ShardsInput` of
 * functions/region-machines.ts). This file imports nothing, because the CDK app and the local cloud read it.
 *
 * @param definition text of functions/driver/burst.asl.json.
 * @throws Error when the definition has no such state.
 */
export function regionDefinition(definition: string): string {
  const { QueryLanguage, TimeoutSeconds, States } = JSON.parse(definition) as Machine;
  const shards = States.Phases?.ItemProcessor?.States.Shards;
  if (shards === undefined)
    throw new Error('the definition of bursts has no state Phases with a state Shards');
  const { Next: _, Output: __, ...state } = shards;
  const machine = {
    Comment: 'One execution has the drives of one phase that run in this region',
    ...{ QueryLanguage, TimeoutSeconds, StartAt: 'Shards' },
    States: { Shards: { ...state, Output: {}, End: true } },
  };
  return JSON.stringify(machine, null, 2);
}

type Machine = {
  readonly QueryLanguage: string;
  readonly TimeoutSeconds: number;
  readonly States: {
    readonly [name: string]:
      | { readonly ItemProcessor?: Pick<Machine, 'States'>; readonly [field: string]: unknown }
      | undefined;
  };
};
