import type { Words } from './words.ts';

/** In Mexico, decimals follow a point. */
export const es: Words = {
  columns: {
    title:
      'título, tarea, nombre, nombre de la tarea, nombre de tarea, tarjeta, nombre de la tarjeta, título de la tarjeta, asunto, resumen',
    description:
      'descripción, descripción de la tarjeta, nota, notas, detalle, detalles, contenido, texto, observaciones',
    list: 'lista, nombre de la lista, estado, estatus, columna, nombre de la columna, etapa, sección, sección/columna, depósito, nombre del depósito',
    labels: 'etiqueta, etiquetas, palabra clave, palabras clave, categoría, categorías',
    members:
      'miembro, miembros, asignado, asignada, asignados, asignado a, asignada a, asignado/a, persona asignada, responsable, responsables, encargado, encargada, propietario, propietaria',
    due: 'vencimiento, vence, vence el, fecha de vencimiento, fecha límite, fecha de entrega, fecha de fin, fecha fin, fin, entrega, plazo',
    start: 'inicio, comienzo, fecha de inicio, fecha inicio, fecha de comienzo, empieza, empieza el',
    completed:
      'hecho, hecha, completado, completada, completado el, completada el, terminado, terminada, finalizado, finalizada, realizado, realizada, fecha de finalización',
    archived: 'archivado, archivada, archivado el, archivada el',
    checklist:
      'lista de comprobación, lista de control, lista de verificación, elementos de la lista de comprobación, subtareas',
    comment: 'comentario, comentarios',
    number: 'número, núm, núm., nº, n°, número de tarjeta, número de la tarjeta',
    created: 'creado, creada, creado el, creada el, fecha de creación',
    creator: 'creado por, creada por, creador, creadora, autor, autora, informador, informadora',
    board: 'tablero, nombre del tablero, proyecto, nombre del proyecto, nombre del plan',
    link: 'enlace, enlaces, vínculo, vínculos',
  },
  choices:
    'prioridad, tipo, fase, categoría, gravedad, severidad, tamaño, riesgo, impacto, entorno, trimestre, equipo, hito',
  yes: 'sí, verdadero',
  no: 'falso',
  done: 'hecho, hecha, terminado, terminada, completado, completada, finalizado, finalizada, cerrado, cerrada, archivado, archivada',
  open: 'por hacer, pendiente, abierto, abierta, nuevo, nueva, en curso, en progreso, en proceso, no iniciado, no iniciada, sin empezar',
};
