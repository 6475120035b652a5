export const ofPlans = {
  'planned-circle': '{field}: las tarjetas formarían un círculo de esta relación',
  'planned-twice': '{field} también es la clave de otra tarjeta del plan',
  'unknown-planned':
    '{field} no es la clave de una tarjeta del plan ni una tarjeta de este espacio de trabajo que puedas ver',
  'labels-missing': ({ labels }: { labels: readonly string[] }) =>
    `El tablero no tiene etiquetas llamadas ${labels.join(', ')}, y crearlas requiere el permiso board:edit`,
  'second-parent': '{field}: la tarjeta ya tiene una tarjeta principal',
  'several-lists': '{field} puede referirse a {count} listas: da el identificador de una',
  'no-list': 'El tablero no tiene ninguna lista',
  'proposal-twice': '{field} nombra una propuesta ya nombrada',
  'unknown-proposal': '{field} no es una tarjeta propuesta en este tablero',
  'proposals-of-plans': '{field}: las tarjetas deben ser de un mismo plan',
  'proposal-accepted': ({ name }: { name: string }) => `Ya aceptada por ${name}`,
  'proposal-discarded': ({ name }: { name: string }) => `Ya descartada por ${name}`,
};
