import { useId, useState } from 'preact/hooks';
import {
  type AddressField,
  type ChannelKind,
  channelKinds,
  channelNames,
  channelNeeds,
} from '../../../contract/channel-kinds.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import type { routes } from '../../../contract/routes.ts';
import { Field, Form, Select } from '../../app/form.tsx';
import { chatTexts as texts } from '../../messages/settings.ts';
import { allChoices, choicesIn, eventsFor, isEverything, usualChoices } from './choices.ts';

export type NewChannel = BodyOf<typeof routes.channels.create>;

interface NewProps {
  cancel: () => void;
  save: (channel: NewChannel) => Promise<void>;
}

/** A new chat: its service, and what that needs. */
export function NewChat({ cancel, save }: NewProps) {
  const [kind, setKind] = useState<ChannelKind>('slack');
  const [events, setEvents] = useState<string[]>(() => eventsFor(usualChoices, []));
  const { needs, takes = [] } = channelNeeds[kind];
  return (
    <Form
      submit={texts.create}
      cancel={cancel}
      isEmpty={events.length === 0}
      onSubmit={(given) => {
        const fields = Object.fromEntries(
          ['name', ...needs, ...takes].flatMap((field) => {
            const value = given[field]?.trim();
            return value ? [[field, value]] : [];
          }),
        );
        return save({ ...fields, kind, events });
      }}
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
      {[...needs, ...takes.filter((field) => field !== 'url')].map((field) => (
        <Field
          key={`${kind} ${field}`}
          label={labelOf(kind, field)}
          name={field}
          type={field === 'token' ? 'password' : 'text'}
          autocomplete="off"
          maxLength={2048}
          hint={field === 'room' ? texts.roomHints[kind] : undefined}
          isOptional={!needs.includes(field)}
        />
      ))}
      <Field label={texts.name} name="name" hint={texts.nameHint} maxLength={255} isOptional />
      <Events events={events} choose={setEvents} />
    </Form>
  );
}

const labelOf = (kind: ChannelKind, field: AddressField): string =>
  field === 'url' && (kind === 'matrix' || kind === 'gotify') ? texts.server : texts[field];

interface EditProps {
  given: { name: string; events: string[] };
  submit: string;
  cancel: () => void;
  save: (fields: { name: string; events: string[] }) => Promise<void>;
}

/** The name of a chat, and what it is told. */
export function EditChat({ given, submit, cancel, save }: EditProps) {
  const [events, setEvents] = useState(given.events);
  return (
    <Form
      submit={submit}
      cancel={cancel}
      isEmpty={events.length === 0}
      onSubmit={({ name = '' }) => save({ name: name.trim() || given.name, events })}
    >
      <Field label={texts.name} name="name" value={given.name} maxLength={255} isFirst />
      <Events events={events} choose={setEvents} />
    </Form>
  );
}

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
