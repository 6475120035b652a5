import { openBoard } from '../board/open.ts';
import { closeOverlay } from '../board/overlay.ts';
import { t } from '../messages/t.ts';
import { Keys } from '../ui/menu.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { caps } from './bindings.ts';
import { isOffered } from './command.ts';
import { isApple, setSingleKeys, singleKeys } from './single-keys.ts';
import { commands } from './table.ts';

/** All key bindings of the table of commands. */
export function Help() {
  const groups = Map.groupBy(
    commands.filter((each) => each.keys && isOffered(each, { board: openBoard.value })),
    ({ group }) => group,
  );
  return (
    <Sheet title={t.commands.titles.help} isWide close={closeOverlay}>
      <label class="choice single-keys">
        <input
          type="checkbox"
          role="switch"
          checked={singleKeys.value}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
        <span>
          {t.commands.single}
          <span class="quiet">{t.commands.singleHint}</span>
        </span>
      </label>
      <div class="help">
        {[...groups].map(([group, all]) => (
          <section key={group}>
            <h3>{t.commands.groups[group]}</h3>
            <dl>
              {all.map(({ id, keys = [] }) => (
                <div key={id}>
                  <dt>{t.commands.titles[id]}</dt>
                  <dd>
                    {keys.map((each) => (
                      <Keys key={each} of={caps(each, isApple)} isSpoken />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  );
}
