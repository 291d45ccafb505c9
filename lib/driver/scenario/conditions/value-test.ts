import type { RunningSequence, Session, SetValue } from '../../model/session.ts';

/** A condition over a value that is at hand: an item of a list, the name of a header. */
export type ValueTest = (session: Session, sequence: RunningSequence, value: SetValue) => boolean;
