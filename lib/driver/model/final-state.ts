/** The states in which a burst and its run can end. Each has an exit code of the command line. */
const runStates = ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'] as const;
export type RunState = (typeof runStates)[number];

/** True for a state in which a burst can end. */
export const isFinal = (state: string): state is RunState => (runStates as readonly string[]).includes(state);
