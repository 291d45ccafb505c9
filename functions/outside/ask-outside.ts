import type { AskOutside } from '../../lib/repository/records/actions/outside.ts';
import { addressRules } from './address-rules.ts';
import { ask } from './ask.ts';

/** Sends requests to other hosts from this process. */
export const askOutside: AskOutside = (url, request) => ask(url, request, addressRules());
