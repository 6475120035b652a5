import type { ErrorStatus } from '../../../contract/errors.ts';

/**
 * A failure that is reported to the caller. One place turns it into an HTTP reply (`http/errors.ts`). `issues` are sentences
 * for the caller, never internal texts.
 */
export class Failure extends Error {
  readonly status: ErrorStatus;
  readonly issues: readonly string[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;

  constructor(status: ErrorStatus, issues: readonly string[] = [], options: FailureOptions = {}) {
    super(issues.join('; ') || `status ${status}`, { cause: options.cause });
    this.status = status;
    this.issues = issues;
    this.retryAfter = options.retryAfter;
  }
}

type FailureOptions = { retryAfter?: number; cause?: unknown };

/** The input violates a rule; `issues` name the field. */
export class Invalid extends Failure {
  constructor(...issues: string[]) {
    super(400, issues);
  }
}

export class Unauthorized extends Failure {
  constructor(...issues: string[]) {
    super(401, issues);
  }
}

export class Forbidden extends Failure {
  constructor(...issues: string[]) {
    super(403, issues);
  }
}

export class NotFound extends Failure {
  constructor(...issues: string[]) {
    super(404, issues);
  }
}

export class Conflict extends Failure {
  constructor(...issues: string[]) {
    super(409, issues);
  }
}

export class PreconditionFailed extends Failure {
  constructor(...issues: string[]) {
    super(412, issues);
  }
}

export class TooManyRequests extends Failure {
  constructor(retryAfter: number) {
    super(429, [`Try again in ${retryAfter} s`], { retryAfter });
  }
}

/** A dependency of the service (the database, the disk) does not respond. */
export class Unavailable extends Failure {
  constructor(cause: unknown) {
    super(503, [], { retryAfter: 1, cause });
  }
}

/** There is more work than can be done in time. */
export class Busy extends Failure {
  constructor() {
    super(503, ['The service is busy: try again in 2 s'], { retryAfter: 2 });
  }
}

/** An unknown id in a body is invalid input; in a path it would be not found. */
export async function fromBody<T>(field: string, found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NotFound) throw new Invalid(`body/${field} was not found`);
    throw error;
  }
}
