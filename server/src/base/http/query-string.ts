import { type ParsedUrlQuery, parse } from 'node:querystring';

/**
 * The parameters of an address. `labels[]=…` is `labels=…`: many clients mark lists like that, and a filter that is
 * not known by its name would be ignored and let everything pass.
 */
export const parseQueryString = (text: string): ParsedUrlQuery =>
  parse(text.replace(/(^|&)([^=&]*?)(?:\[\]|%5B%5D)(?==)/gi, '$1$2'));
