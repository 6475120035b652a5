/** The status, `code` and `message` of every error; the texts of 400, 401, 403, 404 and 500 are from the specification. */
export const errors = {
  400: { code: 'BAD_REQUEST', message: 'Invalid input data' },
  401: { code: 'UNAUTHORIZED', message: 'Authorization not provided' },
  403: { code: 'FORBIDDEN', message: 'Insufficient access' },
  404: { code: 'NOT_FOUND', message: 'Not found' },
  408: { code: 'REQUEST_TIMEOUT', message: 'Request timeout' },
  409: { code: 'CONFLICT', message: 'Conflict' },
  412: { code: 'PRECONDITION_FAILED', message: 'Precondition failed' },
  413: { code: 'PAYLOAD_TOO_LARGE', message: 'Payload too large' },
  416: { code: 'RANGE_NOT_SATISFIABLE', message: 'Range not satisfiable' },
  429: { code: 'TOO_MANY_REQUESTS', message: 'Too many requests' },
  500: { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' },
  503: { code: 'SERVICE_UNAVAILABLE', message: 'Service unavailable' },
} as const;

export type ErrorStatus = keyof typeof errors;
