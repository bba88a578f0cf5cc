import type { Key, Track } from '../../model/document/document.ts'
import { changesBetween } from '../../model/document/edits/trackChange.ts'
import { keyMoved } from '../../model/document/edits/trackKeys.ts'
import { uiScale } from '../canvas/uiScale.ts'
import { objectRows } from '../document/objectRows.ts'
import type { EditorSession } from '../document/session.ts'
import type { Message } from '../messages/messageValues.ts'
import type { Translator } from '../messages/translator.ts'
import { UNKNOWN_CLASS } from '../tokens.ts'
import { drawTimeline, type TimelineLook } from './drawTimeline.ts'
import * as layouts from './layout.ts'

const ZOOM_PER_PX = 0.002

type Drag = { kind: 'seek' } | (layouts.RowId & { kind: 'key'; from: number; to: number }) | null

/** What the timeline is drawn from: a video, or another sequence. */
export interface TimelineSource {
  readonly session: EditorSession
  readonly player: { pause(): void }
  subscribe(listener: () => void): () => void
  isBuffered(frame: number): boolean
  /** Rows of a selected object below its own. */
  rowsBelow?(track: Track): readonly layouts.TimelineRow[]
  /** The actions at a place of the timeline; `openMenu` shows them. */
  menuOf?(hit: layouts.TimelineHit): readonly TimelineMenuEntry[]
  /** A press on a camera's row means that camera. */
  showSensor?(sensorId: string): void
}

export interface TimelineMenuEntry {
  /** The id of the command whose key does the same. */
  id?: string
  label: Message
  run(): void
}

/** A menu at a place of the page. */
export interface OpenMenu {
  x: number
  y: number
  entries: readonly TimelineMenuEntry[]
}

/** The canvas of the timeline: draws when something changed, once a frame of the screen, and takes the pointer. */
export class TimelineCanvas {
  private readonly host: HTMLElement
  private readonly video: TimelineSource
  private readonly dark: boolean
  private readonly canvas = document.createElement('canvas')
  private readonly abort = new AbortController()
  private readonly observer: ResizeObserver
  private readonly leave: (() => void)[]
  private readonly classes: ReadonlyMap<string, string>
  private layout: layouts.TimelineLayout
  private rows: readonly layouts.TimelineRow[] = []
  private tracksOf: ReadonlyMap<string, Track> | null = null
  private readonly openMenu: (menu: OpenMenu) => void
  private readonly t: Translator
  private names: ReadonlyMap<string, string> = new Map()
  private uiScale = 1
  private drag: Drag = null
  private request = 0
  private shownFrame = -1
  private shownSelection: ReadonlySet<string> | null = null

  constructor(
    host: HTMLElement,
    video: TimelineSource,
    dark: boolean,
    t: Translator,
    openMenu: (menu: OpenMenu) => void = () => {},
  ) {
    this.t = t
    this.openMenu = openMenu
    this.host = host
    this.video = video
    this.dark = dark
    this.classes = new Map(video.session.job.tag.classes.map(({ classId, color }) => [classId, color]))
    this.layout = layouts.fittedLayout(host.clientWidth, host.clientHeight, video.session.document.frameCount)
    host.append(this.canvas)
    this.observer = new ResizeObserver(() => this.resize())
    this.observer.observe(host)
    this.leave = [video.session.subscribe(() => this.sessionChanged()), video.subscribe(() => this.invalidate())]
    this.listen()
    this.sessionChanged()
  }

  dispose(): void {
    for (const leave of this.leave) leave()
    this.observer.disconnect()
    this.abort.abort()
    cancelAnimationFrame(this.request)
    this.canvas.remove()
  }

  private sessionChanged(): void {
    const { document, frame, selection } = this.video.session
    const isSelected = selection !== this.shownSelection
    if (this.tracksOf !== document.tracks) {
      this.tracksOf = document.tracks
      this.nameTracks()
      this.listRows()
    } else if (isSelected) this.listRows()
    if (frame !== this.shownFrame || isSelected) {
      this.shownFrame = frame
      this.shownSelection = selection
      const [first] = selection
      const row = this.rows.findIndex(({ track }) => track.id === first)
      const { length } = this.rows
      if (row >= 0) {
        // What belongs to the object is shown with it, as far as there is room.
        const last = this.rows.findLastIndex(({ track }) => track.id === first)
        this.layout = layouts.revealing(this.layout, frame, last, length)
      }
      this.layout = layouts.revealing(this.layout, frame, row < 0 ? null : row, length)
    }
    this.invalidate()
  }

  private listRows(): void {
    const { session, rowsBelow } = this.video
    const [only, second] = session.selection
    this.rows = [...session.document.tracks.values()].flatMap((track) => {
      const row = layouts.objectRow(track, this.names.get(track.id) ?? '')
      return rowsBelow && second === undefined && track.id === only ? [row, ...rowsBelow(track)] : [row]
    })
  }

  /** Uses the names of the object list. */
  private nameTracks(): void {
    const rows = objectRows(this.video.session, this.t('panel.unknownClass'))
    this.names = new Map(rows.map(({ id, className, number }) => [id, `${className} ${number}`]))
  }

  /** On large screens everything grows with the page's letters, and so does this: lengths here are before that. */
  private resize(): void {
    const { clientWidth, clientHeight } = this.host
    this.uiScale = uiScale()
    const widthPx = clientWidth / this.uiScale
    const heightPx = clientHeight / this.uiScale
    const wasFitted =
      this.layout.framePx === layouts.fittedLayout(this.layout.widthPx, 0, this.layout.frameCount).framePx
    const sized = { ...this.layout, widthPx, heightPx }
    this.layout = wasFitted
      ? layouts.fittedLayout(widthPx, heightPx, this.layout.frameCount)
      : layouts.scrolled(sized, 0, 0, this.rows.length)
    this.canvas.width = Math.round(clientWidth * devicePixelRatio)
    this.canvas.height = Math.round(clientHeight * devicePixelRatio)
    this.canvas.style.width = `${clientWidth}px`
    this.canvas.style.height = `${clientHeight}px`
    this.invalidate()
  }

  private invalidate(): void {
    if (this.request === 0) this.request = requestAnimationFrame(() => this.draw())
  }

  private draw(): void {
    this.request = 0
    const context = this.canvas.getContext('2d')
    if (!context || this.layout.widthPx === 0) return
    const scale = devicePixelRatio * this.uiScale
    context.setTransform(scale, 0, 0, scale, 0, 0)
    const { session } = this.video
    const look: TimelineLook = {
      layout: this.layout,
      rows: this.rows,
      caption: this.t('timeline.objectCount', { count: session.document.tracks.size }),
      frame: session.frame,
      selection: session.selection,
      isBuffered: (frame) => this.video.isBuffered(frame),
      dragged: this.drag?.kind === 'key' ? this.drag : null,
      colourOf: (classId) => this.classes.get(classId) ?? UNKNOWN_CLASS,
      dark: this.dark,
    }
    drawTimeline(context, look)
  }

  private listen(): void {
    const { signal } = this.abort
    const at = (event: MouseEvent) => {
      const { left, top } = this.canvas.getBoundingClientRect()
      return { x: (event.clientX - left) / this.uiScale, y: (event.clientY - top) / this.uiScale }
    }
    this.canvas.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0) return
        this.canvas.setPointerCapture(event.pointerId)
        const { x, y } = at(event)
        this.pressed(layouts.hitTimeline(this.layout, this.rows, x, y), event.shiftKey || event.ctrlKey)
      },
      { signal },
    )
    this.canvas.addEventListener('pointermove', (event) => this.moved(at(event), event.buttons !== 0), { signal })
    this.canvas.addEventListener('pointerup', () => this.released(), { signal })
    this.canvas.addEventListener('pointercancel', () => this.stopDrag(), { signal })
    this.canvas.addEventListener('contextmenu', (event) => this.askMenu(event, at(event)), { signal })
    this.canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault()
        const rows = this.rows.length
        if (event.ctrlKey) {
          const factor = Math.exp(-event.deltaY * ZOOM_PER_PX)
          this.layout = layouts.zoomedLayout(this.layout, at(event).x, factor, rows)
        } else if (event.shiftKey) this.layout = layouts.scrolled(this.layout, event.deltaY, 0, rows)
        else this.layout = layouts.scrolled(this.layout, event.deltaX, event.deltaY, rows)
        this.invalidate()
      },
      { signal, passive: false },
    )
  }

  private askMenu(event: MouseEvent, { x, y }: { x: number; y: number }): void {
    event.preventDefault()
    const hit = layouts.hitTimeline(this.layout, this.rows, x, y)
    // The menu acts on the selection: a click on an unselected row selects it, several selected rows stay selected.
    const { selection } = this.video.session
    if (hit?.kind === 'ruler' || (hit && selection.size > 1 && selection.has(hit.trackId))) {
      if (hit.kind !== 'name') this.video.session.setFrame(hit.frame)
    } else this.pressed(hit, false)
    this.stopDrag()
    const entries = this.video.menuOf?.(hit) ?? []
    if (entries.length > 0) this.openMenu({ x: event.clientX, y: event.clientY, entries })
  }

  private titleOf(hit: layouts.TimelineHit): string {
    if (hit?.kind === 'name') return this.names.get(hit.trackId) ?? ''
    if (!hit || hit.kind === 'ruler') return ''
    const row = this.rows.find(({ track, sensorId }) => track.id === hit.trackId && sensorId === hit.sensorId)
    if (!row) return ''
    const key = hit.kind === 'key' ? row.keys.find(({ frame }) => frame === hit.frame) : undefined
    const what = [...(key ? [this.keyText(row, key)] : []), ...this.attributeTexts(row, hit.frame)]
    return what.length === 0 ? '' : this.t('timeline.hint', { frame: hit.frame, what: what.join(', ') })
  }

  private keyText({ followed }: layouts.TimelineRow, key: Key<unknown>): string {
    if (key.kind === 'shape') return this.t(`cuboid.source.${key.source}`)
    return this.t(followed ? 'cuboid.box.absent' : 'timeline.isAbsent')
  }

  /** The new attribute values at the frame. */
  private attributeTexts({ attributes }: layouts.TimelineRow, frame: number): string[] {
    return [...attributes].flatMap(([name, steps]) => {
      const step = steps.find((one) => one.frame === frame)
      return step ? [`${name}: ${step.value === null ? '–' : String(step.value)}`] : []
    })
  }

  private pressed(hit: layouts.TimelineHit, adds: boolean): void {
    if (!hit) return
    const { session, player } = this.video
    player.pause()
    if (hit.kind !== 'ruler') session.select(adds ? [...session.selection, hit.trackId] : [hit.trackId])
    if (hit.kind === 'key' && !session.readOnly) {
      const { trackId, sensorId, frame } = hit
      this.drag = { kind: 'key', trackId, sensorId, from: frame, to: frame }
    } else if (hit.kind !== 'name') this.drag = { kind: 'seek' }
    if (hit.kind !== 'ruler' && hit.sensorId !== null) this.video.showSensor?.(hit.sensorId)
    if (hit.kind !== 'name') session.setFrame(hit.frame)
  }

  private moved({ x, y }: { x: number; y: number }, isPressed: boolean): void {
    const hit = layouts.hitTimeline(this.layout, this.rows, x, y)
    this.canvas.style.cursor = hit?.kind === 'key' ? 'ew-resize' : 'default'
    if (!isPressed) this.canvas.title = this.titleOf(hit)
    if (!isPressed || !this.drag) return
    const frame = layouts.frameAtX(this.layout, x)
    if (this.drag.kind === 'seek') this.video.session.setFrame(frame)
    else {
      this.drag = { ...this.drag, to: frame }
      this.invalidate()
    }
  }

  private released(): void {
    const { session } = this.video
    if (this.drag?.kind === 'key') {
      const { trackId, sensorId, from, to } = this.drag
      const track = session.document.tracks.get(trackId)
      const { frameCount } = session.document
      const operations = track ? changesBetween(track, keyMoved(track, sensorId, from, to, frameCount)) : []
      if (session.execute('edit.moveKeyframe', operations)) session.setFrame(to)
    }
    this.stopDrag()
  }

  private stopDrag(): void {
    this.drag = null
    this.invalidate()
  }
}
