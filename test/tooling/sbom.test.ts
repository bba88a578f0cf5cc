import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..', '..')

interface Component {
  name: string
  version: string
  purl: string
  hashes?: { alg: string; content: string }[]
  licenses?: object[]
}

interface Locked {
  version?: string
  integrity?: string
  link?: boolean
}

test('the bill of materials names every package of the lock file by version, licence and hash', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: Component[] }
  assert.equal(bomFormat, 'CycloneDX')
  const listed = new Map(components.map((one) => [`${one.name}@${one.version}`, one]))
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const locked = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link)
  assert.ok(locked.length > 100)
  for (const [path, { version, integrity }] of locked) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const component = listed.get(`${name}@${version}`)
    assert.ok(component, `${name}@${version} is missing`)
    assert.match(component.purl, /^pkg:npm\//)
    // Binaries of other platforms, of which the registry could not say more.
    if (integrity === undefined) continue
    assert.ok(component.licenses?.length, `${name} has no licence`)
    const sha512 = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    assert.equal(component.hashes?.find(({ alg }) => alg === 'SHA-512')?.content, sha512, name)
  }
})
