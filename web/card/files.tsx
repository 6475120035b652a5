import { Ellipsis, File as FileIcon, Plus, RotateCw, X } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { here } from '../app/location.ts';
import { server } from '../app/session.ts';
import { cancel, retry, type Upload, uploads } from '../board/uploads.ts';
import { fileTexts } from '../messages/card.ts';
import { NameField } from '../ui/editable.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { deleteAttachment } from './commands.ts';
import { extensionOf, isPicture } from './file-kind.ts';
import type { CardPart } from './part.ts';
import { isPlainClick, showPicture } from './pictures.ts';
import { renameFile } from './renaming.ts';

type Attachment = CardPart['card']['attachments'][number];

type Small = ReplyOf<typeof routes.attachments.list>[number];

/** The thumbnails of the card's pictures; requested again when something on the card has changed. */
function useSmall({ id, card: { attachments } }: CardPart): ReadonlyMap<string, Small> {
  const [small, setSmall] = useState<ReadonlyMap<string, Small>>(new Map());
  useEffect(() => {
    if (attachments.length === 0) return;
    const off = new AbortController();
    server
      .ask(routes.attachments.list, { params: { cardPublicId: id } }, { signal: off.signal })
      .then(({ reply }) => setSmall(new Map(reply.map((each) => [each.publicId, each]))))
      // Without thumbnails, the file types are shown.
      .catch(() => {});
    return () => off.abort();
  }, [id, attachments]);
  return small;
}

/** The files of a card, and its uploads. */
export function Files(part: CardPart) {
  const { id, card, mayEdit, chooseFiles } = part;
  const small = useSmall(part);
  const under = uploads.value.filter(({ cardId }) => cardId === id);
  const count = under.length + card.attachments.length;
  if (count === 0) return null;
  return (
    <section class="files">
      <header>
        <h2>{fileTexts.title}</h2>
        <span class="count">{count}</span>
        <span class="room" />
        {mayEdit && (
          <button
            class="button plain small"
            type="button"
            aria-label={fileTexts.addFiles}
            onClick={chooseFiles}
          >
            <Icon of={Plus} /> {fileTexts.add}
          </button>
        )}
      </header>
      <ul>
        {card.attachments.map((each) => (
          <OneFile key={each.publicId} of={each} small={small.get(each.publicId)} {...part} />
        ))}
        {under.map((each) => (
          <OneUpload key={each.id} {...each} />
        ))}
      </ul>
    </section>
  );
}

function OneFile({ of, small, ...part }: CardPart & { of: Attachment; small: Small | undefined }) {
  const { publicId, originalFilename: name, size, url, contentType } = of;
  const address = here(url);
  const isShown = isPicture(contentType);
  const [isRenamed, setRenamed] = useState(false);
  const remove = () => part.board.doLater(deleteAttachment(part, publicId, name), fileTexts.deleted(name));
  return (
    <li class="file">
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        download={isShown ? undefined : name}
        aria-label={name}
        title={name}
        onClick={(event) => {
          if (!isShown || !isPlainClick(event)) return;
          event.preventDefault();
          showPicture(publicId);
        }}
      >
        <span class="shot" aria-hidden="true">
          {small?.preview ? (
            <img
              src={here(small.preview)}
              width={small.width ?? undefined}
              height={small.height ?? undefined}
              alt=""
              loading="lazy"
              draggable={false}
            />
          ) : (
            extensionOf(name) || <Icon of={FileIcon} size={20} />
          )}
        </span>
        {!isRenamed && (
          <span class="one-line" dir="auto">
            {name}
          </span>
        )}
      </a>
      {isRenamed && (
        <NameField
          value={name}
          label={fileTexts.name}
          isFile
          save={(next) => renameFile(part, publicId, name, next)}
          end={() => setRenamed(false)}
        />
      )}
      <span class="quiet">{fileTexts.size(size)}</span>
      <Menu
        label={fileTexts.menu(name)}
        icon={Ellipsis}
        items={() => [
          { text: fileTexts.download, run: () => download(address, name) },
          ...(part.mayEdit
            ? [
                { text: fileTexts.rename, run: () => setRenamed(true) },
                { text: fileTexts.delete, isFirst: true, run: remove },
              ]
            : []),
        ]}
      />
    </li>
  );
}

function download(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

function OneUpload({ id, file, state, progress, problem }: Upload) {
  const name = file.name || fileTexts.unnamed;
  const isFailed = state === 'failed';
  return (
    <li class="file" data-upload={state}>
      <span class="shot" aria-hidden="true">
        {extensionOf(name) || <Icon of={FileIcon} size={20} />}
      </span>
      <span class="one-line" dir="auto">
        {name}
      </span>
      {isFailed ? (
        <span class="danger" role="alert">
          {problem}
        </span>
      ) : (
        <progress value={progress} max={1} aria-label={fileTexts.uploading(name)} />
      )}
      {isFailed && <IconButton icon={RotateCw} name={fileTexts.retry(name)} run={() => retry(id)} />}
      <IconButton icon={X} name={fileTexts.cancel(name)} run={() => cancel(id)} />
    </li>
  );
}
