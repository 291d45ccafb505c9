import { ClientState } from '../http/client-state/client-state.ts';
import type { Read } from '../model/session.ts';
import type { SequenceCompiler } from './kind.ts';

/** The cookies and the cache of a user, the same for all its requests. */
export const clientStateOf = (compiler: SequenceCompiler): Read<ClientState> =>
  compiler.perSession(() => new ClientState(), 'http client');
