import { assistantsTexts } from './assistants.ts'
import { consoleTexts } from './console.ts'
import { contestTexts } from './contest.ts'
import { dataTexts } from './data.ts'
import { exchangeTexts } from './exchange.ts'
import { goldTexts } from './gold.ts'
import { jobListTexts } from './jobList.ts'
import { progressTexts } from './progress.ts'
import { projectTexts } from './project.ts'
import { qualityTexts } from './quality.ts'
import { tagEditorTexts } from './tagEditor.ts'

/** Projects and what is in them. */
export const consolePagesTexts = {
  ...consoleTexts,
  ...projectTexts,
  ...tagEditorTexts,
  ...jobListTexts,
  ...progressTexts,
  ...qualityTexts,
  ...goldTexts,
  ...contestTexts,
  ...assistantsTexts,
  ...exchangeTexts,
  ...dataTexts,
}
