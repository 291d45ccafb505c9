import type { TestEvent } from 'node:test/reporters';

/** Node test reporter that names what fails and says nothing else. */
export default async function* firstFailure(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    if (event.type !== 'test:fail' || event.data.todo || event.data.skip) continue;
    yield `\0failed ${event.data.name.replaceAll('\n', ' ')}\n`;
  }
}
