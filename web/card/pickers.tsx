import { CalendarClock } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/form.tsx';
import { server } from '../app/session.ts';
import { setDue } from '../board/doing.ts';
import { urgencyOf } from '../board/due.ts';
import type { OpenBoard } from '../board/open.ts';
import { cardTexts, colourTexts } from '../messages/card.ts';
import { longMoment, nearDay, time, weekday } from '../messages/formats.ts';
import type { Entities } from '../sync/mutation.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { Choose, Picker } from './picker.tsx';
import { type Choice, dueTime, labelsOfCards, localTime, membersOfCards, oftenDue } from './properties.tsx';

interface PickerProps {
  board: OpenBoard;
  card: Entities['card'];
}

/** Colours that can be told apart in both themes; each has a name, because not everybody sees them. */
const colours = Object.entries(colourTexts);

export function LabelPicker({ board, card }: PickerProps) {
  const choices = labelsOfCards.choices(board, [card.publicId]);
  const turn = (id: string) => labelsOfCards.turn(board, [card.publicId], id);
  const [colour, setColour] = useState(colours[0]?.[0] ?? '');
  const create = async (name: string) => {
    try {
      const body = { name: name.slice(0, 36), boardPublicId: board.id, colourCode: colour };
      const { reply } = await server.ask(routes.labels.create, { body });
      board.store.put('label', reply.publicId, reply);
      turn(reply.publicId);
    } catch (error) {
      toast(problemOf(error));
    }
  };
  return (
    <Picker
      name={cardTexts.labels}
      command="labels"
      shown={<Chosen of={choices} style="labels" nothing={cardTexts.none} />}
    >
      {() => (
        <>
          <Choose
            label={cardTexts.findLabel}
            options={choices}
            turn={turn}
            create={{ text: cardTexts.createLabel, run: (name) => void create(name) }}
            empty={labelsOfCards.nothing}
          />
          <fieldset class="swatches">
            <legend class="quiet">{cardTexts.newLabelColour}</legend>
            {colours.map(([code, name]) => (
              <input
                key={code}
                type="radio"
                name="colour"
                aria-label={name}
                title={name}
                checked={code === colour}
                style={{ '--colour': code }}
                onChange={() => setColour(code)}
              />
            ))}
          </fieldset>
        </>
      )}
    </Picker>
  );
}

export function MemberPicker({ board, card }: PickerProps) {
  const choices = membersOfCards.choices(board, [card.publicId]);
  const [one, ...others] = choices.filter(({ held }) => held === 'all');
  return (
    <Picker
      name={cardTexts.members}
      command="members"
      shown={
        <Chosen of={choices} style="people" nothing={cardTexts.nobody}>
          {one && others.length === 0 && <span class="one-line">{one.text}</span>}
        </Chosen>
      }
    >
      {() => (
        <Choose
          label={cardTexts.findMember}
          options={choices}
          turn={(id) => membersOfCards.turn(board, [card.publicId], id)}
        />
      )}
    </Picker>
  );
}

interface ChosenProps {
  of: readonly Choice[];
  style: 'labels' | 'people';
  /** The text if none is chosen. */
  nothing: string;
  children?: ComponentChildren;
}

function Chosen({ of, style, nothing, children }: ChosenProps) {
  const chosen = of.filter(({ held }) => held === 'all');
  if (chosen.length === 0) return <span class="unset">{nothing}</span>;
  return (
    <span class={style}>
      {chosen.map(({ chip }) => chip)}
      {children}
    </span>
  );
}

export function DueDate({ board, card }: PickerProps) {
  const { dueDate } = card;
  const set = (to: Date | null) => setDue(board, [card.publicId], to?.toISOString() ?? null);
  return (
    <Picker
      name={cardTexts.due}
      command="due"
      shown={
        dueDate ? (
          <span class={`badge due ${urgencyOf(dueDate, new Date())}`} title={longMoment(dueDate)}>
            <Icon of={CalendarClock} size={14} /> {nearDay(dueDate)}, {time(dueDate)}
          </span>
        ) : (
          <span class="unset">{cardTexts.noDue}</span>
        )
      }
    >
      {(close) => (
        <>
          <ul class="quick">
            {oftenDue.map(({ text, at }) => (
              <li key={text}>
                <button
                  type="button"
                  onClick={() => {
                    set(at());
                    close();
                  }}
                >
                  {text} <span class="quiet">{weekday(at())}</span>
                </button>
              </li>
            ))}
          </ul>
          <form
            class="form"
            onSubmit={(event) => {
              event.preventDefault();
              const given = new FormData(event.currentTarget);
              const day = textIn(given, 'day');
              if (day) set(new Date(`${day}T${textIn(given, 'time') || dueTime}`));
              close();
            }}
          >
            <div class="row">
              <input
                class="input"
                type="date"
                name="day"
                required
                max="9999-12-31"
                aria-label={cardTexts.day}
                defaultValue={localTime(dueDate).slice(0, 10)}
              />
              <input
                class="input"
                type="time"
                name="time"
                aria-label={cardTexts.time}
                defaultValue={localTime(dueDate).slice(11) || dueTime}
              />
            </div>
            <div class="row">
              <button class="button primary" type="submit">
                {cardTexts.setDue}
              </button>
              {dueDate && (
                <button
                  class="button plain"
                  type="button"
                  onClick={() => {
                    set(null);
                    close();
                  }}
                >
                  {cardTexts.clearDue}
                </button>
              )}
            </div>
          </form>
        </>
      )}
    </Picker>
  );
}

const textIn = (given: FormData, name: string): string => {
  const value = given.get(name);
  return typeof value === 'string' ? value : '';
};
