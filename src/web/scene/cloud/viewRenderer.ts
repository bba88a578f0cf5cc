import { Camera, ColorManagement, LinearSRGBColorSpace, Matrix4, type Scene, Vector4, WebGLRenderer } from 'three'
import { Signal } from '../../document/observable.ts'
import { SCENE_GROUND } from '../../tokens.ts'
import { projectionMatrix, type ViewCamera, viewMatrix } from '../../view3d/viewCamera.ts'
import { canvasPart, type DevicePlace, devicePlace } from './devicePixels.ts'

/** A part of the page that shows the scene. */
export interface RenderedView {
  /** Its element on the page, which must be over the canvas. */
  element: HTMLElement
  /** null: nothing to show now. */
  viewCamera(): ViewCamera | null
  /** Sets what differs from view to view; called right before its scenes are drawn. */
  prepare(): void
  scenes: readonly Scene[]
}

const MAX_PIXEL_RATIO = 2

/** One WebGL context for all views of a page: each is a scissored part of one canvas, drawn on request. */
export class ViewRenderer {
  readonly #contextChanges = new Signal()
  /** The context was lost, or is back. */
  readonly subscribe = this.#contextChanges.subscribe
  readonly #canvas: HTMLCanvasElement
  readonly #renderer: WebGLRenderer
  readonly #camera = new Camera()
  readonly #clip = new Matrix4()
  readonly #views = new Set<RenderedView>()
  #isLost = false
  #request = 0
  #drawn = 0

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    // Colours are chosen as they should look on the screen; there is no lighting that would need linear ones.
    ColorManagement.enabled = false
    // Antialiasing does not help points; in software it would nearly triple the time for the edges of boxes.
    const antialias = !isDrawnBySoftware()
    this.#renderer = new WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance' })
    this.#renderer.outputColorSpace = LinearSRGBColorSpace
    this.#renderer.autoClear = false
    // To sort, three would first work out the bounds of a million points; scenes are drawn in the order they are made.
    this.#renderer.sortObjects = false
    this.#camera.matrixAutoUpdate = false
    this.#camera.matrixWorldAutoUpdate = false
    // After three's own handlers, which recreate its programs and buffers when the context is back.
    canvas.addEventListener('webglcontextlost', this.#contextLost)
    canvas.addEventListener('webglcontextrestored', this.#contextRestored)
  }

  /** Whether the graphics card has let go of the views; the browser gives them back when it can. */
  get isLost(): boolean {
    return this.#isLost
  }

  /** Frames drawn so far. */
  get drawn(): number {
    return this.#drawn
  }

  /** The name of the GPU, or of its software replacement. */
  get rendererName(): string {
    return rendererNameOf(this.#renderer.getContext())
  }

  get pixelRatio(): number {
    return Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO)
  }

  add(view: RenderedView): () => void {
    this.#views.add(view)
    this.invalidate()
    return () => {
      this.#views.delete(view)
      this.invalidate()
    }
  }

  /** Draws once before the next screen refresh, however often it is called. */
  readonly invalidate = (): void => {
    this.#request ||= requestAnimationFrame(() => {
      this.#request = 0
      this.#draw()
    })
  }

  dispose(): void {
    cancelAnimationFrame(this.#request)
    this.#canvas.removeEventListener('webglcontextlost', this.#contextLost)
    this.#canvas.removeEventListener('webglcontextrestored', this.#contextRestored)
    this.#renderer.dispose()
  }

  readonly #contextLost = (): void => this.#setLost(true)

  readonly #contextRestored = (): void => this.#setLost(false)

  #setLost(isLost: boolean): void {
    this.#isLost = isLost
    this.#contextChanges.emit()
    this.invalidate()
  }

  #draw(): void {
    const ratio = window.devicePixelRatio
    const canvas = devicePlace(this.#canvas.getBoundingClientRect(), ratio)
    if (canvas.width < 1 || canvas.height < 1 || this.#isLost) return
    const renderer = this.#renderer
    this.#fit(canvas)
    const { pixelRatio } = this
    const size = this.#canvas
    renderer.setScissorTest(true)
    renderer.setClearColor(SCENE_GROUND)
    renderer.setScissor(0, 0, size.width / pixelRatio, size.height / pixelRatio)
    renderer.clear()
    for (const view of this.#views) {
      const viewCamera = view.viewCamera()
      const rect = view.element.getBoundingClientRect()
      if (!viewCamera || rect.width < 1 || rect.height < 1) continue
      const { x, y, width, height, clipFromExact } = canvasPart(rect, canvas, size, ratio)
      const inUnits = [x, y, width, height].map((pixels) => pixels / pixelRatio)
      renderer.setViewport(new Vector4(...inUnits))
      renderer.setScissor(new Vector4(...inUnits))
      this.#aim(viewCamera, clipFromExact)
      view.prepare()
      for (const scene of view.scenes) renderer.render(scene, this.#camera)
    }
    this.#drawn++
  }

  /** As many pixels as the canvas has on the screen, unless they are very small. */
  #fit(place: DevicePlace): void {
    const ratio = this.pixelRatio
    const share = ratio / window.devicePixelRatio
    const [width, height] = [Math.round(place.width * share), Math.round(place.height * share)]
    const isFitting = this.#canvas.width === width && this.#canvas.height === height
    if (isFitting && this.#renderer.getPixelRatio() === ratio) return
    this.#renderer.setPixelRatio(ratio)
    // It rounds down, also what a division left a hair short of a whole.
    this.#renderer.setSize((width + 0.01) / ratio, (height + 0.01) / ratio, false)
  }

  #aim(viewCamera: ViewCamera, clipFromExact: readonly number[]): void {
    const camera = this.#camera
    camera.matrixWorldInverse.fromArray(viewMatrix(viewCamera))
    camera.matrixWorld.copy(camera.matrixWorldInverse).invert()
    camera.projectionMatrix.fromArray(projectionMatrix(viewCamera)).premultiply(this.#clip.fromArray(clipFromExact))
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert()
  }
}

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

/** Recognized by its name: even when asked for a GPU, browsers that were started with software rendering provide it. */
function isDrawnBySoftware(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2')
  if (!gl) return false
  const name = rendererNameOf(gl)
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return SOFTWARE.test(name)
}

function rendererNameOf(gl: WebGL2RenderingContext | WebGLRenderingContext): string {
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  return String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
}
