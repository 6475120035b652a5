import type { FastifyReply } from 'fastify';
import type { Language } from '../../../../contract/languages.ts';
import { varyBy } from './compress.ts';

/** Tells in which language a reply is, and caches that it was chosen by `Accept-Language`. */
export function inLanguage(reply: FastifyReply, language: Language): void {
  reply.header('content-language', language);
  varyBy(reply, 'accept-language');
}
