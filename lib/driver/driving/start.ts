import type { Start } from '../conducting/answers.ts';
import { driving } from '../limits.ts';
import type { Assignment } from '../model/plan.ts';
import { openPour, type Pour } from '../session/pour.ts';
import { type DriveEdge, type Office, settled } from './office.ts';

/** Somebody stopped the phase while its connections were opened. */
export class Halted extends Error {}

/** Opens the connections, and gives up as soon as the phase is stopped: a target may take its time to refuse. */
export async function openUnlessHalted(
  assignment: Assignment,
  office: Office,
  edge: DriveEdge,
): Promise<Pour> {
  const over = new AbortController();
  const giveUp = new AbortController();
  const lookout = async (): Promise<void> => {
    for (;;) {
      await edge.pause(driving.pulseMs, over.signal);
      if (over.signal.aborted) return;
      const reason = await office.halt();
      if (reason !== undefined) return giveUp.abort(new Halted(reason));
    }
  };
  const looking = settled(lookout(), 'halt', edge);
  try {
    return await openPour(assignment, edge, giveUp.signal);
  } finally {
    over.abort();
    await looking;
  }
}

/** Says that the drive is ready and asks until it is told when to start, or why not to. */
export async function startWhenReady(
  { segment }: Assignment,
  office: Office,
  edge: DriveEdge,
): Promise<Exclude<Start, { kind: 'wait' }>> {
  if (segment.index === 0) await office.ready(edge.lease);
  for (;;) {
    const start = await office.start();
    if (start.kind !== 'wait') return start;
    if (edge.remainingMs() < driving.reserveMs)
      return { kind: 'stop', reason: 'the function ran out of time before its phase could start' };
    await edge.pause(start.ms);
  }
}
