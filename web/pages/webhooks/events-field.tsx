import { useId } from 'preact/hooks';
import { auditEvent, eventTypes } from '../../../contract/events.ts';
import { eventGroupTexts, eventTexts, webhookTexts as texts } from '../../messages/settings.ts';
import { type EventGroup, eventGroups, eventsOf, isEverything } from './events.ts';

interface EventsFieldProps {
  chosen: ReadonlySet<string>;
  choose: (chosen: ReadonlySet<string>) => void;
}

/** What a webhook sends: everything, or some events. */
export function EventsField({ chosen, choose }: EventsFieldProps) {
  const name = useId();
  const isAll = isEverything(chosen);
  const audit = chosen.has(auditEvent) ? [auditEvent] : [];
  return (
    <fieldset class="events">
      <legend class="field-label">{texts.events}</legend>
      <label class="check">
        <input
          type="radio"
          name={name}
          checked={isAll}
          onChange={() => choose(new Set([...eventTypes, ...audit]))}
        />
        {texts.everything}
      </label>
      <label class="check">
        <input
          type="radio"
          name={name}
          checked={!isAll}
          onChange={() => choose(new Set([...eventsOf('cards'), ...audit]))}
        />
        {texts.chosen}
      </label>
      {!isAll && (
        <div class="choices">
          {eventGroups.map((group) => (
            <GroupOfEvents key={group} group={group} chosen={chosen} choose={choose} />
          ))}
        </div>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={audit.length > 0}
          onChange={({ currentTarget }) => {
            const others = [...chosen].filter((type) => type !== auditEvent);
            choose(new Set(currentTarget.checked ? [...others, auditEvent] : others));
          }}
        />
        {texts.auditLog}
      </label>
    </fieldset>
  );
}

function GroupOfEvents({ group, chosen, choose }: EventsFieldProps & { group: EventGroup }) {
  const events = eventsOf(group);
  const count = events.filter((type) => chosen.has(type)).length;
  const turn = (types: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const type of types) {
      if (isChosen) next.add(type);
      else next.delete(type);
    }
    choose(next);
  };
  return (
    <fieldset>
      <legend>
        <label class="check field-label">
          <input
            type="checkbox"
            checked={count === events.length}
            ref={(input) => {
              if (input) input.indeterminate = count > 0 && count < events.length;
            }}
            onChange={({ currentTarget }) => turn(events, currentTarget.checked)}
          />
          {eventGroupTexts[group]}
        </label>
      </legend>
      {events.map((type) => (
        <label key={type} class="check">
          <input
            type="checkbox"
            checked={chosen.has(type)}
            onChange={({ currentTarget }) => turn([type], currentTarget.checked)}
          />
          {eventTexts[type as keyof typeof eventTexts]}
        </label>
      ))}
    </fieldset>
  );
}
