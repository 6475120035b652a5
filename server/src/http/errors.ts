import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorStatus, errors } from '../../../contract/errors.ts';
import { Failure } from '../errors.ts';

/** The one place where what was thrown becomes a reply. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = asFailure(error);
  const declared = request.routeOptions.config.operation?.errors;
  // An operation that does not list 404 does not tell what exists: 403. The specification's table of errors.
  const status = failure.status === 404 && declared && !declared.includes(404) ? 403 : failure.status;
  if (status >= 500) request.log.error({ err: failure.cause ?? error }, 'request failed');
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
  reply.code(status).send(errorBody(status, failure.issues));
}

export const errorBody = (status: ErrorStatus, issues: readonly string[] = []) => ({
  ...errors[status],
  issues: issues.map((message) => ({ message })),
});

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isFastifyError(error)) {
    if (error.validation) {
      const [first] = error.validation;
      const where = `${error.validationContext ?? ''}${first?.instancePath ?? ''}`;
      const allowed = first?.params.allowedValues;
      const detail = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : '';
      return new Failure(400, [`${where} ${first?.message ?? 'is invalid'}${detail}`]);
    }
    // What Fastify itself refuses: broken JSON, other content types, bodies that are too large, bad escapes.
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return new Failure(400, [error.message]);
  }
  return new Failure(500, [], { cause: error });
}

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && ('validation' in error || 'statusCode' in error);
