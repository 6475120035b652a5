import type { IconNode } from 'lucide';
import {
  AtSign,
  Bold,
  Code,
  Heading,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Paperclip,
  TextQuote,
} from 'lucide';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { filesIn, upload } from '../board/uploads.ts';
import { addressOfFile } from '../ui/around.ts';
import { suggesting } from '../ui/combobox.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { Icon } from '../ui/icon.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { Completions, useCompletion } from './completion.tsx';
import { apply, fieldOf, grow, replace } from './field.ts';
import type { CardPart } from './part.ts';
import { block, type Edit, enter, type Field, indent, link, pasted, wrap } from './writing.ts';
import './editor.css';
import { editorTexts, fileTexts } from '../messages/card.ts';

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

interface Tool {
  icon: IconNode;
  name: string;
  keys?: string;
  edit: (field: Field) => Edit;
}

const tools: readonly Tool[] = [
  { icon: Bold, name: editorTexts.bold, keys: 'b', edit: (field) => wrap(field, '**') },
  { icon: Italic, name: editorTexts.italic, keys: 'i', edit: (field) => wrap(field, '_') },
  { icon: Link, name: editorTexts.link, keys: 'k', edit: (field) => link(field) },
  { icon: Code, name: editorTexts.code, edit: (field) => wrap(field, '`') },
  { icon: Heading, name: editorTexts.heading, edit: (field) => block(field, 'heading') },
  { icon: List, name: editorTexts.bullets, edit: (field) => block(field, 'bullets') },
  { icon: ListOrdered, name: editorTexts.numbers, edit: (field) => block(field, 'numbers') },
  { icon: ListChecks, name: editorTexts.tasks, edit: (field) => block(field, 'tasks') },
  { icon: TextQuote, name: editorTexts.quote, edit: (field) => block(field, 'quote') },
  {
    icon: AtSign,
    name: editorTexts.mention,
    edit: ({ start, end }) => ({ from: start, to: end, insert: '@', start: start + 1, end: start + 1 }),
  },
];

/** An editor for Markdown. */
export function Editor({
  board,
  id,
  card,
  text,
  label,
  placeholder,
  isFocused,
  onText,
  onSave,
  onEscape,
}: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [preview, setPreview] = useState<string>();
  const [first] = useState(text);
  const isChanged = text !== first;
  const completion = useCompletion(field, board, card.cardPrefix);
  const { state } = completion;
  // In a layout effect, so that no key is lost if the user keeps typing.
  useLayoutEffect(() => {
    if (!field.current) return;
    grow(field.current);
    if (!isFocused) return;
    field.current.focus();
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  // Other viewers see that something is being written here.
  useEffect(() => (isChanged ? board.presence.write() : undefined), [isChanged]);
  const run = (edit: Edit | undefined, event?: Event) => {
    if (!edit || !field.current) return;
    event?.preventDefault();
    apply(field.current, edit);
  };
  const insertFiles = (files: readonly File[]) => {
    const done = upload(id, files);
    files.forEach((file, index) => void insertFile(field.current, file, done[index]));
  };
  const onKey = (event: KeyboardEvent) => {
    if (!field.current || completion.onKey(event) || event.isComposing) return;
    const now = fieldOf(field.current);
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
  };
  return (
    <div class="editor">
      <Toolbar
        isShown={preview !== undefined}
        turn={() => setPreview(preview === undefined ? (field.current?.value ?? '') : undefined)}
        run={(tool) => field.current && run(tool.edit(fieldOf(field.current)))}
        attach={insertFiles}
      />
      <textarea
        ref={field}
        class="input"
        rows={3}
        maxLength={10_000}
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
        onKeyDown={onKey}
        onBlur={completion.close}
        onPaste={(event) => {
          const files = filesIn(event.clipboardData);
          const plain = event.clipboardData?.getData('text/plain') ?? '';
          // A table copied from a spreadsheet comes as text and as a picture: take the text.
          if (files.length > 0 && !plain) {
            event.preventDefault();
            event.stopPropagation();
            insertFiles(files);
          } else run(pasted(fieldOf(event.currentTarget), plain), event);
        }}
        onDrop={(event) => {
          const files = filesIn(event.dataTransfer);
          if (files.length === 0) return;
          event.preventDefault();
          event.stopPropagation();
          insertFiles(files);
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

/** Inserts a placeholder while the file is uploaded, then its link. */
async function insertFile(
  field: HTMLTextAreaElement | null,
  file: File,
  done: ReturnType<typeof upload>[number] | undefined,
): Promise<void> {
  if (!field) return;
  const name = (file.name || fileTexts.unnamed).replace(/[[\]\n\\]/g, ' ');
  const holder = `[${fileTexts.uploading(name)}]()`;
  const { selectionStart: start } = field;
  const at = start + holder.length;
  apply(field, { from: start, to: field.selectionEnd, insert: holder, start: at, end: at });
  const attached = await done;
  const isPicture = /^image\/(?:png|jpeg|gif|webp|avif)$/.test(attached?.contentType ?? '');
  const made = attached ? `${isPicture ? '!' : ''}[${name}](${addressOfFile(attached.publicId)})` : '';
  replace(field, holder, made);
}

interface ToolbarProps {
  isShown: boolean;
  turn: () => void;
  run: (tool: Tool) => void;
  attach: (files: readonly File[]) => void;
}

/** One stop of the Tab key; arrow keys move between the tools. */
function Toolbar({ isShown, turn, run, attach }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(0);
  const onKey = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    buttons.at(next % buttons.length)?.focus();
  };
  const stop = (index: number) => ({ tabIndex: index === at ? 0 : -1, onFocus: () => setAt(index) });
  return (
    <div class="tools" ref={bar} role="toolbar" aria-label={editorTexts.tools} onKeyDown={onKey}>
      {tools.map((tool, index) => (
        <button
          key={tool.name}
          {...stop(index)}
          class="button plain small icon-only"
          type="button"
          disabled={isShown}
          aria-label={tool.name}
          title={tool.keys ? `${tool.name} (${editorTexts.withCtrl(tool.keys.toUpperCase())})` : tool.name}
          onClick={() => run(tool)}
        >
          <Icon of={tool.icon} />
        </button>
      ))}
      <button
        {...stop(tools.length)}
        class="button plain small icon-only"
        type="button"
        disabled={isShown}
        aria-label={fileTexts.attach}
        title={fileTexts.attach}
        onClick={() => picker.current?.click()}
      >
        <Icon of={Paperclip} />
      </button>
      <FileInput of={picker} take={attach} />
      <span class="room" />
      <button
        {...stop(tools.length + 1)}
        class="button plain small"
        type="button"
        aria-pressed={isShown}
        onClick={turn}
      >
        {editorTexts.preview}
      </button>
    </div>
  );
}
