import { type ParsedUrlQuery, parse } from 'node:querystring';

/**
 * Parses the query of an address. `labels[]=…` means `labels=…`: many clients write lists like that, and an unknown
 * filter would be ignored and match everything.
 */
export const parseQueryString = (text: string): ParsedUrlQuery =>
  parse(text.replace(/(^|&)([^=&]*?)(?:\[\]|%5B%5D)(?==)/gi, '$1$2'));
