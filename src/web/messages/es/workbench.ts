import type { toolsTexts as english } from '../en/tools.ts'
import { assistTexts } from './assist.ts'
import { compareTexts } from './compare.ts'
import { findingsTexts } from './findings.ts'
import { panelsTexts } from './panels.ts'
import { shellTexts } from './shell.ts'

const toolsTexts: Readonly<Record<keyof typeof english, string>> = {
  'tool.select': 'Seleccionar y editar',
  'tool.pan': 'Desplazar la vista',
  'tool.box': 'Caja',
  'tool.rotatedBox': 'Caja rotada',
  'tool.ellipse': 'Elipse',
  'tool.polygon': 'Polígono (Alt: recortar un hueco en el seleccionado)',
  'tool.livewire': 'Polígono por los bordes',
  'tool.line': 'Línea',
  'tool.keypoints': 'Puntos clave',
  'tool.brush': 'Pincel de máscara',
  'tool.eraser': 'Borrador de máscara',
  'tool.cuboid': 'Cuboide',
  'command.groupObjects': 'Objetos',
  'command.hideSelection': 'Ocultar selección',
  'command.showAll': 'Mostrar todo',
  'command.toggleLock': 'Bloquear o desbloquear',
  'edit.end': 'Terminar trayectoria',
  'edit.class': 'Cambiar clase',
  'edit.attribute': 'Cambiar atributo',
  'edit.relate': 'Relacionar objetos',
  'edit.unrelate': 'Quitar relación',
  'tool.ruler': 'Medir píxeles',
  'tool.slice': 'Cortar polígonos con una línea',
  'tool.object': 'Objeto dentro de una caja (Alt: quitar)',
  'tool.wand': 'Varita mágica (Shift: añadir, Alt: quitar)',
  'tool.superpixels': 'Superpíxeles (Alt: quitar)',
  'command.isolate': 'Aislar selección',
  'command.deletePoint': 'Eliminar punto seleccionado (o clic derecho)',
  'timeline.sinceFirst': '+{seconds} s',
  'timeline.timestamp': '{clock} ({nanoseconds} ns)',
  'timeline.objectCount': '{count, plural, one {# objeto} other {# objetos}}',
}

export const workbenchTexts = {
  ...shellTexts,
  ...panelsTexts,
  ...toolsTexts,
  ...findingsTexts,
  ...compareTexts,
  ...assistTexts,
  'edit.endHeld': 'Terminar objetos mantenidos',
}
