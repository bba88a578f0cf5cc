import type { findingsTexts as english } from '../en/findings.ts'

export const findingsTexts: Readonly<Record<keyof typeof english, string>> = {
  'finding.MISSING_ATTRIBUTE':
    '{count, plural, one {«{attributes}» es obligatorio} other {Obligatorios: {attributes}}}',
  'finding.ARCHIVED_CLASS': 'La clase de este objeto está archivada. Elija otra clase.',
  'finding.RELATION_TARGET': 'Una relación «{name}» lleva a un objeto que no existe',
  'finding.RELATION_CLASSES': '«{name}» no relaciona objetos de estas dos clases',
  'finding.RELATION_MAX': 'Más relaciones «{name}» de las que puede tener un objeto',
  'finding.SIZE.length': 'Longitud de {size} m; habitual en esta clase: {usual} m',
  'finding.SIZE.width': 'Anchura de {size} m; habitual en esta clase: {usual} m',
  'finding.SIZE.height': 'Altura de {size} m; habitual en esta clase: {usual} m',
  'finding.DUPLICATE': 'Dos objetos de la misma clase en el mismo lugar',
  'finding.OVERLAP': 'Dos objetos de la misma clase se solapan',
  'finding.SPEED':
    '{speed, select, leap {El cuadro se mueve más que su propio tamaño de un fotograma al siguiente} other {Se mueve a {speed} m/s; como máximo {most} m/s en esta clase}}',
  'finding.TURN_RATE': 'Gira {turn}° por segundo; como máximo {most}° en esta clase',
  'finding.NO_POINTS': 'Sin puntos en este cuboide',
  'finding.FEW_POINTS': 'Menos de cinco puntos en este cuboide',
  'finding.SIZE_CHANGES.length': 'Longitud de {size} m; {usual} m en la mayoría de los fotogramas',
  'finding.SIZE_CHANGES.width': 'Anchura de {size} m; {usual} m en la mayoría de los fotogramas',
  'finding.SIZE_CHANGES.height': 'Altura de {size} m; {usual} m en la mayoría de los fotogramas',
  'finding.SIZE_CHANGES.box': 'El tamaño del cuadro salta de un fotograma al siguiente',
  'finding.HELD':
    '{frames, plural, one {Mantenido en # fotograma tras su último fotograma clave} other {Mantenido en # fotogramas tras su último fotograma clave}}',
  'finding.FLOATS': 'El cuboide flota {off} m sobre el suelo',
  'finding.SINKS': 'El cuboide llega {off} m por debajo del suelo',
  'finding.CAMERA_BOX_STALE': 'El cuadro en la cámara no está donde está su cuboide',
  'finding.LINE_JUMPS': 'Un punto de la línea está muy por encima o por debajo de los puntos vecinos',
  'finding.EMPTY_JOB': 'No hay nada anotado',
  'finding.UNDECIDED_SUGGESTIONS':
    '{suggestions, plural, one {# sugerencia sin decidir} other {# sugerencias sin decidir}}',
  'finding.UNLABELLED_POINTS': '{points, plural, one {# punto} other {# puntos}} sin etiquetar',
  'finding.EMPTY_INSTANCE': 'Una instancia sin puntos',
  'finding.EMPTY_CLASS':
    '{more, plural, =0 {Ningún punto etiquetado como: {name}} one {Ningún punto etiquetado como: {name} y # clase más} other {Ningún punto etiquetado como: {name} y # clases más}}',
  'finding.other': '{detail}',
}
