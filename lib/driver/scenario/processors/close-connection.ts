import { processor } from '../kind.ts';

export const closeConnection = processor({
  name: 'closeConnection',
  summary: 'Closes the connection once the response is complete.',
  example: 'closeConnection',
  cost: 'A new connection for a later request: a TCP handshake, and one of TLS.',
  atError: 'Nothing in it can fail; with pipelining, later requests on the connection are lost too.',
  fields: {},
  compile: () => () => ({
    data(session) {
      session.currentRequest?.closeConnection();
    },
  }),
});
