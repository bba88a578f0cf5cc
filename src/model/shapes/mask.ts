import type { Mask } from '../document/shape.ts'
import type { FlatShapeKind } from './flatShapeKind.ts'

export const MASK_KIND: FlatShapeKind<Mask> = {
  hasArea: true,
  isCurved: false,
  hasRotation: false,
  between: (a) => a,
  fault({ counts, heightPx, widthPx }) {
    const pixels = counts.reduce((sum, count) => sum + count, 0)
    return pixels === heightPx * widthPx ? null : 'the mask does not cover the image'
  },
  middle: () => null,
  // Searching for its foreground is not worthwhile: runs are counted as quickly as found.
  prepared: ({ counts }, { widthPx, heightPx }) => ({
    kind: 'mask',
    counts,
    extent: { left: 0, top: 0, right: widthPx, bottom: heightPx },
  }),
}
