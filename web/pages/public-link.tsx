import { useEffect, useRef } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/problem.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { panelTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { copy } from '../ui/copy.ts';
import { notice, toast } from '../ui/toast.tsx';

const copyAddress = async (address: string) => {
  if (await copy(address)) toast(t.linkCopied);
  else notice(address);
};

/** The address at which anyone reads a public board, and whether search engines may list it. */
export function PublicLink({ board, slug, mayShare }: { board: string; slug: string; mayShare: boolean }) {
  const params = { boardPublicId: board };
  const page = useResource(`public page ${board} ${slug}`, async (signal) => {
    return (await server.ask(routes.publicPages.get, { params }, { signal })).reply;
  });
  const known = page.value.value;
  const attempts = useRef(0);
  useEffect(() => {
    // The board was made public a moment ago, which the service may not know yet.
    if (known?.address !== null || attempts.current++ > 4) return undefined;
    const timer = setTimeout(() => void page.read(), 500 * attempts.current);
    return () => clearTimeout(timer);
  }, [known]);
  const allow = async (allowsIndexing: boolean) => {
    try {
      page.set((await server.ask(routes.publicPages.update, { params, body: { allowsIndexing } })).reply);
    } catch (error) {
      toast(problemOf(error));
      await page.read();
    }
  };
  return (
    <Loaded of={page}>
      {({ address, allowsIndexing }) =>
        address !== null && (
          <>
            <div class="row wrap">
              <button class="button" type="button" onClick={() => void copyAddress(address)}>
                {panelTexts.copyPublicLink}
              </button>
              <a class="button plain" href={address} target="_blank" rel="noopener">
                {panelTexts.openPublicPage}
              </a>
            </div>
            {mayShare && (
              <div>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={allowsIndexing}
                    onChange={({ currentTarget }) => void allow(currentTarget.checked)}
                  />
                  {panelTexts.allowsIndexing}
                </label>
                <p class="quiet fine">{panelTexts.allowsIndexingHint}</p>
              </div>
            )}
          </>
        )
      }
    </Loaded>
  );
}
