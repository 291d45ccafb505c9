import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invocationBytesMax } from '../../../lib/facts/transfer-limits.ts';
import { project } from '../../../lib/project.ts';
import { uploadLimits } from '../../../lib/results/upload/limits.ts';
import { type Branch, type Call, type Schema, tree } from './path-tree.ts';
import {
  docstring,
  grouped,
  laid,
  type Piece,
  pascal,
  quoted,
  safe,
  snake,
  wrapped,
} from './python-layout.ts';
import { flat, Models, union } from './python-models.ts';

const folder = 'clients/python/downpour/contract';
const header = '# Written by `npm run generate` from schema/openapi.json. Do not edit.';

/** Names that the client's own code uses, so a segment of a path must not have them. */
const taken: readonly string[] = ['pages', 'reply', 'text', 'url', 'get', 'put', 'post', 'delete'];
/** Arguments that every call has, so a parameter must not have these names. */
const options: readonly string[] = ['headers', 'timeout_s', 'is_repeatable', 'body'];

/**
 * The generated modules of the Python client by their paths: the models, the trees of paths for programs with
 * and without `asyncio`, and the few facts that the runtime needs.
 *
 * @throws Error for a segment or a parameter with a name of the runtime.
 */
export function pythonClient(): readonly (readonly [string, string])[] {
  const [models, contract] = [new Models(), tree()];
  const modules = [
    ['asynchronous', new Module(models, contract, true).text()],
    ['synchronous', new Module(models, contract, false).text()],
    ['models', models.module()],
    ['facts', facts()],
  ] as const;
  return modules.map(([name, text]) => [`${folder}/${name}.py`, `${header}\n${text}`] as const);
}

function facts(): string {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  return `"""Facts of the server that the client needs."""

VERSION = ${quoted(version)}
"""The version of this client, and of the server that has its contract."""

INVOCATION_BYTES_MAX = ${grouped(invocationBytesMax)}
"""The most bytes of a request to a function."""

UPLOAD_BYTES_MAX = ${grouped(uploadLimits.uploadBytesMax)}
"""The most bytes of a document in one request, before compression."""

LARGE_UPLOAD_BYTES_MAX = ${grouped(uploadLimits.largeUploadBytesMax)}
"""The most bytes of a document."""
`;
}

/** The module of the tree of paths. A class comes after the classes that it names. */
class Module {
  readonly #models: Models;
  readonly #contract: ReturnType<typeof tree>;
  readonly #isAwaited: boolean;
  readonly #kind: 'Async' | 'Sync';
  readonly #classes: string[] = [];

  constructor(models: Models, contract: ReturnType<typeof tree>, isAwaited: boolean) {
    this.#models = models;
    this.#contract = contract;
    this.#isAwaited = isAwaited;
    this.#kind = isAwaited ? 'Async' : 'Sync';
  }

  text(): string {
    const { root, outside } = this.#contract;
    const inside = [...root.children].filter(([name]) => !outside.includes(name));
    this.#branch({ ...root, children: new Map(inside) }, 'Api', '/api');
    for (const name of outside) {
      const branch = root.children.get(name);
      if (branch) this.#branch(branch, pascal(name), `/${name}`);
    }
    const body = this.#classes.join('\n\n').trimEnd();
    const top = ['api', ...outside].map(
      (name) => `        self.${safe(snake(name))} = ${pascal(name)}(core, "/${name}")\n`,
    );
    const parts = this.#isAwaited ? awaitedStart : directStart;
    return `${parts}
${body}


class RawClient:
    """The segments that paths begin with."""

    def __init__(self, core: ${this.#kind}Core) -> None:
${top.join('')}`;
  }

  /** Writes the classes below a branch, and then its own. */
  #branch({ calls, children, parameter }: Branch, name: string, path: string): void {
    const stem = name === 'Api' ? '' : name;
    const below = [...children].map(([segment, child]) => {
      if (taken.includes(segment))
        throw new Error(
          `the path segment '${segment}' is a reserved name in the client for Python: rename the segment`,
        );
      const kind = stem + pascal(segment);
      this.#branch(child, kind, `${path}/${segment}`);
      const attribute = segment === 'list' ? 'list_' : safe(snake(segment));
      const items = ['core', `f"{path}/${segment}"`];
      return laid('        ', { open: `self.${attribute} = ${kind}(`, items, close: ')' });
    });
    const init = `    def __init__(self, core: ${this.#kind}Core, path: str) -> None:
        super().__init__(core, path)\n${below.join('')}`;
    const parts = [
      docstring('    ', `The path \`${path}\`.`),
      ...(below.length > 0 ? [init] : []),
      ...(parameter ? [this.#by(parameter, stem, path)] : []),
      ...calls.flatMap((call) => [
        this.#verb(call, call.method, name),
        ...(call.cursor ? [this.#verb(call, 'pages', name)] : []),
      ]),
    ];
    this.#classes.push(`class ${name}(${this.#kind}Segment):\n${parts.join('\n')}`);
  }

  #by(
    { name, description, schema, branch }: NonNullable<Branch['parameter']>,
    stem: string,
    path: string,
  ): string {
    const kind = `${stem}By${pascal(name)}`;
    this.#branch(branch, kind, `${path}/{${name}}`);
    const type = this.#typeOf(schema, kind);
    const argument = safe(snake(name));
    return `    def by_${snake(name)}(self, ${argument}: ${type === 'int' ? 'int | str' : type}) -> ${kind}:
${docstring('        ', flat(description))}        return ${kind}(self._core, self._below(${argument}))
`;
  }

  /** The method of an operation. The module without asyncio uses the same arguments as the other module. */
  #verb(call: Call, name: string, owner: string): string {
    if (!this.#isAwaited)
      return `    ${name} = ${name === 'pages' ? 'directly' : 'direct'}(asynchronous.${owner}.${name})\n`;
    const { body, query, cursor } = call;
    const isPages = name === 'pages' && cursor !== undefined;
    const parameters = query
      .filter((one) => one.name !== 'redirect' || !call.isStorable)
      .map((one) => ({ ...one, argument: safe(snake(one.name)) }))
      .sort((one, other) => Number(other.required === true) - Number(one.required === true));
    const clash = parameters.find(({ argument }) => options.includes(argument));
    if (clash)
      throw new Error(
        `the parameter '${clash.name}' is a reserved name in the client for Python: rename the parameter`,
      );
    const answer = this.#answer(call);
    const items: Piece[] = [
      'self',
      ...(body ? [argumentOf('body', this.#body(call), body.isRequired)] : []),
      ...(parameters.length > 0 ? ['*'] : []),
      ...parameters.map(({ argument, schema, required }) =>
        argumentOf(argument, this.#argument(schema, pascal(call.name) + pascal(argument)), required === true),
      ),
      '**options: Unpack[Options]',
    ];
    const given = parameters.map((one) => `${quoted(one.name)}: ${one.argument}`);
    const passed: Piece[] = [
      ...(isPages
        ? [quoted(cursor.name), cursor.beginsEmpty ? 'True' : 'False']
        : [quoted(call.method.toUpperCase())]),
      { open: '{', items: given, close: '}' },
      'options',
      ...(body ? ['body'] : []),
      ...(body && 'application/x-www-form-urlencoded' in body.content ? ['is_form=True'] : []),
      ...(call.takesKey ? ['is_keyed=True'] : []),
    ];
    const words = [
      ...(body ? [['body', this.#wordsOf(body)] as const] : []),
      ...parameters.map(({ argument, description }) => [argument, description] as const),
    ].map(([argument, text]) => wrapped(`${argument}: ${flat(text)}`, indented(12), indented(16)));
    const paragraphs = [
      ...(call.description ? [wrapped(flat(call.description), indented(8))] : []),
      ...(words.length > 0 ? [`        Args:\n${words.join('')}`] : []),
    ];
    const summary = isPages ? `${flat(call.summary)} One page after the other.` : flat(call.summary);
    return (
      laid('    ', {
        open: `def ${name}(`,
        items,
        close: `) -> ${isPages ? 'AsyncIterator' : 'Call'}[${answer}]:`,
      }) +
      docstring('        ', summary, paragraphs) +
      laid('        ', { open: `return self.${isPages ? '_pages' : '_call'}(`, items: passed, close: ')' })
    );
  }

  /** The Python type of a schema. The models are in another module, so their names have its prefix. */
  #typeOf(schema: Schema, hint: string): string {
    const type = this.#models.typeOf(schema, hint);
    return type.replace(/(?<!")\b[A-Z]\w+\b(?!")/g, (name) =>
      this.#models.has(name) ? `models.${name}` : name,
    );
  }

  #argument({ items, ...schema }: Schema, hint: string): string {
    if (schema.type === 'array') return `Sequence[${this.#argument((items ?? {}) as Schema, hint)}]`;
    const own = this.#typeOf(schema, hint);
    return own === 'str' ? 'Text' : own;
  }

  #body({ name, body }: Call): string {
    const types = Object.entries(body?.content ?? {}).flatMap(([type, schema]) => {
      if (type === 'application/x-www-form-urlencoded') return ['Mapping[str, str]'];
      if (type === 'multipart/form-data') return ['bytes'];
      const own = this.#typeOf(schema, `${pascal(name)}Body`);
      return type === 'application/json' ? [own, 'bytes'] : [own];
    });
    return types.includes('Any') ? 'Any' : union(types);
  }

  #wordsOf({ description, content }: NonNullable<Call['body']>): string {
    return description ?? Object.values(content).map(this.#models.wordsOf).find(Boolean) ?? '';
  }

  /**
   * The Python type of the answer when the caller asks for no content type. An answer that may be JSON or
   * text is JSON then.
   */
  #answer({ name, answers, mayBeEmpty }: Call): string {
    const json = answers.filter(({ type }) => type === 'application/json');
    const types = (json.length > 0 ? json : answers).map(({ schema }, at) =>
      this.#typeOf(schema, `${pascal(name)}Answer${at || ''}`),
    );
    return union([...types, ...(mayBeEmpty ? ['None'] : [])]);
  }
}

const awaitedStart = `"""All operations of the API as chains of path segments, for programs with asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ..segments import AsyncCore, AsyncSegment

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from typing_extensions import Unpack

    from ..calls import Options
    from ..segments import Call, Text
    from . import models

`;

const directStart = `"""All operations of the API as chains of path segments, for programs without asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..segments import SyncCore, SyncSegment, direct, directly
from . import asynchronous

if TYPE_CHECKING:
    from . import models

`;

const argumentOf = (name: string, type: string, isRequired: boolean): string =>
  isRequired ? `${name}: ${type}` : `${name}: ${union([type, 'None'])} = None`;

const indented = (columns: number): string => ' '.repeat(columns);
