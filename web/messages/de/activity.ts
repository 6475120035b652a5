import type { BoardActivityKind } from '../../../contract/board-activities.ts';
import { boardActivityDays } from '../../../contract/board-activities.ts';
import { de as phrases } from '../../../contract/phrases/de.ts';
import { doneIn, phraseIn } from '../../../contract/phrases/phrases.ts';
import { byKey } from '../by.ts';
import { atStart, moment } from '../formats.ts';
import { byTexts } from './by.ts';
import { counted } from './counts.ts';

const phraseOf = (type: string): string => phraseIn(phrases, type);

const stepOf = (type: string): string => atStart(doneIn(phrases, type));

const changes = (count: number): string => counted(count, 'Änderung', 'Änderungen');

const kinds: Readonly<Record<BoardActivityKind, string>> = {
  cards: 'Hinzugefügt, archiviert, gelöscht',
  moves: 'Verschoben',
  comments: 'Kommentare',
  changes: 'Änderungen an Karten',
  board: 'Listen und Board',
};

export const activityTexts = {
  phraseOf,
  kinds,
  everyone: 'Alle',
  everything: 'Alles',
  person: 'Person',
  kind: 'Was geschah',
  someone: 'Jemand',
  by: byKey({ ...byTexts, key: (name) => `mit dem Schlüssel ${name}` }),
  undid: (count: number, name: string) => `hat ${changes(count)} von ${name} rückgängig gemacht`,
  theKey: (name: string) => `den Schlüssel ${name}`,
  theUndo: (name: string) => `das Rückgängigmachen von ${name}`,
  undo: 'Rückgängig …',
  undoOf: (name: string, at: string) => `Rückgängig machen: ${name}, seit ${moment(at)}`,
  undoTitle: (name: string) => `Rückgängig machen: ${name}`,
  since: (at: string) =>
    `Auf diesem Board, seit ${moment(at)}. Was andere seitdem geändert haben, bleibt, wie es ist.`,
  undoNow: (count: number) => (count === 0 ? 'Rückgängig machen' : `${changes(count)} rückgängig machen`),
  undone: (count: number, left: number) =>
    `${count === 0 ? 'Nichts wurde rückgängig gemacht' : `${changes(count)} rückgängig gemacht`}${left === 0 ? '' : `; ${counted(left, 'Änderung bleibt', 'Änderungen bleiben')}`}.`,
  nothingToUndo: 'Hier lässt sich nichts rückgängig machen.',
  stays: (count: number) => `${counted(count, 'Änderung bleibt', 'Änderungen bleiben')} bestehen`,
  stepOf,
  why: {
    changed: 'inzwischen von jemandem geändert',
    gone: 'nicht mehr vorhanden',
    impossible: 'lässt sich nicht rückgängig machen',
    refused: 'dir fehlt die Berechtigung',
  },
  andMore: (count: number) => `und ${count} weitere`,
  none: `Nichts dergleichen in den letzten ${boardActivityDays} Tagen.`,
  older: `Aktivität der letzten ${boardActivityDays} Tage. Was davor war, steht im Verlauf jeder Karte.`,
  more: 'Mehr zeigen',
  follow: 'In einem Feedreader verfolgen',
};
