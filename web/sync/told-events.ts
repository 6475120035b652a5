/** An event of the stream of what the user is told. */
export interface Told {
  type: 'unread' | 'notification';
  data: unknown;
}

/** Passes on the events of the stream. */
export function listenTo(source: EventSource, hear: (told: Told) => void): void {
  for (const type of ['unread', 'notification'] as const)
    source.addEventListener(type, ({ data }: MessageEvent<string>) => hear({ type, data: JSON.parse(data) }));
}
