/*
 * The chat services that a board can post to, and what each needs. The service checks it, and the page asks for it. Kinds are
 * never renamed: they are stored.
 */

export const channelKinds = [
  'slack',
  'discord',
  'teams',
  'mattermost',
  'google-chat',
  'telegram',
  'ntfy',
  'matrix',
  'gotify',
] as const;

export type ChannelKind = (typeof channelKinds)[number];

/** What a channel is addressed by. */
export const addressFields = ['url', 'token', 'room'] as const;

export type AddressField = (typeof addressFields)[number];

/** Of the fields of an address, those that a kind needs, and those that it takes. */
interface ChannelNeeds {
  readonly needs: readonly AddressField[];
  readonly takes?: readonly AddressField[];
}

export const channelNeeds: Record<ChannelKind, ChannelNeeds> = {
  slack: { needs: ['url'] },
  discord: { needs: ['url'] },
  teams: { needs: ['url'] },
  mattermost: { needs: ['url'] },
  'google-chat': { needs: ['url'] },
  telegram: { needs: ['token', 'room'], takes: ['url'] },
  ntfy: { needs: ['url'], takes: ['token'] },
  matrix: { needs: ['url', 'token', 'room'] },
  gotify: { needs: ['url', 'token'] },
};

/** The names of the services. */
export const channelNames: Record<ChannelKind, string> = {
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  mattermost: 'Mattermost',
  'google-chat': 'Google Chat',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  matrix: 'Matrix',
  gotify: 'Gotify',
};
