import { type KnownExtent, likelyClass, standingExtent } from '../../../model/segmentation/likelyClass.ts'
import type { PointIndices } from '../../view3d/pointPicker.ts'
import { indicesOf, pointAt } from './cloudPoints.ts'
import type { LabelEditor } from './labelEditor.ts'

/** The likely classes of clusters: by the sizes of instances labelled so far, and the default ones of classes. */
export class LikelyClasses {
  readonly #editor: LabelEditor
  /** null: labels have changed since. */
  #known: readonly KnownExtent[] | null = null

  constructor(editor: LabelEditor) {
    this.#editor = editor
  }

  labelsChanged(): void {
    this.#known = null
  }

  classOf(indices: PointIndices): string | null {
    const extent = this.#standingExtent(indices)
    if (!extent) return null
    this.#known ??= [...this.#usual(), ...this.#labelled()]
    return likelyClass(extent, this.#known)
  }

  #standingExtent(indices: PointIndices) {
    const { cloud } = this.#editor
    return cloud && standingExtent(indices.length, (place) => pointAt(cloud, indices[place]))
  }

  #usual(): KnownExtent[] {
    return [...this.#editor.classes.values()].flatMap(({ classId, defaultSize, instantiable }) => {
      if (!defaultSize || !instantiable) return []
      const { length, width, height } = defaultSize
      return [{ classId, longM: Math.max(length, width), shortM: Math.min(length, width), heightM: height }]
    })
  }

  #labelled(): KnownExtent[] {
    const { labels } = this.#editor.session
    if (!labels) return []
    return this.#editor.legend.flatMap(({ classId, instance, labelKey }) => {
      if (classId === null || instance === null) return []
      const extent = this.#standingExtent(indicesOf(labels, new Set([labelKey])))
      return extent ? [{ classId, ...extent }] : []
    })
  }
}
