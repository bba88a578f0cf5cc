import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chordOf, type KeyPress, shownChord } from './chord.ts'
import { type Command, type KeyBindings, type KeyChoices, Keymap } from './keymap.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

function memory(): KeyChoices {
  let kept: KeyBindings = {}
  return {
    read: () => kept,
    keep: (bindings) => {
      kept = bindings
    },
  }
}

function command(id: string, keys: string[], ran: string[], more: Partial<Command> = {}): Command {
  return { id, label: id, group: 'test', keys, run: () => ran.push(id), ...more }
}

describe('names of keys', () => {
  it('are the same for small and capital letters, and say Shift', () => {
    assert.equal(chordOf(press('k')), 'K')
    assert.equal(chordOf(press('K', { shiftKey: true })), 'Shift+K')
  })
  it('name a sign by itself, whatever it takes to type it', () => {
    assert.equal(chordOf(press('?', { shiftKey: true })), '?')
    assert.equal(chordOf(press('?')), '?')
  })
  it('keep digits under Shift, where the keyboard sends another sign', () => {
    assert.equal(chordOf(press('!', { code: 'Digit1', shiftKey: true })), 'Shift+1')
    assert.equal(chordOf(press('1', { code: 'Digit1' })), '1')
    // A French keyboard sends & there without Shift: that is the sign &, not a digit.
    assert.equal(chordOf(press('&', { code: 'Digit1' })), '&')
  })
  it('take Command for Ctrl and leave modifiers alone', () => {
    assert.equal(chordOf(press('Enter', { metaKey: true })), 'Ctrl+Enter')
    assert.equal(chordOf(press('Shift', { shiftKey: true })), null)
    assert.equal(chordOf(press(' ')), 'Space')
  })
  it('are printed as on the machine', () => {
    assert.equal(shownChord('Ctrl+Shift+Left', false), 'Ctrl+Shift+←')
    assert.equal(shownChord('Ctrl+Shift+Left', true), '⌘⇧←')
  })
})

describe('the keymap', () => {
  it('runs the command of a key, and the later of two', () => {
    const ran: string[] = []
    const keymap = new Keymap(memory())
    keymap.register([command('shell', ['K'], ran)])
    const leave = keymap.register([command('mode', ['K'], ran)])
    assert.equal(keymap.press(press('k'), false), true)
    leave()
    keymap.press(press('k'), false)
    assert.deepEqual(ran, ['mode', 'shell'])
    assert.equal(keymap.press(press('x'), false), false)
  })
  it('leaves letters and editing keys to a focused text field, not Ctrl+Enter', () => {
    const ran: string[] = []
    const keymap = new Keymap(memory())
    keymap.register([
      command('a', ['K'], ran),
      command('undo', ['Ctrl+Z'], ran),
      command('submit', ['Ctrl+Enter'], ran),
    ])
    assert.equal(keymap.press(press('k'), true), false)
    assert.equal(keymap.press(press('z', { ctrlKey: true }), true), false)
    assert.equal(keymap.press(press('Enter', { ctrlKey: true }), true), true)
    assert.deepEqual(ran, ['submit'])
  })
  it('keeps chosen keys for the person, and takes them from the command that had them', () => {
    const storage = memory()
    const ran: string[] = []
    const commands = [command('a', ['K'], ran), command('b', ['L', 'M'], ran)]
    const first = new Keymap(storage)
    first.register(commands)
    first.setKeys('a', ['L'])
    const again = new Keymap(storage)
    again.register(commands)
    assert.deepEqual(again.keysOf('a'), ['L'])
    assert.deepEqual(again.keysOf('b'), ['M'])
    assert.equal(again.holderOf('M', 'a')?.id, 'b')
    assert.equal(again.holderOf('L', 'a'), null)
    again.resetAll()
    assert.deepEqual(again.keysOf('b'), ['L', 'M'])
  })
  it('passes over a command that cannot be used now', () => {
    const ran: string[] = []
    const keymap = new Keymap(memory())
    keymap.register([command('a', ['K'], ran), command('b', ['K'], ran, { isEnabled: () => false })])
    keymap.press(press('k'), false)
    assert.deepEqual(ran, ['a'])
  })
})
