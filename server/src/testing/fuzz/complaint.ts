/** What the service did that it may not do, and all that was sent before. */
export class Complaint extends Error {
  /** The same for what is the same mistake, most of the time. */
  readonly headline: string;

  constructor(complaints: readonly string[], sent: readonly string[]) {
    super(`${complaints.join('\n')}\n\nThis was sent, in this order:\n${sent.join('\n')}`);
    this.headline = complaints[0]?.slice(0, 60) ?? '';
  }
}
