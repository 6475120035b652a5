/*
 * Tables as other programs export them: their headings, forms of dates and separators are theirs, the content is made up. Each
 * is of the same few things to do.
 */

const rows = (...lines: string[]): string => `${lines.join('\r\n')}\r\n`;

export const tables = {
  jira: rows(
    'Summary,Issue key,Issue id,Issue Type,Status,Project key,Project name,Priority,Resolution,Assignee,Assignee Id,Reporter,Creator,Created,Updated,Last Viewed,Resolved,Due date,Labels,Labels,Description,Watchers,Sprint,Sprint,Custom field (Rank),Custom field (Story Points),Custom field (Start date),Custom field (Approved),Parent,Inward issue link (Blocks),Attachment,Comment,Comment,Status Category',
    'Paint the hull,DOCK-7,10070,Task,In Progress,DOCK,Dry dock,High,,"Lee, Ann",5b10a2,Bo Hansen,Bo Hansen,05/Oct/25 9:12 AM,06/Oct/25 10:00 AM,06/Oct/25 10:00 AM,,24/Dec/25 12:00 AM,hull,paint,"Two coats, then *sand*",Ann,Sprint 1,Sprint 2,0|i0001:,3.0,01/Dec/25 12:00 AM,Yes,DOCK-3,DOCK-9,05/Oct/25 9:20 AM;5b10a2;plan.png;https://example.com/a/plan.png,05/Oct/25 9:30 AM;5b10a2;Which colour?,06/Oct/25 8:00 AM;5b10a3;Blue.,In Progress',
    'Refit the galley,DOCK-3,10030,Epic,Done,DOCK,Dry dock,Low,Done,,,Bo Hansen,Bo Hansen,01/Oct/25 2:05 PM,02/Oct/25 2:05 PM,,02/Oct/25 2:05 PM,,,,,,Sprint 1,,0|i0002:,8.0,,,,,,,,Done',
    'Order rope,DOCK-9,10090,Bug,To Do,DOCK,Dry dock,High,,Ann Lee,5b10a2,Ann Lee,Ann Lee,07/Oct/25 12:30 PM,07/Oct/25 12:30 PM,,,,rope,,,,,,0|i0003:,,,,,,,,,To Do',
  ),
  asana: rows(
    'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task,Blocked By (Dependencies),Blocking (Dependencies),Effort',
    '1201000000000001,2026-01-05,,2026-01-06,Paint the hull,Doing,Ann Lee,ann@example.com,2026-01-10,2026-01-24,"hull,paint","Two coats,\nthen sand",Dry dock,Refit the galley,Order rope,,High',
    '1201000000000002,2026-01-05,2026-02-01,2026-02-01,Refit the galley,Done,,,,,,,Dry dock,,,,',
    '1201000000000003,2026-01-07,,2026-01-07,Order rope,Doing,Bo Hansen,bo@example.com,,,rope,,Dry dock,,,Paint the hull,Low',
  ),
  linear: rows(
    'ID,Team,Title,Description,Status,Estimate,Priority,Project ID,Project,Creator,Assignee,Labels,Cycle Number,Cycle Name,Cycle Start,Cycle End,Created,Updated,Started,Triaged,Completed,Canceled,Archived,Due Date,Parent issue,Initiatives,Project Milestone ID,Project Milestone,SLA Status',
    'DCK-7,Dock,Paint the hull,\'- two coats,In Progress,3,High,8f6c,Refit,bo@example.com,ann@example.com,"hull, paint",4,Spring,2026-05-04,2026-05-18,Wed May 13 2026 08:15:30 GMT+0000 (GMT),Thu May 14 2026 08:15:30 GMT+0000 (GMT),Wed May 13 2026 09:00:00 GMT+0000 (GMT),,,,,2026-06-24,DCK-3,,,,',
    'DCK-3,Dock,Refit the galley,,Done,8,No priority,8f6c,Refit,bo@example.com,,,,,,,Fri May 01 2026 14:05:00 GMT+0000 (GMT),Sat May 02 2026 14:05:00 GMT+0000 (GMT),,,Sat May 02 2026 14:05:00 GMT+0000 (GMT),,,,,,,,',
    'DCK-9,Dock,Order rope,,Todo,,Urgent,,Supplies,ann@example.com,bo@example.com,rope,,,,,Mon May 18 2026 12:30:00 GMT+0000 (GMT),Mon May 18 2026 12:30:00 GMT+0000 (GMT),,,,,,,,,,,',
  ),
  todoist: rows(
    'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG',
    'meta,view_style=board,,,,,,,,,,,,',
    'task,Order rope @rope,,4,1,Ann (48151623),,,,Europe/Oslo,,None,,',
    'section,Doing,,,,,,,,,,,,',
    'task,Refit the galley,,2,1,Bo (48151624),Ann (48151623),,,Europe/Oslo,,None,,',
    'task,Paint the hull @hull @paint,Two coats,1,2,Bo (48151624),Ann (48151623),Oct 5 2026,en,Europe/Oslo,90,minute,2026-10-09,en',
    'note,Which colour?,,,,Bo (48151624),,,,,,,,',
    'task,Check the moorings,,4,1,Bo (48151624),,every monday at 9am,en,Europe/Oslo,,None,,',
  ),
  clickup: rows(
    'Task Type,Task ID,Task Custom ID,Task Name,Task Content,Status,Date Created,Date Created Text,Due Date,Due Date Text,Start Date,Start Date Text,Parent ID,Attachments,Assignees,Tags,Priority,List Name,Folder Name,Space Name,Time Estimated,Time Estimated Text,Checklists,Comments,Assigned Comments,Budget (currency),Supplier (drop down)',
    'Task,86c1aa,,Paint the hull,Two coats,in progress,1759655520000,10/5/2025,1766534400000,12/24/2025,1764547200000,12/1/2025,86c1bb,"[{""title"":""plan.png"",""url"":""https://example.com/plan.png""}]","[Ann Lee,Bo Hansen]","[hull, paint]",2,Refit,Yard,Dock,3600000,1h,"{""Steps"":[""sand"",""prime""]}","[{""text"":""Which colour?"",""by"":""bo@example.com"",""date"":""1759655580000""}]",0,1200.50,Chandler',
    'Task,86c1bb,,Refit the galley,,Closed,1759327500000,10/1/2025,,,,,,,[],[],,Refit,Yard,Dock,,,{},,0,,Chandler',
    'Task,86c1cc,,Order rope,,to do,1759840200000,10/7/2025,,,,,,,[Bo Hansen],[rope],1,Supplies,Yard,Dock,,,,,0,80,Ropery',
  ),
  notion: rows(
    'Name,Assign,Status,Due,Tags,Priority,Parent task,Approved,Pages,Created time,Last edited time',
    '"Paint the hull","Ann Lee, Bo Hansen",In progress,"January 5, 2026 → January 9, 2026","hull, paint",High,Refit the galley (https://www.notion.so/Refit-0a1b2c),Yes,3,"October 5, 2025 9:12 AM","October 6, 2025 9:12 AM"',
    'Refit the galley,,Done,"January 2, 2026",,Low,,No,12,"October 1, 2025 2:05 PM","October 6, 2025 9:12 AM"',
    'Order rope,Ann Lee,Not started,,rope,High,,No,1,"October 7, 2025 12:30 PM","October 7, 2025 12:30 PM"',
  ),
  monday: rows(
    'Dry dock,,,,,,,',
    'Afloat,,,,,,,',
    'Name,Subitems,Person,Status,Date,Timeline - Start,Timeline - End,Item ID (auto generated)',
    'Paint the hull,sand,Ann Lee,Working on it,,2026-01-05,2026-01-24,1000000001',
    'Subitems,Name,Owner,Status,Date,Item ID (auto generated),,',
    ',sand,Bo Hansen,Done,2026-01-06,2000000001,,',
    ',prime,,Stuck,,2000000002,,',
    'Order rope,,"Ann Lee, Bo Hansen",Stuck,2026-01-07,,,1000000002',
    ',,,,2026-01-05 to 2026-01-24,,,',
    'Ashore,,,,,,,',
    'Name,Subitems,Person,Status,Date,Timeline - Start,Timeline - End,Item ID (auto generated)',
    'Refit the galley,,,Done,2026-01-02,,,1000000003',
  ),
  planner: rows(
    'Task ID,Task Name,Bucket Name,Progress,Priority,Assigned To,Created By,Created Date,Start Date,Due Date,Is Recurring,Late,Completed Date,Completed By,Completed Checklist Items,Checklist Items,Labels,Description',
    'kX0001,Paint the hull,Doing,In progress,Important,Ann Lee;Bo Hansen,Bo Hansen,10/05/2025,12/01/2025,12/24/2025,false,false,,,1/2,sand;prime,hull;paint,Two coats',
    'kX0002,Refit the galley,Done,Completed,Low,,Bo Hansen,10/01/2025,,,false,false,10/02/2025,Bo Hansen,,,,',
    'kX0003,Order rope,Doing,Not started,Urgent,Bo Hansen,Ann Lee,10/07/2025,,10/09/2025,false,true,,,,,rope,',
  ),
  github: [
    'Title\tURL\tAssignees\tStatus\tLabels\tMilestone\tRepository\tLinked pull requests\tReviewers\tParent issue\tSub-issues progress\tEstimate\tStart date\tTarget date',
    'Paint the hull\thttps://github.com/dock/refit/issues/7\tann, bo\tIn progress\thull, paint\tSpring\tdock/refit\thttps://github.com/dock/refit/pull/12\tbo\thttps://github.com/dock/refit/issues/3\t\t3\t2026-01-05\tJan 24, 2026',
    'Refit the galley\thttps://github.com/dock/refit/issues/3\t\tDone\t\tSpring\tdock/refit\t\t\t\t1/2\t8\t\t',
    'Order rope\t\tbo\tTodo\t\t\t\t\t\t\t\t1\t\t',
    '',
  ].join('\n'),
  gitlab: rows(
    'Title,Description,Issue ID,URL,State,Author,Author Username,Assignee,Assignee Username,Confidential,Locked,Due Date,Created At (UTC),Updated At (UTC),Closed At (UTC),Milestone,Weight,Labels,Time Estimate,Time Spent',
    'Paint the hull,"Two coats, then sand",7,https://gitlab.com/dock/refit/-/issues/7,Open,Bo Hansen,bo,Ann Lee,ann,No,No,2026-01-24,2025-10-05 09:12:00,2025-10-06 09:12:00,,Spring,3,"hull,paint",28800,0',
    'Refit the galley,,3,https://gitlab.com/dock/refit/-/issues/3,Closed,Bo Hansen,bo,,,No,No,,2025-10-01 14:05:00,2025-10-02 14:05:00,2025-10-02 14:05:00,Spring,8,,0,3600',
    'Order rope,,9,https://gitlab.com/dock/refit/-/issues/9,Open,Ann Lee,ann,Bo Hansen,bo,Yes,No,,2025-10-07 12:30:00,2025-10-07 12:30:00,,,,rope,0,0',
  ),
  trello: rows(
    'Card ID,Card Name,Card URL,Card Description,Labels,Members,Due Date,Attachment Count,Attachment Links,Checklist Item Total Count,Checklist Item Completed Count,Vote Count,Comment Count,Last Activity Date,List ID,List Name,Board ID,Board Name,Archived,Start Date,Due Complete,Points',
    '5f01,Paint the hull,https://trello.com/c/a1/7,Two coats,"hull (red), paint (sky_light)","Ann Lee (annlee), Bo Hansen (bo)",2026-01-24T10:00:00.000Z,1,https://example.com/plan.png,2,1,0,1,2025-10-06T09:12:00.000Z,5a01,Doing,5b01,Dry dock,false,2026-01-05T10:00:00.000Z,false,3',
    '5f02,Refit the galley,https://trello.com/c/b2/3,,,,,0,,0,0,0,0,2025-10-06T09:12:00.000Z,5a02,Done,5b01,Dry dock,true,,true,8',
    '5f03,Order rope,https://trello.com/c/c3/9,,rope (green),Bo Hansen (bo),,0,,0,0,0,0,2025-10-06T09:12:00.000Z,5a01,Doing,5b01,Dry dock,false,,false,',
  ),
  own: `\ufeff${rows(
    'Board,List,Number,Title,Description,Labels,Members,Start date,Due date,Completed,Archived at,Created at,Created by,Checklists,Attachments,Parent,Blocked by,Relates to,Duplicates,Id,Stage,Cost,Description (field)',
    'Dry dock,Doing,WEB-7,Paint the hull,Two coats,"hull, paint","Ann Lee, Bo Hansen",2026-01-05,2026-01-24,,,2025-10-05T09:12:00.000Z,Bo Hansen,"Steps\n[x] sand\n[ ] prime",plan.png,WEB-3,WEB-9,,,mi8f3k2a7q0x,Draft,1200.5,short',
    'Dry dock,Done,WEB-3,Refit the galley,,,,,,2025-10-02T14:05:00.000Z,,2025-10-01T14:05:00.000Z,Bo Hansen,,,,,WEB-9,,mi8f3k2a7q0y,Final,,',
    'Dry dock,Doing,WEB-9,Order rope,,rope,Bo Hansen,,,,,2025-10-07T12:30:00.000Z,Ann Lee,,,,,WEB-3,WEB-3,mi8f3k2a7q0z,Draft,80,',
  )}`,
  plain: rows(
    'Task,Status,Tags,Assigned to,Deadline,Notes,Priority,Cost,Website,Paid,Contact',
    'Paint the hull,Doing,"hull, paint",Ann Lee <ann@example.com>,24 December 2025,Two coats,High,"1,200.50",https://example.com/hull,yes,bo@example.com',
    'Refit the galley,Done,,,,,Low,80,,no,',
    'Order rope,Doing,rope,Bo Hansen,7 Jan 2026,,High,7.5,https://example.com/rope,no,ann@example.com',
  ),
  german: [
    'Titel;Beschreibung;Spalte;Schlagwörter;Zuständig;Fällig am;Erledigt;Aufwand;Priorität',
    'Rumpf streichen;Zwei Anstriche;In Arbeit;Rumpf, Farbe;Ann Lee;24.12.2025;nein;1.200,50;Hoch',
    'Kombüse umbauen;;Fertig;;;5. Januar 2026;ja;3,5;Niedrig',
    '',
  ].join('\n'),
  french: `\ufeff${rows(
    'Titre;Description;Statut;Étiquettes;Assigné à;Date de début;Date d’échéance;Terminé;Budget;Priorité',
    'Repeindre la coque;"Deux couches, puis poncer";En cours;coque, peinture;Ann Lee;05/01/2026;24/12/2026;non;1\u202f200,50 €;Haute',
    'Refaire la cuisine;;Fini;;;;5 févr. 2026 à 14h30;oui;1.250;Basse',
  )}`,
  spanish: rows(
    'Tarea;Notas;Estado;Etiquetas;Responsable;Fecha de vencimiento;Hecho;Coste;Prioridad',
    'Pintar el casco;Dos capas;En curso;casco, pintura;Ann Lee;05/12/2026;no;1.200,50;Alta',
    'Reformar la cocina;;Listo;;;31 de diciembre de 2026, 2:30 p. m.;sí;80;Baja',
  ),
  hebrew: rows(
    'משימה,תיאור,סטטוס,תגיות,אחראי,תאריך יעד,בוצע,עלות,עדיפות',
    'צביעת הגוף,שתי שכבות,בביצוע,"גוף, צבע",דנה לוי,05/12/2026,לא,"1,200.50",גבוהה',
    'שיפוץ המטבח,,הסתיים,,,"יום ה׳, 31 בדצמ׳ 2026",כן,‎80 ₪,נמוכה',
  ),
} as const;

export type TableName = keyof typeof tables;
