import type { PartLoaders } from '../message.ts'

export const spanishParts: PartLoaders = {
  start: async () => (await import('./start.ts')).startTexts,
  workbench: async () => (await import('./workbench.ts')).workbenchTexts,
  job: async () => (await import('./job.ts')).jobTexts,
  dialogs: async () => (await import('./dialogs.ts')).dialogsTexts,
  editing: async () => (await import('./editing.ts')).editingTexts,
  timeline: async () => (await import('./timeline.ts')).timelineTexts,
  image: async () => (await import('./image.ts')).imageTexts,
  cuboid: async () => (await import('./cuboid.ts')).cuboidTexts,
  segmentation: async () => (await import('./segmentation.ts')).segmentationTexts,
  consolePages: async () => (await import('./consolePages.ts')).consolePagesTexts,
  ownWork: async () => (await import('./ownWork.ts')).ownWorkTexts,
}
