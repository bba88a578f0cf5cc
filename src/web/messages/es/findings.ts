import type { findingsTexts as english } from '../en/findings.ts'

export const findingsTexts: Readonly<Record<keyof typeof english, string>> = {
  'finding.REQUIRED_ATTRIBUTE': '«{attribute}» es obligatorio',
  'finding.ARCHIVED_CLASS': 'La clase de este objeto está archivada. Elija otra clase.',
  'finding.RELATION_TARGET': 'Una relación «{name}» lleva a un objeto que no existe',
  'finding.RELATION_CLASSES': '«{name}» no relaciona objetos de estas dos clases',
  'finding.RELATION_MAX': 'Más relaciones «{name}» de las que puede tener un objeto',
  'finding.SIZE.length': 'Longitud de {size} m; habitual en esta clase: {usual} m',
  'finding.SIZE.width': 'Anchura de {size} m; habitual en esta clase: {usual} m',
  'finding.SIZE.height': 'Altura de {size} m; habitual en esta clase: {usual} m',
  'finding.DUPLICATE': 'Dos objetos de la misma clase en el mismo lugar',
  'finding.OVERLAP': 'Dos objetos se solapan mucho',
  'finding.SPEED_JUMP': 'La velocidad cambia más de lo físicamente plausible',
  'finding.SIZE_JUMP': 'El tamaño cambia de un fotograma al siguiente',
  'finding.HEADING_JUMP': 'La orientación gira más de 45° de un fotograma al siguiente',
  'finding.EMPTY_CUBOID':
    '{frames, plural, one {Sin puntos en este cuboide} other {Sin puntos en este cuboide en # fotogramas}}',
  'finding.SIZE_VARIES.length': 'Longitud de {size} m; {first} m al comienzo del track',
  'finding.SIZE_VARIES.width': 'Anchura de {size} m; {first} m al comienzo del track',
  'finding.SIZE_VARIES.height': 'Altura de {size} m; {first} m al comienzo del track',
  'finding.FEW_POINTS': 'Muchos menos puntos que en los fotogramas vecinos',
  'finding.HELD_CUBOID': 'El cuboide sigue quieto desde un fotograma clave anterior, pero sus puntos se han ido',
  'finding.OFF_GROUND.above': 'El cuboide flota {off} m sobre el suelo',
  'finding.OFF_GROUND.below': 'El cuboide llega {off} m por debajo del suelo',
  'finding.UNLABELLED_POINTS': '{points, plural, one {# punto} other {# puntos}} sin etiquetar',
  'finding.EMPTY_INSTANCE': 'Una instancia sin puntos',
  'finding.EMPTY_CLASS':
    '{more, plural, =0 {Ningún punto etiquetado como: {name}} one {Ningún punto etiquetado como: {name} y # clase más} other {Ningún punto etiquetado como: {name} y # clases más}}',
  'finding.other': '{detail}',
}
