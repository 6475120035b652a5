import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { filesIn } from '../board/uploads.ts';
import { editorTexts } from '../messages/card.ts';
import { suggesting } from '../ui/combobox.tsx';
import { isComposing } from '../ui/composing.ts';
import { Markdown } from '../ui/markdown.tsx';
import { type Completion, Completions, useCompletion } from './completion.tsx';
import { apply, fieldOf, grow } from './field.ts';
import { insertFiles } from './insert-files.ts';
import type { CardPart } from './part.ts';
import { Toolbar, tools } from './toolbar.tsx';
import { type Edit, enter, indent, pasted } from './writing.ts';
import './editor.css';

interface EditorProps extends Pick<CardPart, 'board' | 'id' | 'card'> {
  /** The initial text of the field; later changes are reported through `onText`. */
  text: string;
  label: string;
  placeholder?: string;
  isFocused?: boolean;
  onText: (text: string) => void;
  onSave: () => void;
  onEscape: () => void;
}

type Field = HTMLTextAreaElement;

/** An editor for Markdown. */
export function Editor(props: EditorProps) {
  const { board, id, card, text, label, placeholder, onText } = props;
  const field = useField(props);
  const [preview, setPreview] = useState<string>();
  const completion = useCompletion(field, board, card.cardPrefix);
  const { state } = completion;
  const run = (edit: Edit | undefined, event?: Event) => {
    if (!edit || !field.current) return;
    event?.preventDefault();
    apply(field.current, edit);
  };
  const take = (event: Event, files: readonly File[]) => {
    event.preventDefault();
    event.stopPropagation();
    insertFiles(field.current, id, files);
  };
  return (
    <div class="editor">
      <Toolbar
        isShown={preview !== undefined}
        turn={() => setPreview(preview === undefined ? (field.current?.value ?? '') : undefined)}
        run={(tool) => field.current && run(tool.edit(fieldOf(field.current)))}
        attach={(files) => insertFiles(field.current, id, files)}
      />
      <textarea
        ref={field}
        class="input"
        rows={3}
        maxLength={10_000}
        dir="auto"
        hidden={preview !== undefined}
        defaultValue={text}
        placeholder={placeholder}
        aria-label={label}
        {...suggesting(completion.id, state?.at ?? 0, state?.choices.length ?? 0)}
        onInput={({ currentTarget }) => {
          grow(currentTarget);
          onText(currentTarget.value);
          completion.look();
        }}
        onKeyDown={(event) => onKey(event, completion, run, props)}
        onBlur={completion.close}
        onPaste={(event) => {
          const files = filesIn(event.clipboardData);
          const plain = event.clipboardData?.getData('text/plain') ?? '';
          // A table copied from a spreadsheet comes as text and as a picture: take the text.
          if (files.length > 0 && !plain) take(event, files);
          else run(pasted(fieldOf(event.currentTarget), plain), event);
        }}
        onDrop={(event) => {
          const files = filesIn(event.dataTransfer);
          if (files.length > 0) take(event, files);
        }}
      />
      {preview !== undefined && (
        <div class="preview" tabIndex={0} role="group" aria-label={editorTexts.preview}>
          {preview.trim() ? <Markdown text={preview} /> : <p class="quiet">{editorTexts.nothing}</p>}
        </div>
      )}
      <Completions field={field} of={completion} />
    </div>
  );
}

/** The text field; others see while something is being written in it. */
function useField({ board, text, isFocused }: EditorProps) {
  const field = useRef<Field>(null);
  const [first] = useState(text);
  const isChanged = text !== first;
  // In a layout effect, so that no key is lost if the user keeps typing.
  useLayoutEffect(() => {
    if (!field.current) return;
    grow(field.current);
    if (!isFocused) return;
    field.current.focus();
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  useEffect(() => (isChanged ? board.presence.write() : undefined), [isChanged]);
  return field;
}

function onKey(
  event: KeyboardEvent & { currentTarget: Field },
  completion: Completion,
  run: (edit: Edit | undefined, event: Event) => void,
  { onSave, onEscape }: EditorProps,
): void {
  if (completion.onKey(event) || isComposing(event)) return;
  const now = fieldOf(event.currentTarget);
  const { key, shiftKey, altKey } = event;
  if (event.ctrlKey || event.metaKey) {
    const tool = tools.find(({ keys }) => keys === key.toLowerCase());
    if (tool && !shiftKey && !altKey) run(tool.edit(now), event);
    else if (key === 'Enter') onSave();
    else return;
    event.stopPropagation();
  } else if (key === 'Enter' && !shiftKey && !altKey) run(enter(now), event);
  else if (key === 'Tab') run(indent(now, shiftKey), event);
  else if (key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    onEscape();
  }
}
