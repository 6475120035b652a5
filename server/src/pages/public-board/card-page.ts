import { type Html, html } from '../../base/html.ts';
import type { PublicBoardRow } from '../../reading/public-board.ts';
import { topOf } from './document.ts';
import { counted, dueBadge, icon, labelList } from './parts.ts';
import type { ShownCard } from './read.ts';

type Checklist = ShownCard['checklists'][number];

const itemOf = ({ title, completed }: Checklist['items'][number]): Html =>
  html`<li class="${completed ? 'item done' : 'item'}">${icon(completed ? 'done' : 'open')}<span class="unseen">${completed ? 'Done:' : 'Open:'}</span> <span dir="auto">${title}</span></li>`;

function checklistOf({ name, items }: Checklist, isCut: boolean): Html {
  const done = items.filter(({ completed }) => completed).length;
  return html`<section class="checklist"><h2><span dir="auto">${name}</span> ${!isCut && html`<span class="quiet">${done}/${items.length}</span>`}</h2>${
    isCut ? html`<p class="quiet">It is too long to be shown here.</p>` : html`<ul>${items.map(itemOf)}</ul>`
  }</section>`;
}

/** What only members see. */
function hiddenOf({ commentCount, attachmentCount }: ShownCard): Html | false {
  const parts = [
    commentCount > 0 && counted(commentCount, 'comment', 'comments'),
    attachmentCount > 0 && counted(attachmentCount, 'file', 'files'),
  ].filter((each) => each !== false);
  return (
    parts.length > 0 && html`<p class="quiet hidden-parts">${parts.join(' and ')}: only members see them.</p>`
  );
}

/** A card. Its description is shown as written, until the script has formatted it. */
export const cardBody = (of: PublicBoardRow, card: ShownCard, board: string): Html => html`${topOf({
  workspace: of.workspaceName,
  board: of.name,
  address: board,
  boardId: of.id,
  open: `/c/${card.id}`,
})}
<main class="card-page"><article>
<p class="quiet facts"><a href="${board}" data-back>Back to the board</a> · <span dir="auto">${card.list}</span> · ${of.cardPrefix}-${card.number}</p>
<h1 dir="auto">${card.title}</h1>
${labelList(card.labels)}${card.dueDate !== null && html`<p class="badges">${dueBadge(card.dueDate)}</p>`}
${card.description !== null && card.description !== '' && html`<div class="markdown plain" dir="auto" data-markdown>${card.description}</div>`}
${card.checklists.map((each) => checklistOf(each, card.isCut))}
${hiddenOf(card)}</article></main>`;

/** What previews of links and search engines say about a card. */
export const cardDescription = (of: PublicBoardRow, { description, list }: ShownCard): string => {
  const text = (description ?? '').slice(0, 1000).replace(/\s+/g, ' ').trim();
  return (text === '' ? `${list} · ${of.name}` : text).slice(0, 200).toWellFormed();
};

/** The page where there is no public board, or no such card on one. */
export const nothingBody: Html = html`<main class="nothing"><img src="/icon.svg" alt="Taskboard" width="40" height="40">
<h1>There is nothing here</h1>
<p class="quiet">The board is not public, or it is gone. If you are a member, sign in to see it.</p>
<a class="button primary" href="/sign-in">Sign in</a></main>`;
