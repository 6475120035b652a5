import { counted } from './counts.ts';

export const homeTexts = {
  starred: 'Favoritos',
  recent: 'Recientes',
  filter: 'Buscar un tablero',
  noneFound: (text: string) => `Ningún tablero coincide con «${text}».`,
  searchCards: (text: string) => `Buscar «${text}» en todas las tarjetas`,
  new: 'Tablero nuevo',
  import: 'Importar',
  create: 'Crear tablero',
  emptyHint:
    'Un tablero reúne el trabajo de un equipo o un proyecto en listas de tarjetas. Crea aquí el primero.',
  lists: (count: number) => counted(count, 'lista', 'listas'),
  startWith: 'Empezar con',
  starts: {
    three: { text: 'Por hacer, En curso, Hecho', lists: ['Por hacer', 'En curso', 'Hecho'], completes: true },
    four: {
      text: 'Ideas, Siguiente, En curso, Revisión, Hecho',
      lists: ['Ideas', 'Siguiente', 'En curso', 'Revisión', 'Hecho'],
      completes: true,
    },
    week: {
      text: 'Días de la semana',
      lists: ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Algún día'],
      completes: false,
    },
    nothing: { text: 'Tablero vacío', lists: [], completes: false },
  },
  openTo: 'Quién puede verlo',
  access: {
    workspace: 'Todos en el espacio de trabajo',
    members: 'Solo los miembros del tablero',
  },
  templates: 'Plantillas',
  noTemplates: 'Aún no hay plantillas. Puedes crear una en los ajustes de cualquier tablero.',
  archived: 'Tableros archivados',
  noArchived: 'No hay tableros archivados.',
  restoreNamed: (name: string) => `Restaurar ${name}`,
  restored: (name: string) => `${name}: restaurado`,
  newWorkspace: 'Espacio de trabajo nuevo',
  createWorkspace: 'Crear espacio de trabajo',
  noWorkspace: 'Ponle nombre a tu espacio de trabajo',
  noWorkspaceHint: 'Un espacio de trabajo reúne tus tableros y las personas con las que trabajas.',
  ownWorkspace: (name: string) => `Espacio de trabajo de ${name}`,
};
