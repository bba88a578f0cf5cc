import type { GeometryKind } from '../../../model/annotationType.ts'
import { geometriesOf, openClasses, type Tag, type TagClass } from '../../../model/tag.ts'
import type { ImageTool } from './imageHost.ts'

/** The class for a new object of this kind: the current one, otherwise the first that allows this form. */
export const classForKind = (tag: Tag, currentClassId: string | null, kind: GeometryKind): TagClass | null =>
  classForKinds(tag, currentClassId, [kind])

/** The same for the form that a tool makes; null if it makes none. */
export const classForTool = (tag: Tag, currentClassId: string | null, tool: ImageTool): TagClass | null =>
  classForKinds(tag, currentClassId, kindsMadeBy(tool))

export const kindsMadeBy = ({ makes, elseMakes }: ImageTool): GeometryKind[] =>
  [makes, elseMakes].filter((kind) => kind !== undefined)

function classForKinds(tag: Tag, currentClassId: string | null, kinds: readonly GeometryKind[]): TagClass | null {
  const fits = openClasses(tag).filter((tagClass) => geometriesOf(tag, tagClass).some((kind) => kinds.includes(kind)))
  return fits.find(({ classId }) => classId === currentClassId) ?? fits[0] ?? null
}

/** The tool that a new current class needs: one that makes a shape of it; null if the active one does or makes none. */
export function toolForClass(
  tag: Tag,
  classId: string | null,
  active: ImageTool,
  tools: readonly ImageTool[],
): ImageTool | null {
  const tagClass = tag.classes.find((one) => one.classId === classId)
  if (!tagClass || !active.makes) return null
  const kinds = geometriesOf(tag, tagClass)
  if (kindsMadeBy(active).some((kind) => kinds.includes(kind))) return null
  return tools.find(({ makes }) => makes && kinds.includes(makes)) ?? null
}
