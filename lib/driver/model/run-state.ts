/** How a burst ends, and so its run. The command line turns it into an exit code. */
const runStates = ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'] as const;
export type RunState = (typeof runStates)[number];

/** Whether a state of a burst is one in which it ends. */
export const isFinal = (state: string): state is RunState => (runStates as readonly string[]).includes(state);
