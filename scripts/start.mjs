// npm start, npm run demo: installs and builds what is missing, then runs the service in a process of its own.
import { runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { fromRoot, RUNTIME } from './lib/paths.mjs'
import { ensureWebBuilt, WebBuildError } from './lib/web.mjs'

async function start(args) {
  if ((await ensureInstalled()).stopped) return 0
  if ((await buildPages()).stopped) return 0
  // The channel closes when this launcher dies in whatever way, so the service notices and does not live on unseen.
  const { code } = await runChild(RUNTIME, [fromRoot('src', 'main.ts'), ...args], { ipc: true })
  return code
}

/** Pages that do not build are no reason to take no jobs: an API without them is worth more than nothing. */
async function buildPages() {
  try {
    return await ensureWebBuilt()
  } catch (error) {
    if (!(error instanceof WebBuildError)) throw error
    process.stderr.write(`${error.message} The service starts with the pages it had before, if any.\n`)
    return { stopped: false }
  }
}

start(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
