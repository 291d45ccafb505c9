/**
 * A group of counts beside the counters of a metric: its name in the run document and the shape that it has
 * there.
 */
export type ExtensionName = { readonly key: string; readonly type: ExtensionType };

export type ExtensionType = 'counters' | 'transfersize';
