import { TopBar } from '../app/top-bar.tsx';
import { t } from '../messages/t.ts';
import './opening.css';

/** Heights of cards in rems, in three lists: shapes of what is about to come. */
const lists = [
  [4, 5.5, 4, 7],
  [7, 4, 4],
  [4, 5.5],
];

/** A board that has not come yet: after a moment, its shapes in grey. */
export const Opening = () => (
  <div class="board-page opening">
    <TopBar tools={null}>
      <span class="bone" />
    </TopBar>
    <main>
      <p class="unseen" role="status">
        {t.loading}
      </p>
      <ul class="lists" aria-hidden="true">
        {lists.map((cards) => (
          <li key={cards.join()} class="list">
            <span class="bone" />
            {cards.map((height, index) => (
              <span key={`${index} ${height}`} class="card" style={{ blockSize: `${height}rem` }} />
            ))}
          </li>
        ))}
      </ul>
    </main>
  </div>
);
