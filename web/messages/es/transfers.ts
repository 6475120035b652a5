import type { ColumnUse } from '../../../contract/import-columns.ts';
import type { UploadFormat } from '../../../contract/imports.ts';
import { counted, number, size } from './counts.ts';

const cards = (count: number) => counted(count, 'tarjeta', 'tarjetas');

interface FormatText {
  name: string;
  hint: string;
  hasSeveral?: true;
}

const formats: Readonly<Record<UploadFormat, FormatText>> = {
  'boardtool-json': {
    name: 'Trello',
    hint: 'En el menú del tablero, elige «Imprimir, exportar y compartir» y luego «Exportar como JSON».',
  },
  wekan: {
    name: 'WeKan',
    hint: 'En el menú del tablero, elige «Exportar tablero» y luego JSON, o el zip para incluir los adjuntos.',
  },
  vikunja: {
    name: 'Vikunja',
    hint: 'En tus ajustes, elige «Exportación de datos»; Vikunja te envía un correo con el zip. Contiene todos tus proyectos: nombra uno.',
    hasSeveral: true,
  },
  kanboard: {
    name: 'Kanboard',
    hint: 'En el menú del proyecto, elige «Exportar» y luego «Tareas». No incluye descripciones ni comentarios: Kanboard no los exporta.',
  },
  planka: {
    name: 'PLANKA',
    hint: 'PLANKA no tiene exportación: guarda lo que responde su API a GET /api/boards/(número del tablero). No incluye comentarios.',
  },
  csv: {
    name: 'CSV',
    hint: 'Una tabla de cualquier programa, como Jira, Asana, Linear, Todoist, ClickUp, Notion, Monday, Planner, GitHub o GitLab, con una fila por tarjeta. Ves sus columnas y eliges en qué se convierten.',
  },
  native: {
    name: 'Taskboard',
    hint: 'Un zip hecho con «Exportar» aquí o en otro Taskboard, en el formato «Todo».',
    hasSeveral: true,
  },
};

const ofAddress = {
  create: 'Crear URL',
  once: 'Tu URL. Cópiala ahora: no se volverá a mostrar.',
  copy: 'Copiar URL',
  copied: 'URL copiada',
  created: (day: string) => `Tienes una URL, creada el ${day}. Solo se mostró entonces.`,
  renew: 'Crear una URL nueva',
  revoke: 'Revocar',
  revokeQuestion: 'La URL dejará de funcionar al instante.',
};

export const transferTexts = {
  formats,
  imports: {
    title: 'Importar un tablero',
    hint: 'Cada archivo se convierte en un tablero nuevo, o en más listas de uno existente. Cuando se haya subido, puedes cerrar esta página.',
    choose: 'Elegir archivos',
    drop: 'o suéltalos aquí: exportaciones de Trello, Jira, Asana y otros',
    dropNow: 'Suelta para importar',
    chosen: 'Archivos elegidos',
    formatOf: (file: string) => `Formato de ${file}`,
    unknown: 'Elige un formato',
    remove: (file: string) => `Quitar ${file}`,
    board: 'Tablero, si hay varios',
    boardOf: (file: string) => `Tablero de ${file}, si hay varios`,
    into: 'Importar en',
    newBoard: 'Un tablero nuevo por archivo',
    intoHint: 'Las listas de los archivos irán después de las del tablero.',
    start: (files: number) => `Importar ${counted(files, 'archivo', 'archivos')}`,
    which: '¿Qué archivos se pueden importar?',
    all: 'Importaciones',
    kept: 'Las importaciones se muestran durante 30 días.',
    none: 'Aún no se ha importado nada.',
    more: (count: number) => `Mostrar ${number(count)} más`,
    uploading: (sent: number, of: number) => `Subiendo: ${size(sent)} de ${size(of)}`,
    queued: 'Esperando para subir',
    interrupted: 'La subida se interrumpió. Comprueba tu conexión e inténtalo de nuevo.',
    tooLarge:
      'Este archivo es demasiado grande. La administración del servicio puede permitir archivos mayores con el ajuste MAX_UPLOAD_SIZE.',
    forbidden: 'No tienes permiso para crear tableros en este espacio de trabajo.',
    progressOf: (name: string) => `Progreso de ${name}`,
    cancelNamed: (name: string) => `Cancelar la importación de ${name}`,
    retryNamed: (name: string) => `Volver a intentar importar ${name}`,
    chooseAgain: 'Elige otra vez el archivo para reintentarlo.',
    unnamed: (format: string) => `Tablero de ${format}`,
    state: {
      waiting: 'Esperando para empezar',
      brokeOff: (time: string) => `Interrumpida; próximo intento a las ${time}`,
      running: (done: number, total: number | null) =>
        total === null ? 'Leyendo…' : `${number(done)} de ${cards(total)}`,
      completed: (count: number) => cards(count),
      failed: 'Fallida',
      cancelled: 'Cancelada',
    },
    ended: {
      completed: (name: string) => `${name} se ha importado`,
      failed: (name: string) => `${name} no se ha podido importar`,
    },
    toCheck: 'Omitido o cambiado; revísalo:',
    minor: (kinds: number) => counted(kinds, 'diferencia menor', 'diferencias menores'),
    kind: (kind: string, count: number) =>
      `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${number(count)}`,
    examples: (some: readonly string[], of: number) =>
      `${some.map((each) => `«${each}»`).join(', ')}${of > some.length ? ', …' : ''}`,
    workspace: 'Espacio de trabajo',
  },
  columns: {
    of: (file: string) => `Columnas de ${file}`,
    reading: 'Leyendo las columnas…',
    found: (program: string, columns: number, empty: number) =>
      [
        program === ''
          ? `${counted(columns, 'columna', 'columnas')}.`
          : `${counted(columns, 'columna', 'columnas')}, de ${program}.`,
        ...(empty > 0 ? [`${counted(empty, 'columna vacía queda', 'columnas vacías quedan')} fuera.`] : []),
      ].join(' '),
    becomes: (heading: string) => `En qué se convierte la columna ${heading}`,
    noTitle: 'Elige la columna con los títulos de las tarjetas.',
    uses: {
      title: 'Título',
      description: 'Descripción',
      list: 'Lista',
      labels: 'Etiquetas',
      members: 'Miembros',
      'member-emails': 'Correos de los miembros',
      due: 'Vencimiento',
      start: 'Fecha de inicio',
      completed: 'Hecho',
      archived: 'Archivado',
      checklist: 'Checklist',
      comment: 'Comentario',
      number: 'Número de tarjeta',
      key: 'Omitir (ID)',
      parent: 'Principal',
      'blocked-by': 'Bloqueada por',
      blocks: 'Bloquea',
      relates: 'Relacionada con',
      duplicates: 'Duplicada de',
      created: 'Creado',
      creator: 'Creado por',
      board: 'Tablero',
      link: 'Enlace',
      detail: 'Línea de la descripción',
      field: 'Campo',
      'field-text': 'Campo: texto',
      'field-number': 'Campo: número',
      'field-date': 'Campo: fecha',
      'field-select': 'Campo: selección',
      'field-multi-select': 'Campo: selección múltiple',
      'field-person': 'Campo: persona',
      'field-checkbox': 'Campo: casilla',
      'field-link': 'Campo: enlace',
      'leave-out': 'Omitir',
    } satisfies Record<ColumnUse, string>,
  },
  exports: {
    title: 'Exportar',
    hint: 'Se exporta todo lo que puedes ver, incluido lo archivado.',
    workspaceHint: 'Se exportan todos los tableros y plantillas que puedes ver, incluidos los archivados.',
    onlyShown: 'Solo las tarjetas que cumplen el filtro del tablero',
    format: 'Formato',
    formats: {
      native: {
        name: 'Todo',
        hint: 'Un zip con todas las tarjetas, comentarios y archivos, que se puede volver a importar.',
      },
      csv: {
        name: 'Tabla (CSV)',
        hint: 'Una fila por tarjeta, para hojas de cálculo. Sin comentarios ni archivos.',
      },
      markdown: {
        name: 'Markdown',
        hint: 'Un zip con un texto por tarjeta, y los archivos, para que los lean personas y agentes.',
      },
    },
    download: 'Descargar',
    start: 'Iniciar exportación',
    later: 'La exportación se prepara en segundo plano y aparece aquí cuando está lista.',
    all: 'Tus exportaciones',
    none: 'Aún no hay exportaciones.',
    workspace: 'Espacio de trabajo',
    board: 'Tablero',
    state: {
      waiting: 'Esperando para empezar',
      brokeOff: (time: string) => `Interrumpida; próximo intento a las ${time}`,
      running: (done: number, total: number) => `${number(done)} de unas ${cards(total)}`,
      completed: (count: number) => cards(count),
      failed: 'Fallida',
    },
    keptUntil: (day: string) => `se guarda hasta el ${day}`,
    ready: (name: string) => `La exportación de ${name} está lista`,
    progressOf: (name: string) => `Progreso de la exportación de ${name}`,
    downloadNamed: (name: string) => `Descargar la exportación de ${name}`,
    cancelNamed: (name: string) => `Cancelar la exportación de ${name}`,
    delete: 'Eliminar',
    deleteNamed: (name: string) => `Eliminar la exportación de ${name}`,
  },
  calendar: {
    ...ofAddress,
    title: 'Canal de calendario',
    hint: 'Suscríbete en tu aplicación de calendario con un enlace privado para ver los vencimientos de este tablero.',
    warning:
      'Cualquiera que tenga esta URL puede leer, sin iniciar sesión, los títulos y vencimientos de las tarjetas que tú puedes ver. No la compartas.',
    howTo: 'Añádela a tu aplicación de calendario como suscripción o «calendario desde URL».',
    renewQuestion: 'Los calendarios con la URL anterior dejarán de actualizarse.',
  },
  feed: {
    ...ofAddress,
    title: 'Canal de actividad',
    hint: 'Suscríbete en tu lector RSS con un enlace privado para ver qué ocurre en este tablero.',
    warning:
      'Cualquiera que tenga esta URL puede leer, sin iniciar sesión, quién hizo qué en este tablero, hasta donde tú puedes verlo. No la compartas.',
    howTo: 'Añádela a tu lector RSS como canal nuevo. Contiene los últimos siete días.',
    renewQuestion: 'Los lectores RSS con la URL anterior dejarán de actualizarse.',
  },
  mailbox: {
    hint: 'Lo que envíes a esta dirección se convierte en una tarjeta: el asunto es su título, el texto su descripción, y los archivos se adjuntan.',
    unavailable: 'Esta instalación no recibe correos.',
    warning:
      'La dirección es solo tuya, y solo acepta correos de la dirección de tu cuenta. No la compartas.',
    create: 'Crear dirección',
    address: 'Tu dirección',
    copy: 'Copiar dirección',
    copied: 'Dirección copiada',
    list: 'Las tarjetas van a',
    firstList: 'La primera lista',
    renew: 'Crear una dirección nueva',
    renewQuestion: 'Los correos a la dirección anterior se rechazarán.',
    revoke: 'Desactivar',
    revokeQuestion: 'Los correos a esta dirección se rechazarán.',
  },
  connections: {
    title: 'Conexiones',
    hint: 'Conecta una cuenta para importar tableros de ella. Los tokens se guardan cifrados y no se vuelven a mostrar.',
    token: (provider: string) => `Token de ${provider}`,
    connect: (provider: string) => `Conectar con ${provider}`,
    connected: (account: string | null, since: string) =>
      account === null ? `Conectado desde el ${since}.` : `Conectado como ${account} desde el ${since}.`,
    disconnect: (provider: string) => `Desconectar de ${provider}`,
    disconnectShort: 'Desconectar',
    disconnectQuestion: 'El token se eliminará aquí. Los tableros importados se quedan.',
    providers: {
      codehost: {
        name: 'GitHub',
        hint: 'Un token de acceso personal clásico con los ámbitos read:project y read:user; también read:org para proyectos de organizaciones, y repo para incidencias de repositorios privados.',
        link: {
          text: 'Crear uno en GitHub',
          href: 'https://github.com/settings/tokens/new?description=Taskboard&scopes=read:project,read:user,read:org,repo',
        },
        from: 'De GitHub',
        none: 'Tu cuenta no tiene proyectos abiertos allí.',
        start: (count: number) => `Importar ${counted(count, 'proyecto', 'proyectos')}`,
      },
      boardtool: {
        name: 'Trello',
        hint: 'Para importar sin token: en Trello, abre el menú de un tablero, elige «Imprimir, exportar y compartir» y luego «Exportar como JSON», e importa ese archivo. Un token de solo lectura para la clave de API de este servicio importa varios tableros a la vez; su administración tiene el enlace para crear uno.',
        link: undefined,
        from: 'De Trello',
        none: 'Tu cuenta no tiene tableros abiertos allí.',
        start: (count: number) => `Importar ${counted(count, 'tablero', 'tableros')}`,
      },
    },
    notYet: (provider: string) => `Conecta primero tu cuenta de ${provider}.`,
    toConnections: 'Ir a tus conexiones',
    all: 'Seleccionar todo',
    unread: (provider: string) => `No se ha podido leer ${provider}.`,
    again: 'Impórtalo otra vez para reintentarlo.',
  },
};
