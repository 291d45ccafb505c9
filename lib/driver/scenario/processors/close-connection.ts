import type { ProcessorKind } from '../kind.ts';

export const closeConnection: ProcessorKind<Record<string, never>> = {
  name: 'closeConnection',
  summary: 'Closes the connection once the response is complete.',
  example: 'closeConnection',
  parse: () => ({}),
  compile: () => () => ({
    data(session) {
      session.currentRequest?.closeConnection();
    },
  }),
};
