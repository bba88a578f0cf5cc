import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startScriptedServer, success } from '../scripted-server.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'fiducial-client-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Unpacked as npm would do it, without asking a registry: the package has no dependencies. */
const installed = join(folder, 'node_modules', '@fiducial', 'client')
let files: string[] = []

before(async () => {
  await run(process.execPath, [join(ROOT, 'scripts', 'client-package.mjs')])
  const { stdout } = await run('npm', ['pack', join(ROOT, 'dist', 'client'), '--json', '--pack-destination', folder])
  const [packed] = JSON.parse(stdout)
  files = packed.files.map((file: { path: string }) => file.path)
  await run('mkdir', ['-p', installed])
  await run('tar', ['-xzf', join(folder, packed.filename), '-C', installed, '--strip-components=1'])
})

test('the package holds JavaScript, declarations, README and licence, and no tests or sources', () => {
  for (const file of ['entry.js', 'entry.d.ts', 'README.md', 'LICENSE', 'package.json'])
    assert.ok(files.includes(file), file)
  assert.deepEqual(
    files.filter((file) => file.includes('.test.') || (file.endsWith('.ts') && !file.endsWith('.d.ts'))),
    [],
  )
})

test('a program that installed the package creates a job and verifies a callback', async () => {
  const server = await startScriptedServer(() => success({ job_id: 'j1', reference_id: 'r1', tag: 't', warnings: [] }))
  try {
    const program = join(folder, 'program.mjs')
    writeFileSync(
      program,
      `import { FiducialClient, FiducialError, verifyCallback } from '@fiducial/client'
       const client = new FiducialClient({ baseUrl: process.argv[2], apiKey: 'fid_x', projectId: 'p' })
       const { job_id } = await client.jobs.create({ reference_id: 'r1', tag: 't', data: { image_url: 'https://x/y.png' } })
       const fault = await verifyCallback({ headers: {}, body: '', signingSecret: 'whsec_AAAA' }).catch((e) => e.fault)
       console.log(JSON.stringify({ job_id, fault, isError: FiducialError.prototype instanceof Error }))`,
    )
    const { stdout } = await run(process.execPath, [program, server.baseUrl])
    assert.deepEqual(JSON.parse(stdout), { job_id: 'j1', fault: 'missing_header', isError: true })
  } finally {
    await server.close()
  }
})

test('a TypeScript program is compiled against its declarations', async () => {
  const program = join(folder, 'program.ts')
  writeFileSync(
    program,
    `import { FiducialClient, type ResultDocument } from '@fiducial/client'
     const client = new FiducialClient({ baseUrl: 'http://x', apiKey: 'k' })
     export async function heights(id: string): Promise<number[]> {
       const document: ResultDocument | null = await client.jobs.result(id)
       if (document?.type !== 'cuboid3d') return []
       const { annotations } = document.data.annotation_data
       return annotations.flatMap((record) => (record.type === 'cuboid' ? [record.dimensions.height] : []))
     }
     // @ts-expect-error a job without a reference_id
     export const bad = () => client.jobs.create({ tag: 't', data: { image_url: '' } })`,
  )
  await compile([program], ['--types', ''])
})

/** What the examples take as there. */
const GIVEN = `declare const client: import('@fiducial/client').FiducialClient
declare const bodies: import('@fiducial/client').JobBody[]
declare const job_id: string
declare let lastCursor: string
declare function isNew(webhookId: string): Promise<boolean>
declare function keep(what: unknown): Promise<void>
`

test('every TypeScript example of the documents is compiled against its declarations', async () => {
  const texts = ['src/client/README.md', 'docs/clients.md'].map((name) => readFileSync(join(ROOT, name), 'utf8'))
  const examples = texts.flatMap((text) => [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code))
  assert.ok(examples.length >= 6)
  const files = examples.map((code, index) => {
    const file = join(folder, `example${index}.mts`)
    writeFileSync(file, code)
    return file
  })
  const given = join(folder, 'given.d.ts')
  writeFileSync(given, GIVEN)
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')]
  await compile([given, ...files], ['--moduleDetection', 'force', ...types])
})

async function compile(files: readonly string[], more: readonly string[]): Promise<void> {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom']
  await run(process.execPath, [tsc, ...options, ...more, ...files], { cwd: folder }).catch((error) =>
    assert.fail(error.stdout),
  )
}
