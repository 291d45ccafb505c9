/** The header with which the distribution of a firewall proves that a request came through it. */
export const frontHeader = 'x-downpour-front';

/** The place of the API's id in an address. A function replaces it by the id in its event. */
export const ownApiId = '{apiId}';
