import type { ComponentType } from 'react'
import type { Operation } from '../../model/operation.ts'
import type { EditorSession } from '../document/session.ts'

export interface ModeProps {
  session: EditorSession
}

export interface Mode {
  /** Fills the middle of the shell. */
  Component: ComponentType<ModeProps>
  /** Below it, for sequences. */
  Timeline?: ComponentType<ModeProps>
  /** Numbers of what is selected, in the panel at the right. */
  Inspector?: ComponentType<ModeProps>
  /** In the place of classes and objects there, where what is annotated are no objects. */
  Objects?: ComponentType<ModeProps>
}

async function loadCuboidMode(): Promise<Mode> {
  const [{ Cuboid3dMode }, { CuboidTimeline }, { CuboidInspector }] = await Promise.all([
    import('./cuboid3d/Cuboid3dMode.tsx'),
    import('./cuboid3d/CuboidTimeline.tsx'),
    import('./cuboid3d/CuboidInspector.tsx'),
  ])
  return { Component: Cuboid3dMode, Timeline: CuboidTimeline, Inspector: CuboidInspector }
}

/** Each with its own chunk, so that nobody loads what their job does not need. */
const LOADERS: Readonly<Record<Operation, () => Promise<Mode>>> = {
  image2d: async () => {
    const [{ ImageMode }, { FlatInspector }] = await Promise.all([
      import('./ImageMode.tsx'),
      import('./FlatInspector.tsx'),
    ])
    return { Component: ImageMode, Inspector: FlatInspector }
  },
  video2d: async () => {
    const [{ VideoMode }, { Timeline }, { FlatInspector }] = await Promise.all([
      import('./VideoMode.tsx'),
      import('../timeline/Timeline.tsx'),
      import('./FlatInspector.tsx'),
    ])
    return { Component: VideoMode, Timeline, Inspector: FlatInspector }
  },
  cuboid3d: loadCuboidMode,
  cuboid3d_linked2d: loadCuboidMode,
  segmentation3d: async () => {
    const [{ SegmentationMode }, { LegendPanel }] = await Promise.all([
      import('./segmentation3d/SegmentationMode.tsx'),
      import('./segmentation3d/LegendPanel.tsx'),
    ])
    return { Component: SegmentationMode, Objects: LegendPanel }
  },
}

/** The editor of an operation. */
export const loadMode = (operation: Operation): Promise<Mode> => LOADERS[operation]()
