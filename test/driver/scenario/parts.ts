import assert from 'node:assert/strict';
import { Findings } from '../../../lib/driver/document/problem.ts';
import type { Processor } from '../../../lib/driver/model/handlers.ts';
import type { HandledRequest, RunningSequence, Session, Value } from '../../../lib/driver/model/session.ts';
import type { Part } from '../../../lib/driver/scenario/groups.ts';
import type { SequenceCompiler } from '../../../lib/driver/scenario/kind.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { kindOf, kinds } from '../../../lib/driver/scenario/registry.ts';
import { Scope } from '../../../lib/driver/scenario/scope.ts';
import { Slots, Variables } from '../../../lib/driver/scenario/variables.ts';
import { targetAt } from '../session/shards.ts';
import { lend } from './fragments.ts';
import { ergonomics } from './scenario-run.ts';

/** Tests parts of a scenario alone: their effects on a user's variables, without a load engine. */

export const sequence = { index: 0 } as Partial<RunningSequence> as RunningSequence;

/** A user with variables. Other members exist only if `more` has them. */
export class User {
  readonly variables: Variables;
  readonly session: Session;
  readonly #slots = new Slots();

  constructor(values: Readonly<Record<string, Value>> = {}, more: Partial<Session> = {}) {
    this.variables = new Variables(this.#slots, 0);
    this.session = { slots: [], ...more } as Partial<Session> as Session;
    for (const [name, value] of Object.entries(values)) this.session.slots[this.#slots.of(name)] = value;
  }

  value(name: string): Value {
    return this.session.slots[this.#slots.of(name)];
  }
}

/**
 * The result and the problems of a parse function with a scope. Variables that no step writes are accepted.
 */
export function parsed<T>(parse: (scope: Scope) => T): { readonly result: T; readonly problems: string[] } {
  const findings = new Findings();
  const scope = new Scope(
    { targets: [], ergonomics, findings },
    { parseSteps: () => [], parseParts: () => [] },
  );
  const result = parse(scope);
  return {
    result,
    problems: findings.list.map(({ path, message, hint }) =>
      [path.join('.'), `${message}${hint === undefined ? '' : ` (${hint})`}`].filter(Boolean).join(': '),
    ),
  };
}

/** A processor in the handler of a request, and the user who receives the response. */
export class ProcessorRun {
  readonly user: User;
  readonly logged: string[] = [];
  closed = false;
  valid = true;
  readonly #processors: readonly Processor[];

  constructor(body: unknown, values: Readonly<Record<string, Value>> = {}) {
    const request: Partial<HandledRequest> = {
      closeConnection: () => {
        this.closed = true;
      },
      markInvalid: () => {
        this.valid = false;
      },
    };
    Object.defineProperty(request, 'valid', { get: () => this.valid });
    this.user = new User(values, { currentRequest: request as HandledRequest });
    const compiler = {
      variables: this.user.variables,
      environment: { log: (line: string) => this.logged.push(line), load: () => {}, pools: { list: [] } },
      compileParts: (group: 'processor', parts: readonly Part[]) =>
        parts.map((part) => kindOf(kinds[group], part.kind).compile(part.body, compiler)),
    } as unknown as SequenceCompiler;
    const parts = partsOf(body, values);
    this.#processors = compiler.compileParts('processor', parts).map((make) => make());
  }

  /** Passes a response with these values, each in these fragments. */
  respond(...values: readonly (readonly string[])[]): void {
    const { session } = this.user;
    for (const processor of this.#processors) processor.begin?.(session, sequence);
    for (const fragments of values)
      for (const [index, fragment] of fragments.entries())
        for (const processor of this.#processors)
          lend(Buffer.from(fragment), (bytes) =>
            processor.data(session, sequence, bytes, index === fragments.length - 1),
          );
    for (const processor of this.#processors) processor.end?.(session, sequence);
  }

  /** Passes a response that breaks off after these bytes. */
  breakOff(bytes: Buffer): void {
    const { session } = this.user;
    for (const processor of this.#processors) {
      processor.begin?.(session, sequence);
      lend(bytes, (lent) => processor.data(session, sequence, lent, false));
      processor.abort?.(session, sequence);
    }
  }

  /**
   * Passes a value without beginning a new response, because a beginning would drop the rest of the previous
   * value.
   */
  goOn(bytes: Buffer): void {
    for (const processor of this.#processors) processor.data(this.user.session, sequence, bytes, true);
  }
}

function partsOf(body: unknown, written: Readonly<Record<string, Value>>): readonly Part[] {
  const findings = new Findings();
  const writers = Object.entries(written).map(([name, value]) =>
    typeof value === 'number' ? { setInt: `${name} <- 1` } : { set: `${name} <- x` },
  );
  const scenario = parseScenario(
    [{ main: [{ httpRequest: { GET: '/', handler: { body } } }, ...writers] }],
    [],
    { targets: [targetAt(80)], ergonomics, findings },
  );
  assert.deepEqual(findings.list, []);
  const request = scenario?.sequences[0]?.steps[0]?.body as { readonly onBody: readonly Part[] };
  return request.onBody;
}
