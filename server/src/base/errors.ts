import type { ErrorStatus } from '../../../contract/errors.ts';
import { type Issue, type IssueArguments, issue, issueAt } from '../../../contract/issues.ts';

/**
 * A failure that is reported to the caller. One place turns it into an HTTP reply (`http/errors.ts`). Its issues are for the
 * caller, and have no internal texts.
 */
export class Failure extends Error {
  readonly status: ErrorStatus;
  readonly issues: readonly Issue[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;

  constructor(status: ErrorStatus, issues: readonly Issue[] = [], options: FailureOptions = {}) {
    super(sentencesOf(issues) || `status ${status}`, { cause: options.cause });
    this.status = status;
    this.issues = issues;
    this.retryAfter = options.retryAfter;
  }

  /** The sentences of its issues; empty if there are none. */
  get details(): string {
    return sentencesOf(this.issues);
  }
}

export const sentencesOf = (issues: readonly Issue[]): string =>
  issues.map(({ message }) => message).join('; ');

/** One issue, or any number of finished ones. */
type Given = IssueArguments | readonly Issue[];

const issuesOf = (given: Given): readonly Issue[] => (isOne(given) ? [issue(...given)] : given);

const isOne = (given: Given): given is IssueArguments => typeof given[0] === 'string';

type FailureOptions = { retryAfter?: number; cause?: unknown };

/** The input violates a rule; `issues` name the field. */
export class Invalid extends Failure {
  constructor(...issues: Given) {
    super(400, issuesOf(issues));
  }
}

export class Unauthorized extends Failure {
  constructor(...issues: Given) {
    super(401, issuesOf(issues));
  }
}

export class Forbidden extends Failure {
  constructor(...issues: Given) {
    super(403, issuesOf(issues));
  }
}

export class NotFound extends Failure {
  constructor(...issues: Given) {
    super(404, issuesOf(issues));
  }
}

export class Conflict extends Failure {
  constructor(...issues: Given) {
    super(409, issuesOf(issues));
  }
}

export class PreconditionFailed extends Failure {
  constructor(...issues: Given) {
    super(412, issuesOf(issues));
  }
}

export class TooManyRequests extends Failure {
  constructor(retryAfter: number) {
    super(429, [issue('try-again', { seconds: retryAfter })], { retryAfter });
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
    super(503, [issue('busy', { seconds: 2 })], { retryAfter: 2 });
  }
}

/** An unknown id in a body is invalid input; in a path it would be not found. */
export async function fromBody<T>(field: string, found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NotFound) throw new Invalid('not-found', { field: `body/${field}` });
    throw error;
  }
}

/** Undefined for what the caller may not know of, or not use: nothing tells one from the other, or from what does not exist. */
export async function ifShown<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NotFound || error instanceof Forbidden) return undefined;
    throw error;
  }
}

/** An error with its fields at a place further inside the body, such as `operations/3`. */
export const insideBody = (error: unknown, place: string): unknown => {
  if (!(error instanceof Invalid)) return error;
  const inside = (field: string) => field.replace(/^body\//, `body/${place}/`);
  return new Invalid(...error.issues.map((each) => issueAt(each, inside)));
};
