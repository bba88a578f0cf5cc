import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeWorkFolder } from './workFolder.ts'

test('files of a killed process are removed, files of a running one stay', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fiducial-work-'))
  try {
    const dead = join(dataDir, 'work', String(spawnSync(process.execPath, ['-e', '']).pid))
    const living = join(dataDir, 'work', String(process.ppid))
    for (const folder of [dead, living]) mkdirSync(folder, { recursive: true })
    const own = makeWorkFolder(dataDir)
    assert.deepEqual([own, living, dead].map(existsSync), [true, true, false])
    assert.equal(makeWorkFolder(dataDir), own)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
