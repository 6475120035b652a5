import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorStatus, errors } from '../../../../contract/errors.ts';
import { asksForCodes, type Issue, issue } from '../../../../contract/issues.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { Busy, Failure, Invalid } from '../errors.ts';
import { issueOf } from './issues.ts';

/** The one place where errors become replies. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = error === request.raw.errored ? new Invalid('request-cut-off') : asFailure(error);
  const status = declaredStatus(failure.status, request.routeOptions.config?.operation);
  if (failure instanceof Busy) request.log.debug('too busy');
  else if (status >= 500) request.log.error({ err: failure.cause ?? error }, 'request failed');
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
  // RFC 9110, 15.5.2: a 401 states the accepted scheme. A route may say more about it.
  if (status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer');
  const { issues } = failure;
  reply.code(status).send(errorBody(status, asksForCodes(request.headers.prefer) ? issues : plain(issues)));
}

/**
 * Replaces a status that an operation does not list (the specification's table of errors): one without 404 does not
 * reveal what exists, and for one without 409 a conflict is bad input.
 */
const instead: Partial<Record<ErrorStatus, ErrorStatus>> = { 404: 403, 409: 400 };

const declaredStatus = (status: ErrorStatus, operation: Operation | undefined): ErrorStatus =>
  operation && !operation.errors.includes(status) ? (instead[status] ?? status) : status;

const errorBody = (status: ErrorStatus, issues: readonly Pick<Issue, 'message'>[]) => ({
  ...errors[status],
  issues,
});

/** Issues as the specification has them. */
const plain = (issues: readonly Issue[]) => issues.map(({ message }) => ({ message }));

/** The failure reported to the caller for an error. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isFastifyError(error)) {
    if (error.validation) {
      const errors = error.validation as ErrorObject[];
      return new Failure(400, [issueOf(placeOf(error.validationContext), errors)]);
    }
    // Requests that Fastify itself refuses: malformed JSON, other content types, bodies that are too large, bad escapes.
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500)
      return new Failure(400, [issue('request-refused', { reason: error.message })]);
  }
  return new Failure(500, [], { cause: error });
}

/** The names of the parts of a request in the API; Fastify uses its own. */
const placeOf = (part = ''): string => ({ params: 'path', querystring: 'query' })[part] ?? part;

/** Other libraries' errors may have a status too, but it says nothing about the request. */
const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');

const noRequest = { status: 400, found: issue('not-http') } as const;

const clientErrors: Record<string, { status: 400 | 408; found: Issue }> = {
  HPE_HEADER_OVERFLOW: { status: 400, found: issue('head-too-large') },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, found: issue('request-late') },
};

/** Answers input that is not an HTTP request, for which there is no route, request or reply; then closes the connection. */
export function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  // On an idle connection, the client would take it for the answer to the request that it is about to send.
  if (!socket.writable || socket.bytesRead === 0) return void socket.destroy();
  const { status, found } = clientErrors[error.code ?? ''] ?? noRequest;
  // Without a request there is nothing that could have asked for more.
  const body = JSON.stringify(errorBody(status, plain([found])));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
