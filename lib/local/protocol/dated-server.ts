import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Creates a server whose responses have the present time in the header `Date`. Node renews the text of this
 * header only once a second, so after a step of the clock it is wrong for a moment, as after a sleep of the
 * machine. The AWS SDK would sign its next requests for that time, and they would be rejected.
 */
export const datedServer = (listener: RequestListener): Server =>
  createServer((request, response) => {
    response.setHeader('date', new Date().toUTCString());
    listener(request, response);
  });
