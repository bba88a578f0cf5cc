import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JobPayloadAnswer } from '../../../src/contract/payload.ts'
import { fromPlainDocument, toPlainDocument } from '../../../src/formats/document/documentFile.ts'
import { decodeLabels } from '../../../src/formats/document/labelsFile.ts'
import { type CommandStore, MemoryCommandStore } from '../../../src/web/document/commandStore.ts'
import type { DocumentServer } from '../../../src/web/document/documentServer.ts'
import type { Observable } from '../../../src/web/document/observable.ts'
import { openSession } from '../../../src/web/document/openSession.ts'
import type { EditorSession } from '../../../src/web/document/session.ts'
import type { UndoJournal } from '../../../src/web/document/undoJournal.ts'
import { english } from '../../../src/web/messages/en/english.ts'
import { makeTranslator } from '../../../src/web/messages/translator.ts'
import type { PaneElement, PanePointer, PaneTool } from '../../../src/web/modes/sensors/pane.ts'
import { commandsOf } from '../../../src/web/shell/commands.ts'
import type { ScreenPoint } from '../../../src/web/view3d/viewCamera.ts'
import { AttributeFocus } from '../../../src/web/workbench/attributes/attributeFocus.ts'
import { Keymap } from '../../../src/web/workbench/keys/keymap.ts'
import type { JobSubmission } from '../../../src/web/workbench/submission/submission.ts'
import type { Sample } from '../samplePayload.ts'
import { FakeServer, HandClock } from './desk.ts'
import { furnishPage } from './nearWorker.ts'
import { pressOf } from './pressOf.ts'

export const t = makeTranslator('en', english)

type Files = Sample['files']
type Modifiers = Partial<Pick<PanePointer<string>, 'shift' | 'ctrl' | 'alt' | 'button'>>

/** The files of all jobs that are open in this process, each job's under a number. */
const served: Files[] = []
const server = createServer((request, response) => {
  const [, place, name] = (request.url ?? '').split('/')
  const file = served[Number(place)]?.get(decodeURIComponent(name))
  if (!file) return void response.writeHead(404).end()
  response.setHeader('content-type', file.type).end(file.body)
})
let baseUrl: Promise<string> | null = null

function serve(): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      furnishPage(url)
      resolve(url)
    })
  })
}

// It serves all test files that are joined in one process, and must not keep them running.
server.unref()
server.on('connection', (socket) => socket.unref())

/** What outlasts a page. */
export interface Browser {
  server: FakeServer
  store: CommandStore
  clock: HandClock
  undo?: UndoJournal
  hash?: (text: string) => Promise<string>
  newId: () => string
  access?: JobPayloadAnswer['access']
  /** What pages save to; absent: the server itself. */
  documentServer?: DocumentServer
}

/** A browser in which the job was never open, and a service that has it as it was sent. */
export function newBrowser({ payload, files }: Sample): Browser {
  const server = new FakeServer(fromPlainDocument(payload.document))
  const labels = files.get('labels')
  server.labels = labels ? decodeLabels(labels.body) : null
  let ids = 0
  return { server, store: new MemoryCommandStore(), clock: new HandClock(), newId: () => `id-${++ids}` }
}

/** The job's session as a page opens it, its files served; what is saved stays in this process. */
export async function openJob(sample: Sample, browser: Browser = newBrowser(sample)): Promise<EditorSession> {
  const { payload, files } = sample
  baseUrl ??= serve()
  const url = await baseUrl
  const number = served.includes(files) ? served.indexOf(files) : served.push(files) - 1
  const { server } = browser
  const document = toPlainDocument(server.document)
  const { version } = server
  const access = browser.access ?? payload.access
  const job: JobPayloadAnswer = {
    ...payload,
    access,
    document,
    version,
    files: { base: `${url}${number}/`, query: '' },
  }
  const labels = server.labels?.slice() ?? null
  return openSession({ job, labels, key: 'me/j1', ...browser, server: browser.documentServer ?? server })
}

/** A view of the page, with the size and the cursor that it was given. */
export class Pane implements PaneElement {
  readonly style = { cursor: '' }
  readonly width: number
  readonly height: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  getBoundingClientRect = () => ({ width: this.width, height: this.height })
}

const nothing = (): void => {}

/** What a person does at a 3D mode: keys as the page hands them on, and pointers of its views. */
export abstract class SceneDesk<View extends string> {
  readonly session: EditorSession
  readonly keymap = new Keymap({ read: () => ({}), keep: nothing })
  protected abstract readonly tool: PaneTool<View>
  /** All that changes what this person waits for. */
  protected abstract readonly changing: readonly Observable[]
  readonly #told = new Set<string>()
  readonly attributeFocus: AttributeFocus
  /** What the key that submits is for. */
  submission: Pick<JobSubmission, 'press'> | null = null

  constructor(session: EditorSession) {
    this.session = session
    session.notices.subscribe(() => {
      const [latest] = session.notices.notices
      if (latest) this.#told.add(t.of(latest.message))
    })
    const attributeFocus = new AttributeFocus(session)
    attributeFocus.attach()
    this.attributeFocus = attributeFocus
    const submission = { press: (how?: { isRepeat?: boolean }) => this.submission?.press(how) }
    const bench = { session, setTab: nothing, setDialog: nothing, submission, attributeFocus }
    this.keymap.register(commandsOf(bench, session.tools, true))
  }

  /** The latest notice. */
  get said(): string {
    const [latest] = this.session.notices.notices
    return latest ? t.of(latest.message) : ''
  }

  /** All notices so far, including those that others have replaced. */
  get told(): ReadonlySet<string> {
    return this.#told
  }

  /** Presses a key by its name in the keymap; false: it did nothing. Digits first answer the focused attribute. */
  keyDown(chord: string): boolean {
    if (/^[1-9]$/.test(chord) && this.attributeFocus.takeDigit(Number(chord))) return true
    return this.keymap.press(pressOf(chord), false)
  }

  /** Presses keys and releases them. */
  press(...chords: string[]): this {
    for (const chord of chords) {
      this.keyDown(chord)
      this.keyUp()
    }
    return this
  }

  protected keyUp(): void {}

  move(view: View, at: ScreenPoint, modifiers: Modifiers = {}): this {
    this.tool.pointerMove(pointer(view, at, modifiers))
    return this
  }

  down(view: View, at: ScreenPoint, modifiers: Modifiers = {}): this {
    this.move(view, at, modifiers)
    this.tool.pointerDown(pointer(view, at, modifiers))
    return this
  }

  up(view: View, at: ScreenPoint, modifiers: Modifiers = {}): this {
    this.tool.pointerUp(pointer(view, at, modifiers))
    return this
  }

  click(view: View, at: ScreenPoint, modifiers: Modifiers = {}): this {
    return this.down(view, at, modifiers).up(view, at, modifiers)
  }

  doubleClick(view: View, at: ScreenPoint): this {
    this.click(view, at).click(view, at)
    this.tool.doubleClick(pointer(view, at, {}))
    return this
  }

  /** Pressed at the first place, moved over the others and let go at the last. */
  drag(view: View, places: readonly ScreenPoint[], modifiers: Modifiers = {}): this {
    this.down(view, places[0], modifiers)
    for (const [i, place] of places.entries()) {
      if (i === 0) continue
      const before = places[i - 1]
      this.move(view, { x: (before.x + place.x) / 2, y: (before.y + place.y) / 2 }, modifiers)
      this.move(view, place, modifiers)
    }
    return this.up(view, places[places.length - 1], modifiers)
  }

  wheel(view: View, at: ScreenPoint, deltaY: number, shift = false): this {
    this.tool.wheel({ view, ...at, deltaY, shift })
    return this
  }

  /** Waits for a state; what it waits for is worked out in workers. */
  until(isThere: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!isThere()) return
        for (const leave of leaves) leave()
        resolve()
      }
      const leaves = [this.session, this.session.notices, ...this.changing].map(({ subscribe }) => subscribe(check))
      check()
    })
  }

  untilSaid(text: RegExp | string): Promise<void> {
    return this.until(() => (typeof text === 'string' ? this.said.includes(text) : text.test(this.said)))
  }
}

const pointer = <View extends string>(view: View, { x, y }: ScreenPoint, modifiers: Modifiers): PanePointer<View> => ({
  view,
  x,
  y,
  button: 'left',
  shift: false,
  ctrl: false,
  alt: false,
  ...modifiers,
})
