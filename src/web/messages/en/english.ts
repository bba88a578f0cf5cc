import { consolePagesTexts } from './consolePages.ts'
import { cuboidTexts } from './cuboid.ts'
import { dialogsTexts } from './dialogs.ts'
import { editingTexts } from './editing.ts'
import { imageTexts } from './image.ts'
import { jobTexts } from './job.ts'
import { ownWorkTexts } from './ownWork.ts'
import { segmentationTexts } from './segmentation.ts'
import { startTexts } from './start.ts'
import { timelineTexts } from './timeline.ts'
import { workbenchTexts } from './workbench.ts'

/** All texts of the pages, by id, for their types and for tests: pages load them part by part. */
export const english = {
  ...startTexts,
  ...workbenchTexts,
  ...jobTexts,
  ...dialogsTexts,
  ...editingTexts,
  ...timelineTexts,
  ...imageTexts,
  ...cuboidTexts,
  ...segmentationTexts,
  ...consolePagesTexts,
  ...ownWorkTexts,
}
