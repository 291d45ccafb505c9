/**
 * The header with the secret of the firewall's distribution (CloudFront). It shows that a request came
 * through the firewall.
 */
export const frontHeader = 'x-downpour-front';

/** The placeholder for the API's id in an address. A function replaces it by the id in its event. */
export const ownApiId = '{apiId}';
