/** A violation by the service, with all requests sent before. */
export class Complaint extends Error {
  /** Usually the same for the same mistake. */
  readonly headline: string;

  constructor(complaints: readonly string[], sent: readonly string[]) {
    super(`${complaints.join('\n')}\n\nThis was sent, in this order:\n${sent.join('\n')}`);
    this.headline = complaints[0]?.slice(0, 60) ?? '';
  }
}
