import type { RequestOutside } from '../../lib/repository/records/actions/outside.ts';
import { addressRules } from './address-rules.ts';
import { requestFrom } from './bounded-request.ts';

/** Sends requests to other hosts from this process. */
export const requestOutside: RequestOutside = (url, request) => requestFrom(url, request, addressRules());
