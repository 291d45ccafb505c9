/**
 * The static table of HPACK (RFC 7541 appendix A), which has common fields: name, value, name, value and so
 * on, from index 1 on.
 */
const text = `:authority||:method|GET|:method|POST|:path|/|:path|/index.html|:scheme|http|:scheme|https|:status|200|:status|204
:status|206|:status|304|:status|400|:status|404|:status|500|accept-charset||accept-encoding|gzip, deflate
accept-language||accept-ranges||accept||access-control-allow-origin||age||allow||authorization||cache-control|
content-disposition||content-encoding||content-language||content-length||content-location||content-range|
content-type||cookie||date||etag||expect||expires||from||host||if-match||if-modified-since||if-none-match|
if-range||if-unmodified-since||last-modified||link||location||max-forwards||proxy-authenticate|
proxy-authorization||range||referer||refresh||retry-after||server||set-cookie||strict-transport-security|
transfer-encoding||user-agent||vary||via||www-authenticate|`;

const cells = text.split(/[|\n]/);

/** The names of the static table by their index. Index 0 is not an entry. */
export const staticNames: readonly string[] = ['', ...cells.filter((_, index) => index % 2 === 0)];
export const staticValues: readonly string[] = ['', ...cells.filter((_, index) => index % 2 === 1)];
export const staticLength = staticNames.length - 1;

/** For each name, its first index in the static table. */
export const indexOfName: ReadonlyMap<string, number> = new Map(
  staticNames.map((name, index) => [name, index] as const).reverse(),
);
