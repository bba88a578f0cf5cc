import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..', '..')
/** What runs where the data of all customers is. */
const files = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((file) => !/\.test\.ts$|^src\/(web|client|demo|cli)\/|\/testing\/|\/test[A-Z]\w*\.ts$/.test(file))
  .sort()
const sourceOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const foundIn = (pattern: RegExp): Record<string, number> =>
  Object.fromEntries(
    files.flatMap((file) => {
      const count = [...sourceOf(file).matchAll(pattern)].length
      return count > 0 ? [[file, count]] : []
    }),
  )

const DYNAMIC_PATTERN = /\bnew RegExp\(|(?<![.\w])RegExp\(/g
/** Where a regular expression is made while the program runs, and of what: never of a secret or a customer's text. */
const PATTERNS: Record<string, string> = {
  'src/api/http/otherMethods.ts': 'of the paths of routes, which stand in the code',
  'src/store/cluster/keys/apiKey.ts': 'of two lengths, which stand beside it',
}

test('no regular expression is made of a secret or of what a customer sent', () => {
  assert.deepEqual(Object.keys(foundIn(DYNAMIC_PATTERN)), Object.keys(PATTERNS).sort())
})

const ENDLESS_LOOP = /\bfor \([^;)]*; ?;[^)]*\)|\bwhile \(true\)/g
/** Loops whose head says no end: how many there are in a file, and what ends them whatever a customer sends. */
const LOOPS: Record<string, [number, string]> = {
  'src/api/assistants/taskRoutes.ts': [1, 'at the time that the caller waits, or when no run is left'],
  'src/api/http/body.ts': [1, 'at the end of the body, whose bytes are bounded'],
  'src/api/http/streamBody.ts': [1, 'at the end of the body, whose pace is watched'],
  'src/egress/download.ts': [1, 'after five redirects'],
  'src/egress/uploadToS3.ts': [1, 'after the last attempt'],
  'src/formats/clouds/byteSource.ts': [1, 'at the end of the file'],
  'src/formats/clouds/ply.ts': [2, 'at the end of the header, whose bytes are bounded'],
  'src/pcd/asciiPoints.ts': [1, 'at the end of the bytes: each turn takes a line'],
  'src/pcd/headerReader.ts': [1, 'at the end of the header, whose bytes are bounded'],
  'src/pcd/putNumber.ts': [2, 'after 17 digits, which tell every number apart'],
  'src/interchange/arrow/lz4Frame.ts': [1, 'at the end of the bytes: each turn takes a word'],
  'src/interchange/layouts/logs/mcapLog.ts': [1, 'at the end of the file: each turn goes beyond a record'],
  'src/interchange/layouts/logs/rosbag1Log.ts': [1, 'at the end of the file: each turn goes beyond a record'],
  'src/interchange/layouts/logs/transforms.ts': [1, 'at the root of its tree, or at a frame that it met before'],
  'src/interchange/core/stableIds.ts': [2, 'at the first id that is free: each attempt makes another'],
  'src/model/compare/assignment.ts': [1, 'at the root of its tree: each turn goes up'],
  'src/model/segmentation/voxels.ts': [1, 'at a free place: the table is at most half full'],
  'src/pictures/jpegStructure.ts': [1, 'at the end of the bytes: each turn goes beyond a marker'],
  'src/pipeline/actions/runAction.ts': [1, 'when no job is left, or the action is cancelled'],
  'src/pipeline/exports/runExport.ts': [1, 'after the last job: each turn begins behind the one before'],
  'src/pipeline/imports/jobFinder.ts': [2, 'after the last name: each turn begins behind the one before'],
  'src/pipeline/prediction.ts': [1, 'after the last attempt'],
  'src/store/cluster/backup/tables.ts': [1, 'after the last row: each turn begins behind the one before'],
  'src/store/cluster/files/released.ts': [1, 'when nothing is left: each turn removes some'],
  'src/store/cluster/jobs/ingest.ts': [1, 'after the last attempt'],
  'src/store/files/s3Files.ts': [2, 'after the last attempt; at the end of a file, or when the storage is silent'],
  'src/store/postgres/sessionLocks.ts': [1, 'when the lock is free, or the caller leaves'],
  'src/store/postgres/supervisor.ts': [1, 'when the server answers, has ended, or takes too long to start'],
  'src/store/postgres/transactions.ts': [1, 'after the last attempt'],
  'src/workflow/jobs/retention.ts': [1, 'when nothing is left: each turn removes some'],
}

test('every loop whose head says no end is known, with what ends it', () => {
  const known = Object.entries(LOOPS).sort(([one], [other]) => (one < other ? -1 : 1))
  assert.deepEqual(foundIn(ENDLESS_LOOP), Object.fromEntries(known.map(([file, [count]]) => [file, count])))
  for (const [file, [, why]] of known) assert.match(why, /^(at|after|when) /, file)
})

const NEW_PROCESS = /(?<![.#\w])(?:fork|spawn|spawnSync|execFile|exec)\(/g
/** Who starts other programs, and how these end with the service, however it ends. */
const PROCESSES: Record<string, [number, string]> = {
  'src/interchange/layouts/video/ffmpeg.ts': [1, 'when its pipe has no reader: it does nothing but write to it'],
  'src/pipeline/decode/isolatedDecode.ts': [1, 'src/pipeline/decode/decodeProcess.ts'],
  'src/process/alone.ts': [1, 'src/process/alone.ts'],
  'src/store/postgres/account.ts': [2, 'done before it goes on'],
  'src/store/postgres/cluster.ts': [1, 'done within seconds: it makes an empty database'],
  'src/store/postgres/endWithService.ts': [1, 'it waits for the end of the service'],
  'src/store/postgres/postmaster.ts': [1, 'done before it goes on'],
  'src/store/postgres/supervisor.ts': [1, 'by endWithService'],
}

test('whatever the service starts ends with it, also where the service is killed', () => {
  const counts = Object.fromEntries(Object.entries(PROCESSES).map(([file, [count]]) => [file, count]))
  assert.deepEqual(foundIn(NEW_PROCESS), counts)
  for (const [, [, end]] of Object.entries(PROCESSES)) {
    if (end.startsWith('src/')) assert.match(sourceOf(end), /^\s*endWithParent\(\)$/m, end)
  }
  assert.match(sourceOf('src/store/postgres/supervisor.ts'), /endWithService\(this\.#pid/)
})

test('all that threads do for a task of the pipeline ends when the task is cancelled', () => {
  const calls = files
    .filter((file) => file.startsWith('src/pipeline/') && /threads\.run\(/.test(sourceOf(file)))
    .filter((file) => !/signal/.test(sourceOf(file)))
  assert.deepEqual(calls, [])
})

/** Whoever writes to a terminal or a log themselves, and of what. */
const WRITERS: Record<string, string> = {
  'src/main.ts': 'why the service does not start, through what makes texts visible',
  'src/process/welcome.ts': 'addresses and the set-up link, which the service made',
}

test('text for a terminal or a log passes the function that makes control characters visible', () => {
  const found = foundIn(/process\.(?:stdout|stderr)\.write|(?<![.\w])console\.\w+\(/g)
  assert.deepEqual(Object.keys(found), Object.keys(WRITERS))
  assert.match(sourceOf('src/main.ts'), /stderr\.write\(`\$\{visibleLines\(/)
  assert.match(sourceOf('src/store/postgres/serviceLog.ts'), /streamWrite: visibleLines/)
  assert.match(sourceOf('src/cli/run.ts'), /visibleLines/)
  assert.match(sourceOf('src/web/console/csv.ts'), /visibleLines/)
  assert.match(sourceOf('src/formats/notifications/notificationEmail.ts'), /visibleText/)
})
