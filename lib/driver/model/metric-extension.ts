/**
 * Names a group of counts that a metric has in addition to its counters. `key` is the name in the run
 * document, `type` is its shape.
 */
export type ExtensionName = { readonly key: string; readonly type: ExtensionType };

export type ExtensionType = 'counters' | 'transfersize';
