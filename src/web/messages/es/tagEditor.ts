import type { tagEditorTexts as english } from '../en/tagEditor.ts'

export const tagEditorTexts: Readonly<Record<keyof typeof english, string>> = {
  'skeleton.none': 'Los puntos clave son libres.',
  'skeleton.person': 'Usar el esqueleto de una persona (17 puntos)',
  'skeleton.own': 'Definir un esqueleto',
  'skeleton.title': 'Esqueleto',
  'skeleton.of': 'Esqueleto de {title}',
  'skeleton.nameOf': 'Nombre del punto clave {number, number}',
  'skeleton.hint':
    'Haga clic junto a los puntos para añadir uno, arrastre para moverlo y haga clic en dos para unirlos o separarlos. Los resultados nombran cada punto por su número: añada los nuevos al final.',
  'tag.attributes.onlyIf': 'Solo si',
  'tag.attributes.always': 'Siempre',
  'tag.attributes.isOneOf': '{name} es uno de',
  'tagFault.needsDependency': '{title}: elija los valores de los que depende.',
  'instructions.view': 'Vista de las instrucciones',
  'instructions.write': 'Escribir',
  'instructions.preview': 'Vista previa',
  'instructions.addPicture': 'Añadir imagen',
  'instructions.pictureHint': 'Las imágenes también se pueden pegar o soltar en el texto.',
  'instructions.saveFirst': 'Guarde el tag antes de añadir imágenes.',
  'tagFault.instructions': 'Las instrucciones superan los 64 KiB.',
}
