import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { runCli } from '../../src/cli/run.ts'

const isRoot = process.getuid?.() === 0
const HOME = '/var/lib/fiducial'

async function leftovers(...more: string[]): Promise<{ code: number; clusters: string[] }> {
  let said = ''
  const out = (text: string) => {
    said += text
  }
  const io = { env: {}, cwd: '/', out, err: out, read: () => assert.fail('nothing is read') }
  const code = await runCli(['database', 'leftovers', '--json', ...more], io)
  const answer: { leftovers: { cluster: string }[] } = JSON.parse(said)
  return { code, clusters: answer.leftovers.map(({ cluster }) => cluster) }
}

test('databases without their data folder are listed, and those with one are not', {
  skip: !isRoot && 'needs root',
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fiducial-left-'))
  const folders = ['00000000000000aa', '00000000000000ab'].map((name) => join(HOME, name))
  const [lost, kept] = folders.map((folder) => join(folder, 'postgres'))
  try {
    for (const cluster of [lost, kept]) mkdirSync(cluster, { recursive: true })
    writeFileSync(join(dirname(lost), 'data-dir'), `${dataDir}-gone\n`)
    writeFileSync(join(dirname(kept), 'data-dir'), `${dataDir}\n`)
    writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify({ cluster: kept }))
    const { code, clusters } = await leftovers()
    assert.equal(code, 0)
    assert.ok(clusters.includes(lost) && !clusters.includes(kept))
    assert.ok(existsSync(lost), 'it was only looked at')
  } finally {
    for (const folder of [...folders, dataDir]) rmSync(folder, { recursive: true, force: true })
  }
})
