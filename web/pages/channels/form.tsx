import { useId, useState } from 'preact/hooks';
import {
  type AddressField,
  type ChannelKind,
  channelKinds,
  channelNames,
  channelNeeds,
} from '../../../contract/channel-kinds.ts';
import type { channels } from '../../../contract/channels.ts';
import { type Language, languageNames, languageOf, languages } from '../../../contract/languages.ts';
import type { BodyOf, ReplyOf } from '../../../contract/operation.ts';
import { Field, Form, Select } from '../../app/form.tsx';
import type { OpenBoard } from '../../board/open.ts';
import { chatTexts as texts } from '../../messages/settings.ts';
import { t } from '../../messages/t.ts';
import { language } from '../../messages/tag.ts';
import { allChoices, choicesIn, eventsFor, isEverything, usualChoices } from './choices.ts';
import { CardsField, type Filter, isEmpty, presentIn } from './filter.tsx';

export type Channel = ReplyOf<typeof channels.list>[number];
type Changed = BodyOf<typeof channels.update>;

interface FormProps<Fields> {
  board: OpenBoard;
  cancel: () => void;
  save: (fields: Fields) => Promise<void>;
}

/** What is posted, of which cards, and in which language. */
function usePosts(given?: Channel) {
  const [events, setEvents] = useState<string[]>(() => given?.events ?? eventsFor(usualChoices, []));
  const [filter, setFilter] = useState<Filter | null>(given?.filter ?? null);
  const [locale, setLocale] = useState<Language>(given?.locale ?? languageOf(language) ?? 'en');
  return {
    events,
    setEvents,
    filter,
    setFilter,
    locale,
    setLocale,
    isLacking: events.length === 0 || isEmpty(filter),
  };
}

/** The fields of an address that are filled in, and the name. */
const filledIn = (kind: ChannelKind, given: Record<string, string>): Partial<Record<string, string>> => {
  const { needs, takes = [] } = channelNeeds[kind];
  return Object.fromEntries(
    ['name', ...needs, ...takes].flatMap((field) => {
      const value = given[field]?.trim();
      return value ? [[field, value]] : [];
    }),
  );
};

/** A new chat: its service, and what that needs. */
export function NewChat({ board, cancel, save }: FormProps<BodyOf<typeof channels.create>>) {
  const [kind, setKind] = useState<ChannelKind>('slack');
  const posts = usePosts();
  return (
    <Form
      submit={texts.create}
      cancel={cancel}
      isEmpty={posts.isLacking}
      onSubmit={(given) =>
        save({
          ...filledIn(kind, given),
          kind,
          events: posts.events,
          locale: posts.locale,
          filter: presentIn(board, posts.filter),
        })
      }
    >
      <Select
        label={texts.kind}
        name="kind"
        value={kind}
        hint={texts.where[kind]}
        onChange={(chosen) => setKind(channelKinds.find((each) => each === chosen) ?? 'slack')}
      >
        {channelKinds.map((each) => (
          <option key={each} value={each}>
            {channelNames[each]}
          </option>
        ))}
      </Select>
      <Address kind={kind} />
      <Field label={texts.name} name="name" hint={texts.nameHint} maxLength={255} isOptional />
      <Posts board={board} {...posts} />
    </Form>
  );
}

/** The name of a chat, what it is told, and another address if it has one. */
export function EditChat({ board, channel, cancel, save }: FormProps<Changed> & { channel: Channel }) {
  const posts = usePosts(channel);
  const { events, filter, locale } = posts;
  return (
    <Form
      submit={t.save}
      cancel={cancel}
      isEmpty={posts.isLacking}
      onSubmit={(given) =>
        save({
          ...filledIn(channel.kind, given),
          events,
          locale,
          ...(filter === channel.filter ? {} : { filter: presentIn(board, filter) }),
        })
      }
    >
      <Field label={texts.name} name="name" value={channel.name} maxLength={255} isFirst />
      <details>
        <summary>{texts.readdress}</summary>
        <p class="field-hint">{texts.keep}</p>
        <Address kind={channel.kind} isOptional />
      </details>
      <Posts board={board} {...posts} />
    </Form>
  );
}

/** What a service is addressed by. */
function Address({ kind, isOptional }: { kind: ChannelKind; isOptional?: boolean }) {
  const { needs, takes = [] } = channelNeeds[kind];
  return (
    <>
      {[...needs, ...takes.filter((field) => field !== 'url')].map((field) => (
        <Field
          key={`${kind} ${field}`}
          label={labelOf(kind, field)}
          name={field}
          type={field === 'token' ? 'password' : 'text'}
          autocomplete="off"
          maxLength={2048}
          hint={field === 'room' ? texts.roomHints[kind] : undefined}
          isOptional={isOptional || !needs.includes(field)}
        />
      ))}
    </>
  );
}

const labelOf = (kind: ChannelKind, field: AddressField): string =>
  field === 'url' && (kind === 'matrix' || kind === 'gotify') ? texts.server : texts[field];

type PostsProps = { board: OpenBoard } & ReturnType<typeof usePosts>;

const Posts = ({ board, events, setEvents, filter, setFilter, locale, setLocale }: PostsProps) => (
  <>
    <Select
      label={texts.language}
      name="locale"
      value={locale}
      onChange={(chosen) => setLocale(languageOf(chosen) ?? 'en')}
    >
      {languages.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </Select>
    <Events events={events} choose={setEvents} />
    <CardsField board={board} filter={filter} choose={setFilter} />
  </>
);

/** What is posted. */
function Events({ events, choose }: { events: string[]; choose: (events: string[]) => void }) {
  const label = useId();
  const isAll = isEverything(events);
  const chosen = choicesIn(events);
  return (
    <div class="field" role="group" aria-labelledby={label}>
      <span class="field-label" id={label}>
        {texts.posts}
      </span>
      {allChoices.map((choice) => (
        <label key={choice} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            disabled={isAll}
            onChange={({ currentTarget: { checked } }) => {
              const next = allChoices.filter((each) => (each === choice ? checked : chosen.includes(each)));
              choose(eventsFor(next, events));
            }}
          />
          {texts.choices[choice]}
        </label>
      ))}
      <label class="check">
        <input
          type="checkbox"
          checked={isAll}
          onChange={({ currentTarget: { checked } }) => choose(checked ? ['*'] : eventsFor(usualChoices, []))}
        />
        {texts.everything}
      </label>
      {events.length === 0 && <p class="problem">{texts.noEvents}</p>}
    </div>
  );
}
