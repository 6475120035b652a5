/** Why an outgoing request failed, in the words shown to users. */
export type Problem = 'timeout' | 'refused' | 'dns' | 'tls' | 'blocked address' | 'invalid reply';

/** An outgoing request without a reply; `message` may be more detailed than `problem`. */
export class OutgoingError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, message: string = problem, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

/** The problem for an error of the network, name resolution or TLS. */
export function problemOf(error: unknown): Problem {
  if (error instanceof OutgoingError) return error.problem;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'dns';
  if (/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH)/.test(code)) {
    return 'tls';
  }
  if (code.startsWith('HPE_')) return 'invalid reply';
  return 'refused';
}
