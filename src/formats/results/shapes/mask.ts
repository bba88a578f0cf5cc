import { Type } from 'typebox'
import type { Mask } from '../../../model/document/shape.ts'
import { wordsFor } from '../../errors/fault.ts'
import { readList } from '../read.ts'
import type { WireShape } from './wireShape.ts'

const Count = Type.Integer({ minimum: 0 })

export const WIRE_MASK: WireShape<Mask> = {
  group: { name: 'masks', always: false },
  delivered: { size: Type.Array(Count, { minItems: 2, maxItems: 2 }), counts: Type.Array(Count) },
  sent: { heightPx: Count, widthPx: Count, counts: Type.Array(Count) },
  read(record, path, image, failures) {
    const size = readList(record, 'size', path, failures)
    const counts = readList(record, 'counts', path, failures)
    if (!size || !counts) return null
    const [heightPx, widthPx] = size
    if (size.length !== 2 || !image || heightPx !== image.heightPx || widthPx !== image.widthPx) {
      const expected = image
        ? `[${image.heightPx}, ${image.widthPx}], height and width of the image`
        : 'the size of the image'
      const isOfNumbers = typeof heightPx === 'number' && typeof widthPx === 'number'
      const type = isOfNumbers || size.length !== 2 ? 'INVALID_VALUE' : 'INVALID_TYPE'
      const found = size.length === 2 ? `[${heightPx}, ${widthPx}]` : `${size.length} entries`
      failures.add(`${path}.size`, type, wordsFor(expected, found))
      return null
    }
    const pixels = image.heightPx * image.widthPx
    const runs: number[] = []
    let sum = 0
    // More runs than pixels are too many, whatever they are: they are not looked at.
    const most = Math.min(counts.length, pixels + 2)
    for (let i = 0; i < most; i++) {
      const run = counts.at(i)
      // Only the first run may be 0, if the mask begins with foreground: a list is never longer than the number of
      // pixels.
      if (typeof run !== 'number' || !Number.isSafeInteger(run) || run < (i === 0 ? 0 : 1)) {
        const type = typeof run === 'number' ? 'INVALID_VALUE' : 'INVALID_TYPE'
        failures.add(`${path}.counts[${i}]`, type, wordsFor('a whole number of at least 1 (the first: 0)', run))
        return null
      }
      sum += run
      if (sum <= pixels) runs.push(run)
    }
    if (sum !== pixels) {
      failures.add(`${path}.counts`, 'INVALID_VALUE', wordsFor(`runs of ${pixels} pixels together`, sum))
      return null
    }
    return { type: 'mask', heightPx: image.heightPx, widthPx: image.widthPx, counts: runs }
  },
  write: ({ heightPx, widthPx, counts }) => ({ size: [heightPx, widthPx], counts }),
}
