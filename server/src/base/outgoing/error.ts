/** Why a request that went out came to nothing, in the words that users are shown. */
export type Problem = 'timeout' | 'refused' | 'dns' | 'tls' | 'blocked address' | 'invalid reply';

/** An outgoing request that got no reply; `message` may say more than `problem` does. */
export class OutgoingError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, message: string = problem, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

/** What a failure of the network, of a name look-up or of TLS is called. */
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
