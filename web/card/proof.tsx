import { BadgeCheck, ExternalLink, Paperclip } from 'lucide';
import { useId, useState } from 'preact/hooks';
import { here } from '../app/location.ts';
import { dateAndTime } from '../board/due.ts';
import { proofTexts as texts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import { takesFocusInPlace } from '../ui/focus.ts';
import { Icon } from '../ui/icon.tsx';
import { changeItem } from './commands.ts';
import { type CardPart, type Item, nameOfUser, perform } from './part.ts';
import { Picker } from './picker.tsx';

/* Acceptance checks among the items of a checklist, and what shows that an item is done: beneath its line. */

interface ProofProps {
  part: CardPart;
  checklistId: string;
  item: Item;
}

export function Proof({ part, checklistId, item }: ProofProps) {
  const { acceptance, completed, completedAt, completedBy, evidence } = item;
  if (!acceptance && !(completed && evidence)) return null;
  const file = evidence?.attachmentPublicId
    ? part.card.attachments.find(({ publicId }) => publicId === evidence.attachmentPublicId)
    : undefined;
  return (
    <div class="proof quiet">
      {acceptance && (
        <span>
          <Icon of={BadgeCheck} size={14} /> {texts.check}
        </span>
      )}
      {completed && completedAt && (
        <span>{texts.doneBy(nameOfUser(part.board, completedBy), dateAndTime(completedAt))}</span>
      )}
      {completed && evidence?.text && (
        <span class="said" dir="auto">
          {evidence.text}
        </span>
      )}
      {completed && evidence?.link && (
        <a href={evidence.link} target="_blank" rel="noopener noreferrer nofollow" title={evidence.link}>
          <Icon of={ExternalLink} size={14} /> {hostOf(evidence.link)}
        </a>
      )}
      {completed && file && (
        <a href={here(file.url)} target="_blank" rel="noopener noreferrer">
          <Icon of={Paperclip} size={14} /> {file.originalFilename}
        </a>
      )}
      {completed && part.mayEdit && (
        <Picker
          name={texts.evidence}
          label={evidence ? texts.editOf(item.title) : texts.addTo(item.title)}
          class="button plain small"
          face={evidence ? texts.edit : texts.add}
        >
          {(close) => <Form part={part} checklistId={checklistId} item={item} close={close} />}
        </Picker>
      )}
    </div>
  );
}

const hostOf = (link: string): string => (URL.canParse(link) && new URL(link).host) || link;

interface FormProps extends ProofProps {
  close: () => void;
}

function Form({ part, checklistId, item, close }: FormProps) {
  const [text, setText] = useState(item.evidence?.text ?? '');
  const [link, setLink] = useState(item.evidence?.link ?? '');
  const [file, setFile] = useState(item.evidence?.attachmentPublicId ?? '');
  const hint = useId();
  const { attachments } = part.card;
  const save = () => {
    const given = {
      text: text.replace(/\s+/g, ' ').trim() || null,
      link: link.trim() || null,
      attachmentPublicId: attachments.some(({ publicId }) => publicId === file) ? file : null,
    };
    const evidence = given.text || given.link || given.attachmentPublicId ? given : null;
    perform(part.board, changeItem(part, checklistId, item, { evidence }));
    close();
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label class="field">
        <span class="field-label">{texts.text}</span>
        <input
          ref={takesFocusInPlace}
          class="input"
          maxLength={500}
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <label class="field">
        <span class="field-label">{texts.link}</span>
        <input
          class="input"
          type="url"
          pattern="https?://.+"
          maxLength={500}
          placeholder="https://"
          value={link}
          aria-describedby={hint}
          onInput={({ currentTarget }) => setLink(currentTarget.value)}
        />
        <span class="field-hint" id={hint}>
          {texts.linkHint}
        </span>
      </label>
      {attachments.length > 0 && (
        <label class="field">
          <span class="field-label">{texts.file}</span>
          <select class="input" value={file} onChange={({ currentTarget }) => setFile(currentTarget.value)}>
            <option value="">{texts.noFile}</option>
            {attachments.map(({ publicId, originalFilename }) => (
              <option key={publicId} value={publicId}>
                {originalFilename}
              </option>
            ))}
          </select>
        </label>
      )}
      <button class="button primary" type="submit">
        {t.save}
      </button>
    </form>
  );
}
