/** Says before the tests which browser they use, so that skipped ones surprise no one. */
import { browserSkip, findChromium } from './browser.ts'

const skip = browserSkip()
process.stdout.write(skip ? `Browser tests are skipped: ${skip}\n` : `Browser tests use ${findChromium()}\n`)
