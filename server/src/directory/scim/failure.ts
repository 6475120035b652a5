import { Conflict, Failure, Invalid } from '../../base/errors.ts';
import { asFailure } from '../../base/http/errors.ts';

/* Errors as SCIM has them (RFC 7644, 3.12). */

export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

export class ScimFailure extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const unique = (detail: string) => new ScimFailure(409, detail, 'uniqueness');
export const wrongValue = (detail: string) => new ScimFailure(400, detail, 'invalidValue');
export const notFound = () => new ScimFailure(404, 'There is no such resource');

const typeOf = (failure: Failure): ScimType | undefined => {
  if (failure instanceof Conflict) return 'uniqueness';
  return failure instanceof Invalid ? 'invalidValue' : undefined;
};

/** The body of an error, and when to try again. */
export function replyOf(error: unknown): { status: number; body: object; failure: Failure | undefined } {
  const failure = error instanceof ScimFailure ? undefined : asFailure(error);
  const known = error instanceof ScimFailure ? error : undefined;
  const status = known?.status ?? failure?.status ?? 500;
  const scimType = known ? known.scimType : failure && typeOf(failure);
  const detail = known?.message ?? (failure?.details || 'The request could not be answered');
  return {
    status,
    failure,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimType ? { scimType } : {}),
      detail,
    },
  };
}
