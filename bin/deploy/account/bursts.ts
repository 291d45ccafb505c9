import { answerOf } from './call-aws.ts';
import { sdkSettings } from './sdk-settings.ts';

/**
 * Counts the running executions of a state machine, up to 100. Returns the error when Step Functions does not
 * report them.
 */
export type CountBursts = (machine: string) => Promise<number | Error>;

/** Counts executions with the CDK's credentials, in the region of the state machine. */
export const countBursts: CountBursts = async (stateMachineArn) => {
  const { ListExecutionsCommand, SFNClient } = await import('@aws-sdk/client-sfn');
  const client = new SFNClient(sdkSettings(stateMachineArn.split(':')[3]));
  return answerOf(client, async () => {
    const command = new ListExecutionsCommand({ stateMachineArn, statusFilter: 'RUNNING', maxResults: 100 });
    return (await client.send(command)).executions?.length ?? 0;
  });
};
