import type { Catalogue } from '../message.ts'
import { appTexts } from './app.ts'
import { assistTexts } from './assist.ts'
import { assistantsTexts } from './assistants.ts'
import { commonTexts } from './common.ts'
import { compareTexts } from './compare.ts'
import { consoleTexts } from './console.ts'
import { contestTexts } from './contest.ts'
import { cuboidTexts } from './cuboid.ts'
import { exchangeTexts } from './exchange.ts'
import { findingsTexts } from './findings.ts'
import { goldTexts } from './gold.ts'
import { imageTexts } from './image.ts'
import { jobListTexts } from './jobList.ts'
import { notificationTexts } from './notifications.ts'
import { panelsTexts } from './panels.ts'
import { peopleTexts } from './people.ts'
import { progressTexts } from './progress.ts'
import { projectTexts } from './project.ts'
import { qualityTexts } from './quality.ts'
import { queueTexts } from './queue.ts'
import { segmentationTexts } from './segmentation.ts'
import { shellTexts } from './shell.ts'
import { tagEditorTexts } from './tagEditor.ts'
import { timelineTexts } from './timeline.ts'

export const simplifiedChinese: Catalogue = {
  ...commonTexts,
  ...assistTexts,
  ...assistantsTexts,
  ...appTexts,
  ...peopleTexts,
  ...queueTexts,
  ...consoleTexts,
  ...compareTexts,
  ...projectTexts,
  ...qualityTexts,
  ...goldTexts,
  ...contestTexts,
  ...notificationTexts,
  ...progressTexts,
  ...exchangeTexts,
  ...jobListTexts,
  ...shellTexts,
  ...panelsTexts,
  ...timelineTexts,
  ...imageTexts,
  ...tagEditorTexts,
  ...cuboidTexts,
  ...segmentationTexts,
  ...findingsTexts,
}
