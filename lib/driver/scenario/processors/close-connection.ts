import { processor } from '../kind.ts';

export const closeConnection = processor({
  name: 'closeConnection',
  summary: 'Closes the connection once the response is complete.',
  example: 'closeConnection',
  cost: 'A later request opens a new connection: a TCP handshake, and a TLS handshake for https.',
  atError:
    'It never fails. With HTTP/2 and with pipelining, the other requests on the connection end before it closes.',
  fields: {},
  compile: () => () => ({
    data(session) {
      session.currentRequest?.closeConnection();
    },
  }),
});
