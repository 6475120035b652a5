import { CalendarClock } from 'lucide';
import { useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/form.tsx';
import { server } from '../app/session.ts';
import { editCard } from '../board/commands.ts';
import { urgencyOf } from '../board/due.ts';
import type { OpenBoard } from '../board/open.ts';
import { t } from '../messages/en.ts';
import { longMoment, nearDay, time, weekday } from '../messages/formats.ts';
import { bulk } from '../sync/bulk.ts';
import type { Things } from '../sync/mutation.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { Choose, Picker } from './picker.tsx';

interface PickerProps {
  board: OpenBoard;
  card: Things['card'];
}

/** Colours that are told apart in both themes; each is named, since not everybody sees them. */
const colours = Object.entries(t.colours);

export function LabelPicker({ board, card }: PickerProps) {
  const { store } = board;
  const labels = store.labels.value.flatMap((id) => store.get('label', id).value ?? []);
  const chosen = labels.filter(({ publicId }) => card.labelPublicIds.includes(publicId));
  const [colour, setColour] = useState(colours[0]?.[0] ?? '');
  const turn = (labelPublicId: string) => {
    const now = store.peek('card', card.publicId) ?? card;
    const remove = now.labelPublicIds.includes(labelPublicId);
    board.do(bulk(store, [{ type: 'label', cardPublicId: card.publicId, labelPublicId, remove }]));
  };
  const create = async (name: string) => {
    try {
      const body = { name: name.slice(0, 36), boardPublicId: board.id, colourCode: colour };
      const { reply } = await server.ask(routes.labels.create, { body });
      store.put('label', reply.publicId, reply);
      turn(reply.publicId);
    } catch (error) {
      toast(problemOf(error));
    }
  };
  return (
    <Picker
      name={t.card.labels}
      shown={
        chosen.length > 0 ? (
          <span class="labels">
            {chosen.map(({ publicId, name, colourCode }) => (
              <span key={publicId} class="label" style={{ '--colour': colourCode }}>
                {name}
              </span>
            ))}
          </span>
        ) : (
          <span class="unset">{t.card.none}</span>
        )
      }
    >
      {() => (
        <>
          <Choose
            label={t.card.findLabel}
            options={labels.map(({ publicId, name, colourCode }) => ({
              id: publicId,
              text: name,
              isChosen: card.labelPublicIds.includes(publicId),
              shown: (
                <span class="label" style={{ '--colour': colourCode }}>
                  {name}
                </span>
              ),
            }))}
            turn={turn}
            create={{ text: t.card.createLabel, run: (name) => void create(name) }}
            empty={t.card.noLabels}
          />
          <fieldset class="swatches">
            <legend class="quiet">{t.card.newLabelColour}</legend>
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
  const { store } = board;
  const members = store.members.value.flatMap((id) => {
    const member = store.get('member', id).value;
    return member?.user && member.status === 'active' ? [{ id, user: member.user }] : [];
  });
  const chosen = members.filter(({ id }) => card.memberPublicIds.includes(id));
  return (
    <Picker
      name={t.card.members}
      shown={
        chosen.length > 0 ? (
          <span class="people">
            {chosen.map(({ user }) => (
              <Avatar key={user.id} id={user.id} name={user.name ?? ''} />
            ))}
            {chosen.length === 1 && <span>{chosen[0]?.user.name}</span>}
          </span>
        ) : (
          <span class="unset">{t.card.nobody}</span>
        )
      }
    >
      {() => (
        <Choose
          label={t.card.findMember}
          options={members.map(({ id, user }) => ({
            id,
            text: user.name ?? '',
            isChosen: card.memberPublicIds.includes(id),
            shown: (
              <>
                <Avatar id={user.id} name={user.name ?? ''} /> <span>{user.name}</span>
              </>
            ),
          }))}
          turn={(memberPublicId) => {
            const remove = card.memberPublicIds.includes(memberPublicId);
            board.do(bulk(store, [{ type: 'assign', cardPublicId: card.publicId, memberPublicId, remove }]));
          }}
        />
      )}
    </Picker>
  );
}

/** The end of the working day, some days from now. */
function inDays(days: number): Date {
  const date = new Date();
  date.setDate(date.getDate() + days);
  date.setHours(17, 0, 0, 0);
  return date;
}

const quick = [
  { text: t.card.today, at: () => inDays(0) },
  { text: t.card.tomorrow, at: () => inDays(1) },
  // The Monday to come.
  { text: t.card.nextWeek, at: () => inDays((8 - new Date().getDay()) % 7 || 7) },
];

export function DueDate({ board, card }: PickerProps) {
  const { dueDate } = card;
  const set = (to: Date | null) =>
    board.do(editCard(board.store, card.publicId, { dueDate: to?.toISOString() ?? null }));
  return (
    <Picker
      name={t.card.due}
      shown={
        dueDate ? (
          <span class={`badge due ${urgencyOf(dueDate, new Date())}`} title={longMoment(dueDate)}>
            <Icon of={CalendarClock} size={14} /> {nearDay(dueDate)}, {time(dueDate)}
          </span>
        ) : (
          <span class="unset">{t.card.noDue}</span>
        )
      }
    >
      {(close) => (
        <>
          <ul class="quick">
            {quick.map(({ text, at }) => (
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
              if (day) set(new Date(`${day}T${textIn(given, 'time') || '17:00'}`));
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
                aria-label={t.card.day}
                defaultValue={localTime(dueDate).slice(0, 10)}
              />
              <input
                class="input"
                type="time"
                name="time"
                aria-label={t.card.time}
                defaultValue={localTime(dueDate).slice(11) || '17:00'}
              />
            </div>
            <div class="row">
              <button class="button primary" type="submit">
                {t.card.setDue}
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
                  {t.card.clearDue}
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

/** As fields of date and time take it: in the viewer's zone. */
function localTime(dueDate: string | null): string {
  if (!dueDate) return '';
  const date = new Date(dueDate);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
