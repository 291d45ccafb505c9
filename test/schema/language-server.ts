import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import rpc from 'vscode-jsonrpc/node.js';

/** Lines and characters count from 0, as the protocol does. */
export type Position = { readonly line: number; readonly character: number };

export type Mark = { readonly message: string; readonly range: { readonly start: Position } };

export type Proposal = {
  readonly label: string;
  readonly insertText?: string;
  readonly documentation?: string | { readonly value: string };
};

type Hover = { readonly contents: string | { readonly value: string } } | null;

const root = join(import.meta.dirname, '../..');

/**
 * The language server that editors run, over its standard input and output, with the settings of this clone.
 */
export class LanguageServer {
  readonly #process: ChildProcess;
  readonly #connection: rpc.MessageConnection;
  #version = 1;
  readonly #waiting = new Map<string, (marks: readonly Mark[]) => void>();

  // biome-ignore lint/style/useConsistentMemberAccessibility: a constructor cannot be a #name
  private constructor(process: ChildProcess, connection: rpc.MessageConnection) {
    this.#process = process;
    this.#connection = connection;
  }

  static async start(): Promise<LanguageServer> {
    const program = createRequire(import.meta.url).resolve('yaml-language-server/bin/yaml-language-server');
    const child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const connection = rpc.createMessageConnection(
      new rpc.StreamMessageReader(child.stdout),
      new rpc.StreamMessageWriter(child.stdin),
    );
    const server = new LanguageServer(child, connection);
    await server.#introduce();
    return server;
  }

  /**
   * Opens a document, and resolves to its problems when the server has read all of it. A second call replaces
   * the text.
   */
  open(file: string, text: string): Promise<readonly Mark[]> {
    const uri = pathToFileURL(file).href;
    const marks = new Promise<readonly Mark[]>((resolve) => this.#waiting.set(uri, resolve));
    const textDocument = { uri, languageId: 'yaml', version: this.#version++, text };
    void this.#connection.sendNotification('textDocument/didOpen', { textDocument });
    return marks;
  }

  async completion(file: string, position: Position): Promise<readonly Proposal[]> {
    const { items } = await this.#ask<{ readonly items: readonly Proposal[] }>('completion', file, position);
    return items;
  }

  /** The text of the hover; empty without a hover. */
  async hover(file: string, position: Position): Promise<string> {
    const hover = await this.#ask<Hover>('hover', file, position);
    const contents = hover?.contents ?? '';
    return typeof contents === 'string' ? contents : contents.value;
  }

  async stop(): Promise<void> {
    await this.#connection.sendRequest('shutdown');
    const gone = new Promise((resolve) => this.#process.once('exit', resolve));
    await this.#connection.sendNotification('exit');
    await gone;
    this.#connection.dispose();
  }

  #ask<Answer>(question: string, file: string, position: Position): Promise<Answer> {
    const textDocument = { uri: pathToFileURL(file).href };
    return this.#connection.sendRequest(`textDocument/${question}`, { textDocument, position });
  }

  async #introduce(): Promise<void> {
    this.#connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) =>
      this.#waiting.get(uri)?.(diagnostics),
    );
    this.#connection.onRequest('workspace/configuration', ({ items }) =>
      items.map(({ section }: { readonly section: string }) => settings()[section] ?? {}),
    );
    this.#connection.onRequest('client/registerCapability', () => null);
    this.#connection.listen();
    const rootUri = pathToFileURL(root).href;
    const workspaceFolders = [{ uri: rootUri, name: basename(root) }];
    const capabilities = { workspace: { configuration: true }, textDocument: { completion: snippets } };
    await this.#connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri,
      capabilities,
      workspaceFolders,
    });
    await this.#connection.sendNotification('initialized', {});
    const changed = { settings: settings() };
    await this.#connection.sendNotification('workspace/didChangeConfiguration', changed);
  }
}

const snippets = { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } };

/**
 * The settings in .vscode/settings.json by section. The search for schemas in a public store is turned off.
 */
function settings(): Record<string, Record<string, unknown>> {
  const written = JSON.parse(readFileSync(join(root, '.vscode/settings.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  const yaml = Object.entries(written)
    .filter(([name]) => name.startsWith('yaml.'))
    .map(([name, value]) => [name.slice('yaml.'.length), value] as const);
  return { yaml: { schemaStore: { enable: false }, ...Object.fromEntries(yaml) } };
}
