import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Creates a server whose responses have no header `Date`. Node renews the text of this header once a second,
 * so it is wrong for a moment after a step of the clock, as after a sleep of the machine. The AWS SDK would
 * sign its next requests for that time, and they would be rejected.
 */
export const datelessServer = (listener: RequestListener): Server =>
  createServer((request, response) => {
    response.sendDate = false;
    listener(request, response);
  });
