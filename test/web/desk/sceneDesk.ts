import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromPlainDocument } from '../../../src/formats/document/documentFile.ts'
import { decodeLabels } from '../../../src/formats/document/labelsFile.ts'
import type { JobPayload } from '../../../src/formats/workbench/job.ts'
import { MemoryCommandStore } from '../../../src/web/document/commandStore.ts'
import type { Observable } from '../../../src/web/document/observable.ts'
import { openSession } from '../../../src/web/document/openSession.ts'
import type { EditorSession } from '../../../src/web/document/session.ts'
import { english } from '../../../src/web/messages/en/english.ts'
import { makeTranslator } from '../../../src/web/messages/translator.ts'
import type { PaneElement, PanePointer, PaneTool } from '../../../src/web/modes/sensors/pane.ts'
import { commandsOf } from '../../../src/web/shell/commands.ts'
import type { ScreenPoint } from '../../../src/web/view3d/viewCamera.ts'
import { AttributeFocus } from '../../../src/web/workbench/attributes/attributeFocus.ts'
import { Keymap } from '../../../src/web/workbench/keys/keymap.ts'
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

/** The job's session as a page opens it, with its files served; saved work stays in this process. */
export async function openJob(
  { payload, files }: Sample,
  parts: { store?: MemoryCommandStore; server?: FakeServer } = {},
): Promise<{ session: EditorSession; server: FakeServer; clock: HandClock }> {
  baseUrl ??= serve()
  const base = `${await baseUrl}${served.push(files) - 1}/`
  const job: JobPayload = { ...payload, files: { base, query: '' } }
  const server = parts.server ?? new FakeServer(fromPlainDocument(payload.document))
  const clock = new HandClock()
  const labels = files.get('labels')
  let ids = 0
  const session = await openSession({
    job,
    labels: labels ? decodeLabels(labels.body) : null,
    store: parts.store ?? new MemoryCommandStore(),
    server,
    clock,
    newId: () => `id-${++ids}`,
    key: 'me/j1',
  })
  return { session, server, clock }
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

  constructor(session: EditorSession) {
    this.session = session
    session.notices.subscribe(() => {
      const [latest] = session.notices.notices
      if (latest) this.#told.add(t.of(latest.message))
    })
    const attributeFocus = new AttributeFocus(session)
    const bench = { session, setTab: nothing, setDialog: nothing, submission: { press: nothing }, attributeFocus }
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

  /** Presses a key by its name in the keymap; false: it did nothing. */
  keyDown(chord: string): boolean {
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
