import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { AllowNetworksError, isForbiddenAddress, parseAllowNetworks } from './address.ts'

const none = parseAllowNetworks('')

test('public addresses may be reached', () => {
  for (const ip of [
    '93.184.216.34',
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '168.63.129.15',
    '2606:4700::1111',
    '2a00:1450::1',
  ]) {
    assert.equal(isForbiddenAddress(ip, none), false, ip)
  }
})

test('everything that is not public unicast is refused', () => {
  const spellings =
    `127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 169.254.169.254 172.16.0.1
    172.31.255.255 192.0.0.192 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.1.1 192.175.48.1 198.18.0.1 198.51.100.1
    203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16
    :: ::1 ::7f00:1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1
    100::1 2001::1 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1 2001:30::1 2001:db8::1 2002:7f00:1:: 2620:4f:8000::1
    3fff::1 4000::1 5f00::1 8000::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1
    2606:4700::5efe:127.0.0.1 2606:4700::200:5efe:a00:1`.split(/\s+/)
  for (const ip of spellings) assert.equal(isForbiddenAddress(ip, none), true, ip)
})

test('text that is not an address in plain spelling is refused', () => {
  for (const text of [
    '',
    'localhost',
    '0177.0.0.1',
    '0x7f.1',
    '127.1',
    '2130706433',
    '8.8.8.8 ',
    '[::1]',
    'fe80::1%eth0',
    '2606:4700::1%1',
    '8.8.8.8/8',
  ]) {
    assert.equal(isForbiddenAddress(text, none), true, text)
  }
})

test('an allowed network lets through its own addresses and no others', () => {
  const networks = parseAllowNetworks('10.1.0.0/16, 127.0.0.1 fd00::/8')
  for (const ip of ['10.1.2.3', '127.0.0.1', 'fd12::1', '8.8.8.8'])
    assert.equal(isForbiddenAddress(ip, networks), false, ip)
  for (const ip of [
    '10.2.0.1',
    '127.0.0.2',
    '::1',
    '::ffff:10.1.2.3',
    '::10.1.2.3',
    '64:ff9b::a01:203',
    'fd12::1%eth0',
  ]) {
    assert.equal(isForbiddenAddress(ip, networks), true, ip)
  }
})

test('an IPv4 address embedded in IPv6 never opens a way to it', () => {
  const prefixes = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2001::', 'fe80::5efe:', '2a00::5efe:']
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom(...prefixes), (ip, prefix) => isForbiddenAddress(`${prefix}${ip}`, none)),
  )
})

test('a word of ALLOW_NETWORKS that is not a network is named', () => {
  for (const word of [
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    'example.com',
    '::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '010.0.0.1',
    'fe80::1%1/64',
  ]) {
    assert.throws(
      () => parseAllowNetworks(`127.0.0.1, ${word}`),
      (error) => error instanceof AllowNetworksError && error.message.includes(`"${word}"`),
      word,
    )
  }
})
