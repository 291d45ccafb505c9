import {
  InvalidToken,
  SendTaskSuccessCommand,
  SFNClient,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import type { Command, ConductorState } from '../../lib/driver/conducting/state.ts';
import type { Respond } from '../../lib/driver/conducting/transaction.ts';
import type { Decision } from './messages.ts';

let client: SFNClient | undefined;

/** Answers waiting AwaitStarts of one burst. */
export const respondFor =
  (burst: string): Respond =>
  async (command, state) => {
    client ??= new SFNClient({});
    const output = JSON.stringify(decisionOf(burst, command, state));
    try {
      await client.send(new SendTaskSuccessCommand({ taskToken: command.token, output }));
      return true;
    } catch (error) {
      // Answered before, or asking again with a new token by now: either way this command has done its work.
      if (error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken)
        return true;
      throw error;
    }
  };

export function decisionOf(burst: string, command: Command, state: ConductorState): Decision {
  const { phase } = command;
  switch (command.type) {
    case 'cancel':
      return { burst, phase, decision: 'cancelled' };
    case 'release-noop':
      return { burst, phase, decision: 'noop', finishAt: Math.ceil(command.finishAt) };
    case 'release': {
      const { shards, segments, segmentMs } = state.graph[phase];
      const drives = shards * segments;
      return {
        burst,
        phase,
        decision: 'released',
        wakeAt: command.wakeAt,
        shards,
        drives,
        segmentMs,
      };
    }
  }
}
