import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { noteLoaded } from './support/touched.ts'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

// The suggestions of the address bar are two pages in a process to themselves, loaded with each window for half a second
// of processor time; a spare process for the next page comes with each window too. The others are what Playwright switches
// off: ours replaces its list.
const SWITCHED_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

// Software rendering draws the same pixels on every machine, and nothing may call home during a test.
const FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${SWITCHED_OFF.join()}`,
]

// Without a graphics card a page is put together faster without one played by software, which is left to WebGL. Under the
// test runner alone: benches measure what they always have.
if (process.env.NODE_TEST_CONTEXT) FLAGS.push('--disable-gpu-compositing')

export type BrowserOptions = Pick<
  BrowserContextOptions,
  'viewport' | 'deviceScaleFactor' | 'locale' | 'timezoneId' | 'reducedMotion'
>

/** The machine's Chromium: CHROMIUM, else the usual places; null when there is none. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM
  return (given ? [given] : PLACES).find(isExecutable) ?? null
}

/** What `skip` of a browser test is given: false, or why it cannot run. */
export function browserSkip(): string | false {
  return findChromium() ? false : 'no Chromium: install it, or name one in CHROMIUM'
}

/** Opens a browser with a new, empty profile, gives it to `fn`, and closes it and removes the profile afterwards. */
export async function withBrowser<T>(
  fn: (context: BrowserContext) => Promise<T>,
  options: BrowserOptions = {},
): Promise<T> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(String(browserSkip()))
  const profile = mkdtempSync(join(tmpdir(), 'fiducial-chromium-'))
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      headless: true,
      args: FLAGS,
      ...options,
    })
    try {
      return await fn(context)
    } finally {
      await context.close()
    }
  } finally {
    // The browser's helpers may write for a moment after it has closed.
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

let shared: Promise<Browser> | null = null

/**
 * Opens a context of this process's browser, as empty as a new profile and a second cheaper, gives it to `fn`, and closes
 * it afterwards. The browser stays until `closeBrowser`.
 */
export async function withContext<T>(
  fn: (context: BrowserContext) => Promise<T>,
  options: BrowserOptions = {},
): Promise<T> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(String(browserSkip()))
  shared ??= chromium.launch({ executablePath, headless: true, args: FLAGS })
  const context = await (await shared).newContext(options)
  context.on('response', (response) => noteLoaded(response.url()))
  try {
    return await fn(context)
  } finally {
    await context.close()
  }
}

/** Ends the browser of `withContext`, if there is one. */
export async function closeBrowser(): Promise<void> {
  const open = shared
  shared = null
  await (await open)?.close()
}

// The browser is the process's: the runner loads this module before the files that it joins, so that it outlasts each.
if (process.env.NODE_TEST_CONTEXT) after(closeBrowser)

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
