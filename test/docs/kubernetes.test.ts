import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { FILE_SETTINGS, readConfig } from '../../src/config.ts'
import { SETTINGS } from '../../src/settings.ts'

const ROOT = join(import.meta.dirname, '..', '..')

interface Container {
  env: { name: string; value: string }[]
  envFrom: { configMapRef: { name: string } }[]
  ports: { name: string; containerPort: number }[]
  readinessProbe?: { httpGet: { path: string; port: string } }
  securityContext: Record<string, unknown>
  volumeMounts: { name: string; mountPath: string }[]
}
interface PodSpec {
  terminationGracePeriodSeconds: number
  securityContext: { runAsNonRoot: boolean; runAsUser: number }
  containers: Container[]
  volumes: { name: string; secret?: { secretName: string } }[]
}
interface Part {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  data?: Record<string, string>
  spec: {
    selector: { matchLabels: Record<string, string> } & Record<string, string>
    template: { metadata: { labels: Record<string, string> }; spec: PodSpec }
  }
}

const text = readFileSync(join(ROOT, 'deploy', 'kubernetes', 'fiducial.yaml'), 'utf8')
const parts: Part[] = parseAllDocuments(text).map((document) => {
  assert.deepEqual(document.errors, [])
  return document.toJS()
})
const ofKind = (kind: string) => parts.filter((part) => part.kind === kind)
const deployments = ofKind('Deployment')
const settings = ofKind('ConfigMap')[0].data ?? {}

test('the manifests set only known settings; every secret is in a mounted file, which the first lines create', () => {
  const known = new Set([...Object.keys(SETTINGS), ...FILE_SETTINGS.map((name) => `${name}_FILE`)])
  assert.deepEqual(
    Object.keys(settings).filter((name) => !known.has(name)),
    [],
  )
  const files = Object.entries(settings).filter(([name]) => name.endsWith('_FILE'))
  assert.equal(files.length, 4)
  for (const [, file] of files) {
    assert.ok(file.startsWith('/secrets/'))
    assert.ok(text.includes(`--from-file=${file.slice('/secrets/'.length)}`), file)
  }
  const plain = Object.fromEntries(Object.entries(settings).filter(([name]) => !name.endsWith('_FILE')))
  assert.equal(readConfig(plain).trustProxy, 1)
})

test('api and worker run hardened as the account of the image, with time to drain', () => {
  const user = /useradd --system --uid (\d+)/.exec(readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8'))?.[1]
  const roles = deployments.map(({ spec }) => spec.template.spec.containers[0].env[0].value)
  assert.deepEqual(roles, ['api', 'worker'])
  for (const { spec } of deployments) {
    const pod = spec.template.spec
    assert.deepEqual([pod.securityContext.runAsNonRoot, pod.securityContext.runAsUser], [true, Number(user)])
    const [container] = pod.containers
    assert.equal(container.securityContext.allowPrivilegeEscalation, false)
    assert.equal(container.securityContext.readOnlyRootFilesystem, true)
    assert.ok(pod.terminationGracePeriodSeconds > Number(settings.DRAIN_SECONDS) + 5)
    assert.deepEqual(container.volumeMounts.map(({ name }) => name).sort(), pod.volumes.map(({ name }) => name).sort())
    assert.deepEqual(spec.selector.matchLabels, spec.template.metadata.labels)
  }
})

test('the service finds the api pods, which report by /readyz when they are ready', () => {
  const [api] = deployments
  assert.deepEqual(ofKind('Service')[0].spec.selector, api.spec.selector.matchLabels)
  assert.deepEqual(ofKind('PodDisruptionBudget')[0].spec.selector.matchLabels, api.spec.selector.matchLabels)
  assert.deepEqual(api.spec.template.spec.containers[0].readinessProbe?.httpGet, { path: '/readyz', port: 'http' })
  assert.equal(new Set(parts.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size, parts.length)
})
