import type { AreaRing } from '../../../../geometry/evenOddArea.ts'
import type { FlatShape } from '../../../../model/document/shape.ts'
import { geometriesOf } from '../../../../model/tag.ts'
import { msg } from '../../../messages/message.ts'
import { maskOf, polygonOf } from '../../../view2d/shapes/convertedShape.ts'
import type { ImageHost } from '../imageHost.ts'
import type { RegionQuestion, RegionWindow } from './regionFinder.ts'

/** An area that is searched while a person adds prompts; stored as polygon, or as mask if the class is one. */
export class FindingArea {
  readonly #host: ImageHost
  readonly #frame: number
  #rings: readonly AreaRing[] = []
  #finding: Promise<void> = Promise.resolve()

  constructor(host: ImageHost) {
    this.#host = host
    this.#frame = host.session.frame
  }

  ask(window: RegionWindow, question: RegionQuestion): void {
    const asked = window.find(question).then((rings) => {
      if (!rings) return
      this.#rings = rings
      this.#host.redraw()
    })
    this.#finding = asked.catch(({ message }: Error) =>
      this.#host.session.notices.add(msg('region.failed', { reason: message }), 'error'),
    )
  }

  /** The last result. */
  get shown(): readonly FlatShape[] {
    return this.#rings.length === 0 ? [] : [polygonOf(this.#rings, this.#host.image)]
  }

  /** Waits for the result; a person who is in another frame by that time must not find it there. */
  async keep(): Promise<void> {
    await this.#finding
    const { session, image } = this.#host
    if (session.frame !== this.#frame) return
    if (this.#rings.length === 0) {
      session.notices.add(msg('region.nothing'), 'warning')
      return
    }
    if (this.#makesPolygon()) this.#host.create('edit.drawPolygon', polygonOf(this.#rings, image))
    else this.#host.create('edit.paintMask', maskOf(this.#rings, image))
  }

  #makesPolygon(): boolean {
    const { tag } = this.#host.session.job
    const current = tag.classes.find(({ classId }) => classId === this.#host.session.currentClassId)
    return current ? geometriesOf(tag, current).includes('polygon') : this.#host.classFor('polygon') !== null
  }
}
