import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parse } from 'yaml'
import { makeMetrics } from '../../src/api/service/metrics.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy')
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')

interface Rule {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}
interface Panel {
  id: number
  title: string
  targets: { expr: string }[]
}

const rules: Rule[] = parse(read('prometheus/alerts.yml')).groups.flatMap(({ rules: of }: { rules: Rule[] }) => of)
const panels: Panel[] = JSON.parse(read('grafana/fiducial.json')).panels

let database: TestDatabase
/** Names of samples with the labels that they have, as /metrics gives them. */
const samples = new Map<string, Set<string>>()

before(async () => {
  database = await createTestDatabase()
  const metrics = makeMetrics(database.pool)
  metrics.observe({ method: 'GET', path: '/healthz', status: 200, durationMs: 3 })
  metrics.callbacks.attempt('delivered')
  metrics.callbacks.delivered(3)
  metrics.callbacks.exhausted()
  await database.pool.query(
    `insert into tasks (project_id, kind, subject_id) values (gen_random_uuid(), 'validate', gen_random_uuid())`,
  )
  const { text } = await metrics.read()
  for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const known = samples.get(name) ?? new Set()
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label)
    samples.set(name, known)
  }
})
after(() => database.drop())

const FUNCTIONS = new Set(['sum', 'max', 'rate', 'increase', 'histogram_quantile', 'by'])
// Added by Prometheus itself.
const OF_PROMETHEUS = new Set(['up'])
const LABELS_OF_PROMETHEUS = new Set(['job', 'instance'])

/** What an expression names that /metrics does not give. */
function unknownIn(expr: string): string[] {
  const labels = [
    ...[...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside]) => [...inside.matchAll(/(\w+)\s*=/g)].map(([, l]) => l)),
    ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside]) => inside.split(',').map((word) => word.trim())),
  ]
  const bare = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
  const names = [...bare.matchAll(/\b[a-z_]\w*\b/g)].map(([name]) => name).filter((name) => !FUNCTIONS.has(name))
  const own = names.filter((name) => !OF_PROMETHEUS.has(name))
  const known = new Set(own.flatMap((name) => [...(samples.get(name) ?? [])]))
  return [
    ...own.filter((name) => !samples.has(name)),
    ...labels.filter((label) => !known.has(label) && !LABELS_OF_PROMETHEUS.has(label)),
  ]
}

test('alert rules and dashboard name only what /metrics gives, with the labels that it has', () => {
  const expressions = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map((t) => t.expr))]
  assert.ok(expressions.length >= 20)
  for (const expr of expressions) {
    assert.deepEqual(unknownIn(expr), [], expr)
    for (const [open, close] of ['()', '{}', '[]'])
      assert.equal(expr.split(open).length, expr.split(close).length, expr)
  }
  assert.deepEqual(unknownIn('sum by (colour) (rate(fiducial_tasks_done{stage="x"}[5m]))'), [
    'fiducial_tasks_done',
    'stage',
    'colour',
  ])
})

test('each alert says how bad it is, what happened and what to do; each metric of the service is shown', () => {
  for (const rule of rules) {
    assert.match(rule.for, /^\d+[ms]$/, rule.alert)
    assert.match(rule.labels.severity, /^(critical|warning)$/, rule.alert)
    assert.ok(rule.annotations.summary && rule.annotations.description, rule.alert)
  }
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join(' ')
  const own = [...samples.keys()].filter((name) => name.startsWith('fiducial_'))
  const missing = own.map((name) => name.replace(/_(bucket|count|sum)$/, '')).filter((name) => !shown.includes(name))
  assert.deepEqual(missing, [])
})
