import type { ShapeKey } from './document.ts'

/** A keyframe a person made, unless `over` says otherwise. */
export const keyframe = <S>(
  frame: number,
  shape: S,
  over: Partial<Omit<ShapeKey<S>, 'kind' | 'frame' | 'shape'>> = {},
): ShapeKey<S> => ({
  kind: 'shape',
  frame,
  id: null,
  keyFrame: true,
  source: 'manual',
  hidden: false,
  linked: false,
  ...over,
  shape,
})
