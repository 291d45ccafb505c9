import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Creates a server whose responses have no header `Date`. From this header the AWS SDK learns the difference
 * between two clocks, and signs its next requests accordingly. All programs of this machine have the same
 * clock, so a difference only comes from a step of the clock, and is wrong a moment later.
 */
export const datelessServer = (listener: RequestListener): Server =>
  createServer((request, response) => {
    response.sendDate = false;
    listener(request, response);
  });
