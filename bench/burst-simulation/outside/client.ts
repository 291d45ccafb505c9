import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import type { Json } from '../../../lib/local/state-machine/interpreter/json.ts';
import type { Lambda } from '../aws/lambda.ts';
import { api } from '../constants.ts';
import type { World } from '../time/world.ts';

export type Answer = { readonly status: number; readonly body: string };
type Ask = {
  readonly key?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A caller of the HTTP API: a gateway in front of the same functions. */
export class Client {
  readonly #world: World;
  readonly #lambda: Lambda;
  readonly #latency: number;
  readonly #stopMachine: (input: Json) => Promise<unknown>;
  #requests = 0;

  constructor(world: World, lambda: Lambda, latency: number, stopMachine: (input: Json) => Promise<unknown>) {
    this.#stopMachine = stopMachine;
    this.#world = world;
    this.#lambda = lambda;
    this.#latency = latency;
  }

  /** Answers 429 when the function was throttled, and 500 when it failed, as the gateway does. */
  async ask(name: string, line: string, ask: Ask = {}): Promise<Answer> {
    await this.#world.sleep(this.#latency * api.frontMs);
    try {
      const reply = (await this.#lambda.invoke(name, this.#eventOf(line, ask))) as {
        statusCode?: number;
        body?: string;
      };
      await this.#world.sleep(this.#latency * api.frontMs);
      return { status: reply.statusCode ?? 200, body: reply.body ?? '' };
    } catch (error) {
      if (!(error instanceof StatesError)) throw error;
      return { status: error.error === 'Lambda.TooManyRequestsException' ? 429 : 500, body: error.message };
    }
  }

  /**
   * Repeats a request that the server could not perform with the same idempotency key, as the command line
   * does.
   */
  async insist(name: string, line: string, ask: Ask, forMs: number): Promise<Answer> {
    const until = this.#world.now + forMs;
    for (;;) {
      const answer = await this.ask(name, line, ask);
      if (answer.status < 429 || this.#world.now > until) return answer;
      await this.#world.sleep(againMs);
    }
  }

  /** Calls the route that stops a burst without a function. */
  async stopByToken(body: unknown): Promise<Answer> {
    await this.#world.sleep(this.#latency * api.frontMs);
    const execution = await this.#stopMachine(body as Json);
    await this.#world.sleep(this.#latency * api.frontMs);
    return { status: execution === undefined ? 404 : 200, body: JSON.stringify(execution ?? {}) };
  }

  /** An administrator's key. */
  async firstKey(): Promise<string> {
    const answer = (await this.#lambda.invoke('api/first-key', {})) as { apiKey?: string };
    return answer.apiKey ?? '';
  }

  #eventOf(line: string, { key, path = {}, body, headers = {} }: Ask): Json {
    const [method = 'GET', rawPath = '/'] = line.split(' ');
    this.#requests += 1;
    return {
      version: '2.0',
      routeKey: line,
      rawPath,
      rawQueryString: '',
      headers: {
        ...(key === undefined ? {} : { 'X-Downpour-API-Key': key }),
        'content-type': 'application/json',
        ...headers,
      },
      pathParameters: path,
      requestContext: {
        requestId: `api-${this.#requests}`,
        http: { method, path: rawPath, sourceIp: '198.51.100.1' },
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      isBase64Encoded: false,
    };
  }
}

const againMs = 500;
