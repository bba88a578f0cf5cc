// Makes dist/client, the package @fiducial/client as it is published: JavaScript, declarations, README, licence.
// `npm pack ./dist/client` then makes the tarball.
import { cpSync, rmSync } from 'node:fs'
import { runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { fromRoot } from './lib/paths.mjs'

async function build() {
  if ((await ensureInstalled()).stopped) return 143
  const target = fromRoot('dist', 'client')
  rmSync(target, { recursive: true, force: true })
  const { code, stopped } = await runChild(fromRoot('node_modules', '.bin', 'tsc'), [
    '-p',
    fromRoot('tsconfig', 'client-package.json'),
  ])
  if (stopped || code !== 0) return stopped ? 143 : code
  for (const file of ['package.json', 'README.md']) cpSync(fromRoot('src', 'client', file), `${target}/${file}`)
  cpSync(fromRoot('LICENSE'), `${target}/LICENSE`)
  return 0
}

process.exit(await build())
