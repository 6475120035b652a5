import { useSignalEffect } from '@preact/signals';
import { Plus } from 'lucide';
import { useState } from 'preact/hooks';
import { caps } from '../../../contract/caps.ts';
import { routes } from '../../../contract/routes.ts';
import { Confirm } from '../../app/confirm.tsx';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { may } from '../../board/may.ts';
import type { OpenBoard } from '../../board/open.ts';
import { rulesTold } from '../../board/view-address.ts';
import { ago, moment } from '../../messages/formats.ts';
import { ruleTexts as texts } from '../../messages/rules.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { attempt } from '../attempt.ts';
import type { PanelPart } from '../board-info.ts';
import { RuleForm } from './form.tsx';
import { Log } from './log.tsx';
import { type Choices, namesOn, useWebhooks } from './names.ts';
import { type Draft, emptyDraft, readyRules } from './ready.ts';
import { type Rule, sentenceOf } from './sentence.ts';
import { Try } from './try.tsx';
import '../settings.css';

/** Milliseconds within which pages that were told of rules read them again, each at another time. */
const spread = 1000;

/** The rules of a board, and its buttons. */
export function Rules({ board }: PanelPart) {
  const params = { boardPublicId: board.id };
  const all = useResource<Rule[]>(
    `rules ${board.id}`,
    async (signal) => (await server.ask(routes.rules.list, { params }, { signal })).reply,
  );
  useSignalEffect(() => {
    // A board that was read again may have missed events.
    if (rulesTold.value === 0 && board.changed.value.id !== null) return undefined;
    const timer = setTimeout(() => void all.read(), Math.random() * spread);
    return () => clearTimeout(timer);
  });
  const mayEdit = may(board, 'board:edit');
  const choices = namesOn(board, useWebhooks(board));
  const shared = { board, choices, read: all.read };
  return (
    <>
      <p class="quiet">{texts.hint}</p>
      <Loaded of={all}>
        {(known) => (
          <>
            {known.length === 0 && <p class="quiet">{texts.none}</p>}
            {known.map((rule) => (
              <Shown key={rule.publicId} {...shared} rule={rule} mayEdit={mayEdit} />
            ))}
            {mayEdit && known.length < caps.rulesOfBoard && <New {...shared} />}
            {known.length >= caps.rulesOfBoard && <p class="quiet">{texts.full(caps.rulesOfBoard)}</p>}
          </>
        )}
      </Loaded>
      {mayEdit && <Log board={board} />}
    </>
  );
}

interface BoardProps {
  board: OpenBoard;
  choices: Choices;
  read: () => Promise<void>;
}

/** What to begin with, and then its form. */
function New({ board, choices, read }: BoardProps) {
  const [draft, setDraft] = useState<Draft | 'choose'>();
  if (draft === undefined)
    return (
      <button class="button" type="button" onClick={() => setDraft('choose')}>
        <Icon of={Plus} /> {texts.add}
      </button>
    );
  if (draft !== 'choose')
    return (
      <section>
        <h3>{texts.add}</h3>
        <RuleForm
          board={board}
          draft={draft}
          choices={choices}
          cancel={() => setDraft(undefined)}
          save={async (body) => {
            await server.ask(routes.rules.create, { params: { boardPublicId: board.id }, body });
            setDraft(undefined);
            await read();
          }}
        />
      </section>
    );
  return (
    <section>
      <h3>{texts.add}</h3>
      <p class="quiet">{texts.ready}</p>
      <ul class="form">
        {readyRules(board).map((each) => (
          <li key={each.name} class="field">
            <button class="button small" type="button" onClick={() => setDraft(each)}>
              {each.name}
            </button>
            <span class="field-hint">{sentenceOf(each, choices)}</span>
          </li>
        ))}
      </ul>
      <button class="button" type="button" onClick={() => setDraft(emptyDraft)}>
        {texts.own}
      </button>
    </section>
  );
}

interface ShownProps extends BoardProps {
  rule: Rule;
  mayEdit: boolean;
}

/** A rule as a sentence, with its state. */
function Shown({ board, choices, rule, mayEdit, read }: ShownProps) {
  const [isEdited, setEdited] = useState(false);
  const params = { boardPublicId: board.id, rulePublicId: rule.publicId };
  const { name, maker, pausedBecause, nextRunAt, lastRun, failures } = rule;
  return (
    <section>
      <h3 class="one-line" dir="auto">
        {name}
      </h3>
      {isEdited ? (
        <RuleForm
          board={board}
          draft={rule}
          choices={choices}
          cancel={() => setEdited(false)}
          save={async (body) => {
            await server.ask(routes.rules.update, { params, body });
            setEdited(false);
            await read();
          }}
        />
      ) : (
        <>
          <p dir="auto">{sentenceOf(rule, choices)}</p>
          <p class="quiet fine">
            {[
              pausedBecause === null ? texts.on : texts.paused[pausedBecause],
              maker?.name ? texts.by(maker.name) : undefined,
              nextRunAt ? texts.next(moment(nextRunAt)) : undefined,
              lastRun && texts.lastRun(texts.states[lastRun.state] ?? '', ago(lastRun.at)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {failures > 0 && (
            <p class="problem" dir="auto">
              {[texts.failures(failures), lastRun?.error].filter(Boolean).join(': ')}
            </p>
          )}
          <Tools board={board} rule={rule} mayEdit={mayEdit} read={read} edit={() => setEdited(true)} />
        </>
      )}
    </section>
  );
}

function Tools({ board, rule, mayEdit, read, edit }: Omit<ShownProps, 'choices'> & { edit: () => void }) {
  const params = { boardPublicId: board.id, rulePublicId: rule.publicId };
  const { name, active } = rule;
  const turn = () =>
    void attempt(() => server.ask(routes.rules.update, { params, body: { active: !active } }), read);
  const press = () =>
    void attempt(async () => {
      const { reply } = await server.ask(routes.rules.press, { params, body: {} });
      toast(texts.pressed(reply.cards));
    }, read);
  const isOfBoard = rule.when.type === 'button' && active && may(board, 'card:edit');
  return (
    <div class="row wrap">
      {isOfBoard && rule.if !== '' && (
        <button class="button small primary" type="button" aria-label={texts.press(name)} onClick={press}>
          {name}
        </button>
      )}
      {mayEdit && (
        <>
          <button class="button small" type="button" aria-label={texts.editOf(name)} onClick={edit}>
            {texts.edit}
          </button>
          <button class="button small" type="button" onClick={turn}>
            {active ? texts.turnOff : texts.turnOn}
          </button>
          <Confirm
            label={texts.delete}
            question={texts.deleteQuestion(name)}
            yes={texts.delete}
            isPlain
            run={async () => {
              await server.ask(routes.rules.delete, { params });
              await read();
            }}
          />
          <Try board={board} label={texts.tryOf(name)} given={() => ({ rulePublicId: rule.publicId })} />
        </>
      )}
    </div>
  );
}
