import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkCounters } from '../journey/checks.ts'
import { type Answer, Api, dataOf, until } from '../support/apiClient.ts'
import { FileServer } from '../support/fileServer.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'

const MIB = 1024 * 1024

/** A small disk of one's own in memory; null where that is not allowed. */
function mountDisk(mebibytes: number): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder])
  if (status === 0) {
    chmodSync(folder, 0o755)
    return folder
  }
  rmSync(folder, { recursive: true })
  return null
}

function unmount(folder: string): void {
  spawnSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
}

/** Writes until not a byte goes in any more. */
function fill(file: string): void {
  const handle = openSync(file, 'a')
  for (const size of [MIB, 4096, 1]) {
    try {
      for (;;) if (writeSync(handle, Buffer.alloc(size)) < size) break
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
    }
  }
  closeSync(handle)
}

const probe = mountDisk(1)
if (probe) unmount(probe)
const skip = probe ? false : 'only root can mount a small disk'

test('a full disk is reported truthfully, harms nothing, and is forgotten once there is room', { skip }, async () => {
  const disk = mountDisk(400)!
  const files = await FileServer.start()
  const service = await ServiceProcess.start({ dataDir: disk })
  try {
    const tenant = await Tenant.create(new Api(service.baseUrl, service.adminKey), {}, { image: tagOf('image2d') })
    const jobId = await tenant.submit(job(files, 'before', await pngOf(64, 64)))
    await tenant.reached(jobId, 'queued')
    // A download that is under way while the disk fills up.
    const held = await pngOf(256, 256)
    const full = Promise.withResolvers<void>()
    files.put('/held.png', async (_request, response) => {
      await full.promise
      response.end(held)
    })
    const heldId = await tenant.submit({
      reference_id: 'held',
      tag: 'image',
      data: { image_url: `${files.baseUrl}/held.png` },
    })
    await until(async () => files.hits.includes('/held.png'))
    const ballast = join(disk, 'ballast')
    fill(ballast)
    full.resolve()
    const submit = () => tenant.api.call('POST', tenant.path(`/jobs/${jobId}/result`), { body: { data: ONE_BOX } })
    assertSorry(await submit())
    const ready = await tenant.api.call('GET', '/readyz')
    assertSorry(ready)
    // Small jobs may still fit in what PostgreSQL has reserved; large ones find its end.
    const acknowledged = new Map<string, string>()
    let refused = 0
    const filler = 'x'.repeat(2 * MIB)
    for (let n = 0; n < 200 && refused < 3; n++) {
      const body = { ...job(files, `full-${n}`, await pngOf(16, 16, n)) }
      Object.assign(body.data, { metadata: `${n}${filler}` })
      const answer = await tenant.api.call('POST', tenant.path('/jobs'), { body })
      if (answer.status === 200) acknowledged.set(body.reference_id, dataOf<{ job_id: string }>(answer).job_id)
      else {
        assertSorry(answer)
        refused++
      }
      fill(ballast)
    }
    assert.ok(refused >= 3, 'the disk was never full')
    rmSync(ballast)
    await until(async () => (await tenant.api.call('GET', '/readyz')).status === 200)
    for (const [referenceId, id] of [...acknowledged, ['before', jobId], ['held', heldId]]) {
      const record = await tenant.reached(id, 'queued')
      assert.equal(record.reference_id, referenceId)
      await tenant.submitResult(id, ONE_BOX)
      await tenant.reached(id, 'completed')
    }
    const later = await tenant.submit(job(files, 'after', await pngOf(64, 64)))
    await tenant.reached(later, 'queued')
    const stats = await checkCounters(tenant)
    assert.deepEqual([stats.total_jobs, stats.completed_jobs], [acknowledged.size + 3, acknowledged.size + 2])
  } finally {
    await service.remove()
    await files.stop()
    unmount(disk)
  }
})

function job(files: FileServer, reference_id: string, image: Buffer) {
  return { reference_id, tag: 'image', data: { image_url: files.put(`/${reference_id}.png`, image) } }
}

/** 503, and when to try again: the fault is in the service alone, and it passes. */
function assertSorry(answer: Answer): void {
  assert.equal(answer.status, 503, answer.bytes.toString('utf8').slice(0, 500))
  assert.equal(answer.json?.error?.code, 'api_error')
  assert.ok(Number(answer.headers['retry-after']) >= 1)
}
