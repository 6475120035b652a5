import { Invalid } from '../base/errors.ts';
import type { Service } from '../base/service.ts';
import { incomingIn } from '../base/storage/open.ts';
import { Spool } from '../base/storage/spool.ts';
import { type BoardContents, type BoardTool, fromProvider, tokenFor } from '../integrations/flows.ts';
import { readAttachments } from './boardtool-json/attachments.ts';
import { coverIn, highestNumber, readCard } from './boardtool-json/cards.ts';
import { readChecklists } from './boardtool-json/checklists.ts';
import { readCustomFields } from './boardtool-json/custom-fields.ts';
import { type Fields, fieldsOf, textOf } from './boardtool-json/fields.ts';
import { importedLists, readLists } from './boardtool-json/lists.ts';
import { countLosses } from './boardtool-json/losses.ts';
import { type Aside, type Collected, collect } from './boardtool-rest/collect.ts';
import { fileOf, hindranceOf } from './boardtool-rest/files.ts';
import { duringImport } from './boardtool-rest/statuses.ts';
import { trelloLink } from './card-links.ts';
import type { Reader } from './flows/run-import.ts';
import type { ImportedBoard, ImportedCard } from './imported-board.ts';
import { Warnings } from './warnings.ts';

/** Reads boards of the board tool over its API, with the token of the user who asked for the import. */
export const boardtoolReader =
  (service: Service, boardtool: BoardTool): Reader =>
  async ({ actor, options, signal }) => {
    const { config } = service;
    const token = await tokenFor(service, actor, 'boardtool');
    if (token === undefined) throw new Invalid('not-connected', { provider: 'boardtool' });
    const contents = boardtool.contents(token, textOf(options.board), signal);
    const spool = await Spool.in(incomingIn(config.dataDir));
    const close = () => spool.close();
    try {
      const collected = await fromProvider(duringImport, collect(contents, spool, new Warnings()));
      return { ...boardOf(collected, { contents, spool, ...config }), close };
    } catch (error) {
      await close();
      throw error;
    }
  };

/*
 * The provider lists cards and comments by age, but they are written list by list. So they are collected in an unnamed file
 * first (`base/storage/spool.ts`) and read again card by card. Requests take turns, wait for short rate limits and are
 * repeated after a short failure (`integrations/boardtool/retries.ts`); a longer one postpones the import.
 */

interface From {
  contents: BoardContents;
  spool: Spool;
  maxUploadSize: number;
}

function boardOf(collected: Collected, from: From): ImportedBoard {
  const { frame, cards, labels, people, history, warnings } = collected;
  const heads = [...cards.values()].map(({ head }) => head);
  const lists = readLists({ ...frame, cards: heads }, warnings);
  countLosses(frame, [], warnings);
  const fields = readCustomFields(frame, warnings);
  const surroundings = { labels, people, history, fields };
  const hindrance = hindranceOf(from.maxUploadSize);
  const read = async ({ place, comments }: Aside, list: number): Promise<ImportedCard> => {
    const card = fieldsOf(await from.spool.get(place));
    const id = textOf(card.id);
    const { description, files } = readAttachments(card, people, hindrance, warnings);
    const cover = files.find((file) => file.id === coverIn(card));
    countLosses({}, [cover ? { ...card, cover: null, idAttachmentCover: null } : card], warnings);
    return readCard(card, list, surroundings, {
      description,
      checklists: readChecklists({}, [card], { people, warnings })(id),
      comments: await allOf(from.spool, comments),
      attachments: files.map((file) => ({
        ...fileOf(from.contents, id, file, people),
        isCover: file === cover,
      })),
    });
  };
  return {
    name: textOf(frame.name),
    lists: importedLists(lists, history),
    labels: labels.labels,
    fields: fields.fields,
    people: people.people,
    cards: (async function* () {
      for (const [index, list] of lists.entries()) {
        for (const { id } of list.cards) {
          const aside = cards.get(textOf(id));
          if (aside) yield await read(aside, index);
        }
      }
    })(),
    total: cards.size,
    highestNumber: highestNumber(heads),
    cardLink: trelloLink,
    warnings,
  };
}

async function allOf(spool: Spool, places: Aside['comments']): Promise<Fields[]> {
  const all: Fields[] = [];
  for (const place of places) all.push(fieldsOf(await spool.get(place)));
  return all;
}
