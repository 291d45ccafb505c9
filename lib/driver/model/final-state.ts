/** The states in which a burst and its run end. The command line makes an exit code of the state. */
const runStates = ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'] as const;
export type RunState = (typeof runStates)[number];

/** True for a state in which a burst has ended. */
export const isFinal = (state: string): state is RunState => (runStates as readonly string[]).includes(state);
