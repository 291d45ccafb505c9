import { signal } from '@preact/signals';
import type { Change } from '../../api.generated.ts';
import { api } from './api.ts';
import { reload } from './cache.ts';

/** A decision of a person about a change. It is sent after a delay, so that the person can undo it. */
export type Decision = {
  /** The change as the person saw it. */
  readonly change: Change;
  readonly kind: 'confirm' | 'dismiss';
  readonly step: 'waiting' | 'sending' | 'sent' | 'failed';
  readonly error?: unknown;
};

export const decisions = signal<ReadonlyMap<number, Decision>>(new Map());

/** The milliseconds in which a person can undo a decision. */
const undoMs = 10_000;

const timers = new Map<number, ReturnType<typeof setTimeout>>();

function set(id: number, decision: Decision | undefined): void {
  const next = new Map(decisions.peek());
  if (decision === undefined) next.delete(id);
  else next.set(id, decision);
  decisions.value = next;
}

/**
 * Decides about a change. The decision replaces an earlier one about the same change that is not sent yet.
 */
export function decide(change: Change, kind: Decision['kind']): void {
  const { id, confirmed } = change;
  const { step, kind: before } = decisions.peek().get(id) ?? {};
  if (step === 'sending' || (step === 'sent' && !(before === 'confirm' && confirmed))) return;
  clearTimeout(timers.get(id));
  set(id, { change, kind, step: 'waiting' });
  timers.set(
    id,
    setTimeout(() => void send(id), undoMs),
  );
}

/**
 * Removes a decision that is not sent yet. After a failed decision, the list may be outdated, so it is loaded
 * again.
 */
export function undo(id: number): void {
  const { step } = decisions.peek().get(id) ?? {};
  if (step !== 'waiting' && step !== 'failed') return;
  clearTimeout(timers.get(id));
  set(id, undefined);
  if (step === 'failed') reload('changes');
}

/** Sends every waiting decision at once, because the person leaves the list or hides the page. */
export function sendDecisions(): void {
  for (const [id, { step }] of decisions.peek()) if (step === 'waiting') void send(id);
}

async function send(id: number): Promise<void> {
  const decision = decisions.peek().get(id);
  if (decision === undefined) return;
  const { change, kind } = decision;
  clearTimeout(timers.get(id));
  set(id, { change, kind, step: 'sending' });
  try {
    const own = api.alerting.change.by(id);
    if (kind === 'confirm') await own.put({ body: { id, confirmed: true } });
    // The request names the state that the person saw, because another person may have confirmed the change
    // meanwhile.
    else await own.delete({ query: { state: change.confirmed ? 'confirmed' : 'open' } });
    set(id, { change, kind, step: 'sent' });
    reload('changes');
  } catch (error) {
    set(id, { change, kind, step: 'failed', error });
  }
}
