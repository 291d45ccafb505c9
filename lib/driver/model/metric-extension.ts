/**
 * Names a group of counts that a metric has in addition to its counters. `key` is its name in the run
 * document, and `type` its shape.
 */
export type ExtensionName = { readonly key: string; readonly type: ExtensionType };

export type ExtensionType = 'counters' | 'transfersize';
