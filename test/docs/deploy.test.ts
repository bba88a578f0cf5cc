import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { readConfig } from '../../src/config.ts'
import { SETTINGS } from '../../src/settings.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
// The last one is of the runtime, not of the service.
const names: ReadonlySet<string> = new Set([...Object.keys(SETTINGS), 'UV_THREADPOOL_SIZE'])

interface ComposeService {
  image: string
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, unknown>
}

interface Compose {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
}

const composeText = read('deploy/docker-compose.yml')
const compose = parse(composeText, { merge: true }) as Compose
const ours = Object.values(compose.services).filter(({ image }) => image === 'fiducial')

/** Compose's own `${NAME:?}` and `${NAME:-default}`, filled in. */
const filled = (environment: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+(?::-([^}]*)|:\?)?\}/g, (_, d) => d ?? 'x'),
    ]),
  )

test('the compose file runs an api and a worker with settings that the service knows', () => {
  assert.deepEqual(
    ours.map(({ environment }) => environment?.ROLES),
    ['api', 'worker'],
  )
  for (const { environment } of ours) {
    assert.deepEqual(
      Object.keys(environment ?? {}).filter((name) => !names.has(name)),
      [],
    )
    const config = readConfig(filled(environment ?? {}))
    assert.match(config.storageUrl, /^s3:\/\//)
    assert.match(config.databaseUrl ?? '', /@postgres:5432\//)
  }
})

test('processes that share a database share its master key, and each has its own folder', () => {
  const [api, worker] = ours
  assert.ok(api.environment?.SECRET_KEY)
  assert.equal(api.environment?.SECRET_KEY, worker.environment?.SECRET_KEY)
  assert.notDeepEqual(api.volumes, worker.volumes)
})

test('the compose file hangs together: services, volumes, files and the address of the storage', () => {
  const named = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0]),
  )
  const folders = named.filter((name) => !name.startsWith('.'))
  assert.deepEqual([...new Set(folders)].sort(), Object.keys(compose.volumes).sort())
  for (const file of named.filter((name) => name.startsWith('.')))
    assert.ok(existsSync(join(ROOT, 'deploy', file)), file)
  for (const { depends_on: others = {} } of Object.values(compose.services)) {
    for (const other of Object.keys(others)) assert.ok(compose.services[other], other)
  }
  const endpoint = new URL(ours[0].environment?.S3_ENDPOINT ?? '')
  assert.ok(compose.services[endpoint.hostname])
  assert.match(read('deploy/garage.toml'), new RegExp(`api_bind_addr = ".*:${endpoint.port}"`))
  assert.match(read('deploy/garage.toml'), new RegExp(`s3_region = "${ours[0].environment?.S3_REGION}"`))
})

test('every secret that the compose file asks for is in env.example, which holds none', () => {
  const asked = new Set([...composeText.matchAll(/\$\{(\w+):\?\}/g)].map((match) => match[1]))
  const example = new Map([...read('deploy/env.example').matchAll(/^(\w+)=(.*)$/gm)].map((line) => [line[1], line[2]]))
  for (const name of asked) assert.equal(example.get(name), '', name)
})

test('images are pinned to a version', () => {
  for (const { image, build } of Object.values(compose.services)) {
    if (!build) assert.match(image, /:v?\d/, image)
  }
})

test('the Dockerfile copies what is there, knows its settings and does not run as root', () => {
  const dockerfile = read('deploy/Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((line) => line[1].split(' '))
  for (const path of copied) assert.ok(existsSync(join(ROOT, path)), path)
  const set =
    /^ENV (.+)$/m
      .exec(dockerfile)?.[1]
      .split(' ')
      .map((word) => word.split('=')[0]) ?? []
  assert.deepEqual(
    set.filter((name) => !names.has(name)),
    [],
  )
  assert.match(dockerfile, /^USER (?!root|0)\w+$/m)
})

/** Sections of a unit file, each a list of its `Key=value` lines. */
function readUnit(text: string): Map<string, [string, string][]> {
  const sections = new Map<string, [string, string][]>()
  let section: [string, string][] = []
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const heading = /^\[(\w+)\]$/.exec(line)
    if (heading) {
      section = []
      sections.set(heading[1], section)
    } else {
      const pair = /^([A-Z]\w+)=(.*)$/.exec(line)
      assert.ok(pair, `not a line of a unit file: ${line}`)
      section.push([pair[1], pair[2]])
    }
  }
  return sections
}

test('the unit file starts the service on its own runtime, stops it in order and hardens it', () => {
  const unit = readUnit(read('deploy/fiducial.service'))
  assert.deepEqual([...unit.keys()], ['Unit', 'Service', 'Install'])
  const lines = unit.get('Service') ?? []
  const values = Object.fromEntries(lines)
  const [command, script] = values.ExecStart.replace('/opt/fiducial/', '').split(' ')
  assert.ok(existsSync(join(ROOT, command)), command)
  assert.ok(existsSync(join(ROOT, script)), script)
  // With the default, control-group, PostgreSQL would be signalled beside the service that is to stop it.
  assert.equal(values.KillMode, 'mixed')
  assert.ok(Number(values.TimeoutStopSec) >= 15)
  for (const key of ['NoNewPrivileges', 'PrivateTmp', 'ProtectHome', 'PrivateDevices'])
    assert.equal(values[key], 'yes', key)
  assert.equal(values.ProtectSystem, 'strict')
  assert.equal(values.MemoryDenyWriteExecute, undefined)
  const set = lines.filter(([key]) => key === 'Environment').map(([, value]) => value.split('=')[0])
  assert.deepEqual(
    set.filter((name) => !names.has(name)),
    [],
  )
  assert.equal(new Set(lines.map(([key]) => key)).size, lines.length - set.length + (set.length ? 1 : 0))
})
