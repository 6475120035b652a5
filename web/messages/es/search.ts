import { counted } from './counts.ts';

export const searchTexts = {
  placeholder: 'Buscar tableros y tarjetas',
  hint: 'Busca en títulos, descripciones, comentarios y números de tarjeta de todos tus espacios de trabajo.',
  kind: 'Qué buscar',
  kinds: { all: 'Todo', card: 'Tarjetas', board: 'Tableros' },
  count: (count: number) =>
    count === 0 ? 'No se ha encontrado nada' : counted(count, 'resultado', 'resultados'),
  changed: (ago: string) => `último cambio ${ago}`,
};
