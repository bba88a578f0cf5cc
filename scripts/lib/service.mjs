import { ensureInstalled } from './install.mjs'
import { COMPILE_CACHE, fromRoot, RUNTIME } from './paths.mjs'
import { ensureWebBuilt, isWebBuilt } from './web.mjs'

/** Installs and builds what the service needs and is missing. Answers whether a signal asked to end meanwhile. */
export async function prepareService() {
  // Where the pages are built, what `npm ci --omit=dev` installs is enough.
  if ((await ensureInstalled({ toBuild: !isWebBuilt() })).stopped) return { stopped: true }
  const pages = await ensureWebBuilt()
  // If the pages do not build, the service starts all the same: an API without pages is worth more than nothing.
  if (!pages.stopped && !pages.built) process.stderr.write('The service starts with the pages it had before, if any.\n')
  return { stopped: pages.stopped }
}

/**
 * The program, arguments and environment of a service. Run it with an IPC channel: the channel closes when the launcher
 * dies in any way, so the service notices and does not run on unnoticed.
 */
export const serviceCommand = (args, env = process.env) => ({
  command: RUNTIME,
  args: [fromRoot('src', 'main.ts'), ...args],
  env: {
    ...env,
    // Files, hashes and decoders share these threads: with the usual four a few of one kind hold up the others.
    UV_THREADPOOL_SIZE: env.UV_THREADPOOL_SIZE ?? '16',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  },
})
