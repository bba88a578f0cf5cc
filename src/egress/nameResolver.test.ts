import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parseHosts } from './hostsFile.ts'
import { NameError, NameResolver } from './nameResolver.ts'
import { downloadsBy } from './testing/downloads.ts'
import { clientAllowing, closeServers, serve } from './testing/loopback.ts'

/** A nameserver that answers names of `.here` by 127.0.0.1 and is silent for all others. */
let nameserver: Socket
let servers: string[]
let asked: string[] = []
let folder: string
let hostsFile: string

before(async () => {
  nameserver = createSocket('udp4')
  nameserver.on('message', (message, from) => {
    const { name, type, questionEnd } = readQuestion(message)
    asked.push(`${name} ${type}`)
    if (!name.endsWith('.here')) return
    const answer = type === 1 ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1] : []
    const head = Buffer.from(message.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(answer.length ? 1 : 0, 6)
    head.writeUInt16BE(0, 10)
    nameserver.send(Buffer.concat([head, message.subarray(12, questionEnd), Buffer.from(answer)]), from.port)
  })
  await new Promise<void>((resolve) => nameserver.bind(0, '127.0.0.1', resolve))
  servers = [`127.0.0.1:${(nameserver.address() as AddressInfo).port}`]
  folder = mkdtempSync(join(tmpdir(), 'fiducial-names-'))
  hostsFile = join(folder, 'hosts')
  writeFileSync(hostsFile, '127.0.0.1 localhost\n127.0.0.3 storage # the store\n')
})
after(async () => {
  nameserver.close()
  rmSync(folder, { recursive: true })
  await closeServers()
})

function readQuestion(message: Buffer): { name: string; type: number; questionEnd: number } {
  const labels: string[] = []
  let at = 12
  while (message[at] !== 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + message[at]))
    at += 1 + message[at]
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), questionEnd: at + 5 }
}

const resolverOf = (more: object = {}) =>
  new NameResolver({ servers, hostsFile, resolvFile: join(folder, 'none'), deadlineMs: 1000, ...more })
const asking = (lane = 'a', signal: AbortSignal = new AbortController().signal) => ({ lane, signal })
const addressesOf = async (found: ReturnType<NameResolver['resolve']>) => (await found).map(({ address }) => address)

test('names come from the hosts file, then from the nameserver, and answers are remembered', async () => {
  const resolver = resolverOf()
  assert.deepEqual(await addressesOf(resolver.resolve('Storage', asking())), ['127.0.0.3'])
  asked = []
  assert.deepEqual(await addressesOf(resolver.resolve('data.here', asking())), ['127.0.0.1'])
  assert.deepEqual(await addressesOf(resolver.resolve('DATA.here.', asking())), ['127.0.0.1'])
  assert.deepEqual(asked.toSorted(), ['data.here 1', 'data.here 28'])
})

test('a short name is looked for under the search domains', async () => {
  const resolvFile = join(folder, 'resolv.conf')
  writeFileSync(resolvFile, 'nameserver 127.0.0.1\nsearch team.here\n')
  assert.deepEqual(await addressesOf(resolverOf({ resolvFile }).resolve('files', asking())), ['127.0.0.1'])
})

test('a silent nameserver costs the deadline once; then the name is known not to resolve', async () => {
  const resolver = resolverOf({ deadlineMs: 100 })
  await assert.rejects(resolver.resolve('gone.silent', asking()), NameError)
  asked = []
  await assert.rejects(resolver.resolve('gone.silent', asking()), NameError)
  assert.deepEqual(asked, [])
})

test('a caller that gives up does not wait for the nameserver', async () => {
  const resolver = resolverOf({ deadlineMs: 60_000 })
  const controller = new AbortController()
  const waiting = Array.from({ length: 6 }, (_, i) =>
    resolver.resolve(`slow${i}.silent`, asking('a', controller.signal)),
  )
  controller.abort(new Error('given up'))
  for (const each of waiting) await assert.rejects(each, /given up/)
  resolver.close()
})

test('slow names of one project hold up no other project, and wait four at a time', async () => {
  const resolver = resolverOf({ deadlineMs: 60_000 })
  asked = []
  const controller = new AbortController()
  const slow = Array.from({ length: 60 }, (_, i) =>
    resolver.resolve(`wait${i}.silent`, asking('slow', controller.signal)).catch(() => {}),
  )
  assert.deepEqual(await addressesOf(resolver.resolve('quick.here', asking('other'))), ['127.0.0.1'])
  assert.equal(new Set(asked.filter((name) => name.startsWith('wait')).map((name) => name.split(' ')[0])).size, 4)
  controller.abort()
  await Promise.all(slow)
  resolver.close()
})

test('a name that two projects share does not wait behind slow names of either', async () => {
  const resolver = resolverOf({ deadlineMs: 60_000 })
  const controller = new AbortController()
  const slow = [...Array.from({ length: 8 }, (_, i) => `stuck${i}.silent`), 'shared.here'].map((name) =>
    resolver.resolve(name, asking('slow', controller.signal)).catch(() => {}),
  )
  const other = resolver.resolve('shared.here', asking('other', AbortSignal.timeout(3000)))
  assert.deepEqual(await addressesOf(other), ['127.0.0.1'])
  controller.abort()
  await Promise.all(slow)
  resolver.close()
})

test('many callers of one name ask the nameserver once', async () => {
  const resolver = resolverOf()
  asked = []
  await Promise.all(Array.from({ length: 40 }, (_, i) => resolver.resolve('many.here', asking(`lane ${i % 3}`))))
  assert.deepEqual(asked.toSorted(), ['many.here 1', 'many.here 28'])
})

test('downloads by name continue while sixty names of another project stay unanswered', async () => {
  const server = await serve((_, response) => response.end('here'))
  const client = clientAllowing('127.0.0.0/8', { names: { servers, hostsFile, deadlineMs: 60_000 } })
  try {
    const { get, bytesOf } = downloadsBy(client)
    const controller = new AbortController()
    const stuck = Array.from({ length: 60 }, (_, i) =>
      get(`http://d${i}.silent/`, { lane: 'slow', signal: controller.signal, deadlineMs: 60_000 }).catch(() => {}),
    )
    assert.equal(await bytesOf(`http://localhost:${server.port}/`), 'here')
    assert.equal(await bytesOf(`http://files.here:${server.port}/`), 'here')
    controller.abort()
    await Promise.all(stuck)
  } finally {
    await client.close()
  }
})

test('a hosts file is read as the system reads it', () => {
  const names = parseHosts(
    '# remark\n127.0.0.1\tlocalhost Loop # other\n::1 localhost\nfe80::1%lo0 zone\nnonsense name\n',
  )
  assert.deepEqual(names.get('localhost'), [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ])
  assert.deepEqual(names.get('loop'), [{ address: '127.0.0.1', family: 4 }])
  assert.deepEqual([names.get('zone'), names.get('name')], [undefined, undefined])
})
