import type { RunningSequence, Session, SetValue } from '../../model/session.ts';

/** Tests a value that the caller has, such as an item of a list or the name of a header. */
export type ValueTest = (session: Session, sequence: RunningSequence, value: SetValue) => boolean;
