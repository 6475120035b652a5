import type { CodeDeliveryOutcome, CodeHostKind } from '../../../contract/code-kinds.ts';
import { counted, number } from './counts.ts';

export const codeHostTexts = {
  title: 'Plataformas de código',
  hint: 'Las ramas, commits y pull requests que nombran una tarjeta, como WEB-12, aparecen en ella con su estado.',
  new: 'Conectar una plataforma de código',
  create: 'Conectar',
  none: 'Aún no hay ninguna plataforma de código conectada.',
  full: (most: number) =>
    `Un espacio de trabajo tiene como máximo ${number(most)} plataformas de código conectadas.`,
  kind: 'Plataforma de código',
  kinds: { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea o Forgejo' } satisfies Record<
    CodeHostKind,
    string
  > as Readonly<Record<CodeHostKind, string>>,
  name: 'Nombre',
  nameHint: 'Se muestra en los historiales.',
  steps: 'Qué hacer allí',
  stepsOf: {
    github: [
      'Abre Settings › Webhooks del repositorio o de la organización y añade un webhook.',
      'Pega la dirección en Payload URL y el secreto en Secret, y elige application/json.',
      'Elige los eventos Pushes, Pull requests, y Branch or tag creation y deletion.',
    ],
    gitlab: [
      'Abre Settings › Webhooks del proyecto o del grupo y añade un webhook.',
      'Pega la dirección en URL y el secreto en Secret token.',
      'Elige Push events y Merge request events.',
    ],
    gitea: [
      'Abre Settings › Webhooks del repositorio o de la organización y añade uno del tipo Gitea o Forgejo.',
      'Pega la dirección en Target URL y el secreto en Secret, y elige POST y application/json.',
      'Elige los eventos Push, Create, Delete y Pull request.',
    ],
  } satisfies Record<CodeHostKind, readonly string[]> as Readonly<Record<CodeHostKind, readonly string[]>>,
  test: 'Después prueba allí el webhook: aparecerá aquí como entrega.',
  address: 'Dirección',
  copyAddress: 'Copiar la dirección',
  secretOnce: 'Secreto – solo se muestra ahora',
  manage: 'Gestionar',
  manageNamed: (name: string) => `Gestionar ${name}`,
  rename: 'Cambiar nombre',
  newSecret: 'Cambiar el secreto',
  newSecretQuestion:
    '¿Cambiar el secreto? El actual funciona un día más. Lo que llegue por esta conexión se hará en tu nombre desde entonces.',
  remove: 'Desconectar',
  removeQuestion: (name: string) => `¿Desconectar ${name}? Lo que está en las tarjetas se queda.`,
  never: 'Aún no se ha entregado nada',
  delivered: (when: string) => `Última entrega ${when}`,
  refused: (when: string) => `Se rechazó una entrega con un secreto incorrecto ${when}.`,
  comments: {
    title: 'Comentarios en pull requests',
    hint: 'Con un token de la plataforma, cada pull request recibe un comentario con enlaces a sus tarjetas.',
    begin: 'Añadir un token',
    save: 'Guardar',
    token: 'Token',
    tokenHint: {
      github: 'Un token detallado que pueda leer y escribir pull requests',
      gitlab: 'Un token de acceso con el ámbito api',
      gitea: 'Un token que pueda leer y escribir incidencias',
    } satisfies Record<CodeHostKind, string> as Readonly<Record<CodeHostKind, string>>,
    url: 'Dirección de la API',
    urlHint: {
      github: 'Solo para un GitHub propio, como https://git.example.com/api/v3',
      gitlab: 'Solo para un GitLab propio, como https://git.example.com/api/v4',
      gitea: 'Como https://git.example.com/api/v1',
    } satisfies Record<CodeHostKind, string> as Readonly<Record<CodeHostKind, string>>,
    none: 'Aún no se ha publicado ningún comentario',
    posted: (when: string) => `Último comentario ${when}`,
    problem: (why: string) => `No se pudo publicar el último comentario: ${why}.`,
    forget: 'Olvidar el token',
    forgetQuestion: '¿Olvidar el token? Los pull requests no recibirán más comentarios.',
  },
  deliveries: 'Entregas',
  noDeliveries: 'Aún no se ha entregado nada.',
  refresh: 'Actualizar',
  repeats: (count: number) => `repetida ${counted(count, 'vez', 'veces')}`,
  cards: (count: number) => (count === 1 ? '1 tarjeta' : `${number(count)} tarjetas`),
  outcomes: {
    linked: 'Enlazada',
    unnamed: 'No nombra tarjetas',
    unused: 'No se usa',
    'no-access': 'Sin acceso a las tarjetas',
    unreadable: 'Ilegible',
  } satisfies Record<CodeDeliveryOutcome, string> as Readonly<Record<CodeDeliveryOutcome, string>>,
};
