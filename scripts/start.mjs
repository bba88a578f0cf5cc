// npm start, npm run demo: installs and builds what is missing, then runs the service in a separate process.
import { runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { COMPILE_CACHE, fromRoot, RUNTIME } from './lib/paths.mjs'
import { ensureWebBuilt, isWebBuilt } from './lib/web.mjs'

async function start(args) {
  // Where the pages are built, what `npm ci --omit=dev` installs is enough.
  if ((await ensureInstalled({ toBuild: !isWebBuilt() })).stopped) return 0
  const pages = await ensureWebBuilt()
  if (pages.stopped) return 0
  // If the pages do not build, the service starts all the same: an API without pages is worth more than nothing.
  if (!pages.built) process.stderr.write('The service starts with the pages it had before, if any.\n')
  // The channel closes when this launcher dies in any way, so the service notices and does not run on unnoticed.
  // Files, hashes and decoders share these threads: with the usual four a few of one kind hold up the others.
  const env = {
    ...process.env,
    UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  const { code } = await runChild(RUNTIME, [fromRoot('src', 'main.ts'), ...args], { ipc: true, env })
  return code
}

start(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
