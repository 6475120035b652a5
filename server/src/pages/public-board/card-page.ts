import { type Html, html } from '../../base/html.ts';
import type { PublicBoardRow } from '../../reading/public-board.ts';
import { topOf } from './document.ts';
import { dueBadge, icon, labelList } from './parts.ts';
import type { ShownCard } from './read.ts';
import type { Spoken } from './texts.ts';

type Checklist = ShownCard['checklists'][number];

const itemOf = ({ title, completed }: Checklist['items'][number], t: Spoken): Html =>
  html`<li class="${completed ? 'item done' : 'item'}">${icon(completed ? 'done' : 'open')}<span class="unseen">${completed ? t.isDone : t.isOpen}</span> <span dir="auto">${title}</span></li>`;

function checklistOf({ name, items }: Checklist, isCut: boolean, t: Spoken): Html {
  const done = items.filter(({ completed }) => completed).length;
  return html`<section class="checklist"><h2><span dir="auto">${name}</span> ${!isCut && html`<span class="quiet">${done}/${items.length}</span>`}</h2>${
    isCut ? html`<p class="quiet">${t.tooLong}</p>` : html`<ul>${items.map((item) => itemOf(item, t))}</ul>`
  }</section>`;
}

/** What only members see. */
function hiddenOf({ commentCount, attachmentCount }: ShownCard, t: Spoken): Html | false {
  const parts = [
    commentCount > 0 && t.counted(commentCount, t.comments),
    attachmentCount > 0 && t.counted(attachmentCount, t.files),
  ].filter((each) => each !== false);
  return parts.length > 0 && html`<p class="quiet hidden-parts">${t.hidden(t.list(parts))}</p>`;
}

/** A card. Its description is shown as written, until the script has formatted it. */
export const cardBody = (of: PublicBoardRow, card: ShownCard, board: string, t: Spoken): Html => html`${topOf(
  t,
  {
    workspace: of.workspaceName,
    board: of.name,
    address: board,
    boardId: of.id,
    open: `/c/${card.id}`,
  },
)}
<main class="card-page"><article>
<p class="quiet facts"><a href="${board}" data-back>${t.back}</a> · <span dir="auto">${card.list}</span> · <bdi>${of.cardPrefix}-${card.number}</bdi></p>
<h1 dir="auto">${card.title}</h1>
${labelList(card.labels)}${card.dueDate !== null && html`<p class="badges">${dueBadge(card.dueDate, t)}</p>`}
${card.description !== null && card.description !== '' && html`<div class="markdown plain" dir="auto" data-markdown>${card.description}</div>`}
${card.checklists.map((each) => checklistOf(each, card.isCut, t))}
${hiddenOf(card, t)}</article></main>`;

/** What previews of links and search engines say about a card. */
export const cardDescription = (of: PublicBoardRow, { description, list }: ShownCard): string => {
  const text = (description ?? '').slice(0, 1000).replace(/\s+/g, ' ').trim();
  return (text === '' ? `${list} · ${of.name}` : text).slice(0, 200).toWellFormed();
};

/** The page where there is no public board, or no such card on one. */
export const nothingBody = ({
  nothing: t,
}: Spoken): Html => html`<main class="nothing"><img src="/icon.svg" alt="Taskboard" width="40" height="40">
<h1>${t.heading}</h1>
<p class="quiet">${t.hint}</p>
<a class="button primary" href="/sign-in">${t.signIn}</a></main>`;
