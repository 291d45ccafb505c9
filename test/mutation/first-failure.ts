import type { TestEvent } from 'node:test/reporters';

/** A reporter for Node's tests that prints only the names of failed tests. */
export default async function* firstFailure(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    if (event.type !== 'test:fail' || event.data.todo || event.data.skip) continue;
    yield `\0failed ${event.data.name.replaceAll('\n', ' ')}\n`;
  }
}
