import {
  type AddressField,
  addressFields,
  type ChannelKind,
  channelNames,
  channelNeeds,
} from '../../../../contract/channel-kinds.ts';
import { Invalid } from '../../base/errors.ts';
import { type Address, telegramUrl, topicOf } from './messages.ts';

/** The forms of fields that become part of an address. */
const forms: Partial<Record<ChannelKind, Partial<Record<AddressField, (text: string) => boolean>>>> = {
  telegram: {
    token: (text) => /^\d{1,20}:[\w-]{1,100}$/.test(text),
    room: (text) => /^(-?\d{1,20}|@\w{1,64})$/.test(text),
  },
  ntfy: { url: (text) => /^[-\w]{1,64}$/.test(topicOf(text).topic) },
  matrix: { room: (text) => text.startsWith('!') },
};

/** The address of a channel; throws `Invalid` if it is not what its service needs. */
export function checkedAddress(kind: ChannelKind, given: Partial<Record<AddressField, string>>): Address {
  const { needs, takes = [] } = channelNeeds[kind];
  const said = { kind: channelNames[kind] };
  for (const field of addressFields) {
    const value = given[field];
    const at = { field: `body/${field}` };
    if (value === undefined) {
      if (needs.includes(field)) throw new Invalid('channel-lacks', { ...at, ...said });
      continue;
    }
    if (![...needs, ...takes].includes(field)) throw new Invalid('channel-without', { ...at, ...said });
    const fits = field !== 'url' || URL.canParse(value);
    if (!fits || forms[kind]?.[field]?.(value) === false) {
      throw new Invalid('channel-unfit', { ...at, ...said });
    }
  }
  const { url = telegramUrl, token, room } = given;
  return { url, ...(token === undefined ? {} : { token }), ...(room === undefined ? {} : { room }) };
}
