import type { GeometryKind } from '../../../model/annotationType.ts'
import { geometriesOf, openClasses, type Tag, type TagClass } from '../../../model/tag.ts'
import type { ImageTool } from './imageHost.ts'

/** The class for something new of this kind: the current one, else the first that may have this form. */
export function classForKind(tag: Tag, currentClassId: string | null, kind: GeometryKind): TagClass | null {
  const fits = openClasses(tag).filter((tagClass) => geometriesOf(tag, tagClass).includes(kind))
  return fits.find(({ classId }) => classId === currentClassId) ?? fits[0] ?? null
}

/** The tool that a new current class needs: one that makes a shape of it; null where the active one does or makes none. */
export function toolForClass(
  tag: Tag,
  classId: string | null,
  active: ImageTool,
  tools: readonly ImageTool[],
): ImageTool | null {
  const tagClass = tag.classes.find((one) => one.classId === classId)
  if (!tagClass || !active.makes) return null
  const kinds = geometriesOf(tag, tagClass)
  if (kinds.includes(active.makes)) return null
  return tools.find(({ makes }) => makes && kinds.includes(makes)) ?? null
}
