import type { RunningSequence, Session, SetValue } from '../../model/session.ts';

/**
 * A function that tests a value which the caller passes, such as an item of a list or the name of a header.
 */
export type ValueTest = (session: Session, sequence: RunningSequence, value: SetValue) => boolean;
