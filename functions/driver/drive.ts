import { ready } from './driving/handler.ts';

export { handler } from './driving/handler.ts';

// Lambda initialises a function until its module has loaded, and may freeze it after that.
await ready;
