import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { Form } from '../../app/form.tsx';
import { usePages } from '../../app/pages-of.ts';
import { server } from '../../app/session.ts';
import { operatorTexts as texts } from '../../messages/operator.ts';
import { t } from '../../messages/t.ts';
import { takesFocus } from '../../ui/focus.ts';
import { Head } from '../settings-frame.tsx';
import { Find, More } from './accounts.tsx';

type Size = ReplyOf<typeof routes.operator.workspaces>['workspaces'][number];

/** The workspaces of the installation, how large they are, and how large their files may get. */
export function Workspaces() {
  const [search, find] = useState('');
  const pages = usePages<Size>(`sizes ${search}`, async (cursor, signal) => {
    const query = { ...(cursor ? { cursor } : {}), ...(search ? { search } : {}) };
    const { reply } = await server.ask(routes.operator.workspaces, { query }, { signal });
    return { items: reply.workspaces, nextCursor: reply.nextCursor };
  });
  return (
    <section>
      <Head title={texts.workspaces} />
      <Find label={texts.findWorkspace} find={find} />
      <ul class="rows operated">
        {pages.items?.map((workspace) => (
          <WorkspaceRow key={workspace.publicId} workspace={workspace} again={pages.again} />
        ))}
      </ul>
      <More of={pages} />
    </section>
  );
}

interface RowProps {
  workspace: Size;
  again: () => Promise<void>;
}

function WorkspaceRow({ workspace, again }: RowProps) {
  const [isEdited, setEdited] = useState(false);
  const { name, slug, deletedAt, counted, quotaBytes } = workspace;
  const isFull = counted !== null && quotaBytes !== null && counted.bytes >= quotaBytes;
  return (
    <li>
      <div class="grow">
        <p class="one-line" dir="auto">
          {name}
        </p>
        <p class="quiet">
          {slug} ·{' '}
          {counted
            ? texts.counts(counted.members, counted.boards, counted.cards, texts.size(counted.bytes))
            : texts.notCounted}
          {quotaBytes !== null && ` · ${texts.quotaIs(texts.size(quotaBytes))}`}
        </p>
      </div>
      {isFull && <span class="pill">{texts.isFull}</span>}
      {deletedAt && <span class="pill">{texts.inTrash}</span>}
      {isEdited ? (
        <Quota workspace={workspace} again={again} close={() => setEdited(false)} />
      ) : (
        <button
          class="button plain small"
          type="button"
          aria-label={texts.quotaOf(name)}
          onClick={() => setEdited(true)}
        >
          {texts.quota}
        </button>
      )}
    </li>
  );
}

const megabyte = 1_000_000;

/** The form of the quota, which is set in megabytes. */
function Quota({ workspace, again, close }: RowProps & { close: () => void }) {
  const { publicId: workspacePublicId, storageQuota } = workspace;
  return (
    <Form
      submit={t.save}
      isQuiet
      cancel={close}
      onSubmit={async ({ quota = '' }) => {
        const body = { storageQuota: quota === '' ? null : Math.round(Number(quota) * megabyte) };
        await server.ask(routes.operator.updateWorkspace, { params: { workspacePublicId }, body });
        close();
        await again();
      }}
    >
      <label class="field">
        <span class="field-label">{texts.quotaInMegabytes}</span>
        <input
          class="input"
          name="quota"
          type="number"
          inputMode="decimal"
          min={0}
          max={1_000_000_000}
          step="any"
          defaultValue={storageQuota === null ? '' : String(storageQuota / megabyte)}
          ref={takesFocus}
        />
      </label>
      <p class="quiet">{texts.quotaHint}</p>
    </Form>
  );
}
