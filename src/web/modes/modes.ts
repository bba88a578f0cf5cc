import type { AnnotationType } from '../../model/annotationType.ts'
import type { AnnotationRules } from '../../model/annotationTypes/annotationRules.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { withTexts } from '../messages/catalogue.ts'
import type { Mode } from '../workbench/mode.ts'

async function loadCuboidMode(): Promise<Mode> {
  const [{ Cuboid3dMode }, { CuboidTimeline }, { CuboidInspector }] = await withTexts(
    ['editing', 'timeline', 'cuboid'],
    Promise.all([
      import('./cuboid3d/Cuboid3dMode.tsx'),
      import('./cuboid3d/CuboidTimeline.tsx'),
      import('./cuboid3d/CuboidInspector.tsx'),
    ]),
  )
  return { Component: Cuboid3dMode, Timeline: CuboidTimeline, Inspector: CuboidInspector }
}

/** Each in its own chunk: a job loads only the mode it needs. */
const LOADERS: Readonly<Record<AnnotationRules['editor'], () => Promise<Mode>>> = {
  image: async () => {
    const [{ ImageMode }, { FlatInspector }, { decodeAhead }] = await withTexts(
      ['editing', 'image'],
      Promise.all([
        import('./image/ImageMode.tsx'),
        import('./image/FlatInspector.tsx'),
        import('./image/decodeAhead.ts'),
      ]),
    )
    return { Component: ImageMode, Inspector: FlatInspector, prepare: decodeAhead }
  },
  video: async () => {
    const [{ VideoMode }, { Timeline }, { FlatInspector }] = await withTexts(
      ['editing', 'timeline', 'image'],
      Promise.all([
        import('./image/VideoMode.tsx'),
        import('../timeline/Timeline.tsx'),
        import('./image/FlatInspector.tsx'),
      ]),
    )
    return { Component: VideoMode, Timeline, Inspector: FlatInspector }
  },
  cuboids: loadCuboidMode,
  points: async () => {
    const [{ SegmentationMode }, { LegendPanel }, { LabelChanges }] = await withTexts(
      ['editing', 'segmentation'],
      Promise.all([
        import('./segmentation3d/SegmentationMode.tsx'),
        import('./segmentation3d/LegendPanel.tsx'),
        import('./segmentation3d/LabelChanges.tsx'),
      ]),
    )
    return { Component: SegmentationMode, Objects: LegendPanel, Changes: LabelChanges }
  },
}

/** The editor of an operation. */
export const loadMode = (annotationType: AnnotationType): Promise<Mode> => LOADERS[rulesOf(annotationType).editor]()
