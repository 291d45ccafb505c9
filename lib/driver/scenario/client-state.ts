import { ClientState } from '../http/client-state/client-state.ts';
import type { Read } from '../model/session.ts';
import type { SequenceCompiler } from './kind.ts';

/** The cookies and the cache of a user, which all its requests share. */
export const clientStateOf = (compiler: SequenceCompiler): Read<ClientState> =>
  compiler.perSession(() => new ClientState(), 'http client');
