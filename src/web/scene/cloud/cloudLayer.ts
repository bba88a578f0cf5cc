import { BufferAttribute, BufferGeometry, Color, Points, Scene, type ShaderMaterial } from 'three'
import type { Cuboid } from '../../../geometry/cuboid.ts'
import type { Vec3 } from '../../../geometry/vec3.ts'
import { UNSEEN_RGB } from '../../view3d/colorFromCameras.ts'
import { unitFromRelative } from '../../view3d/relativeMatrix.ts'
import type { LoadedChunk } from './loadedChunk.ts'
import type { PointMarks } from './pointMarks.ts'
import {
  ALL_LENGTHS,
  type CloudColor,
  GREY_MODE,
  POINT_COLORS,
  type PointColor,
  pointMaterial,
} from './pointMaterial.ts'

/** One cloud that is currently shown. */
export interface ShownCloud {
  url: string
  chunk: LoadedChunk
  /** Column-major 4 × 4, float64. */
  relativeFromChunk: readonly number[]
  /** The position of its sensor, relative to the job's origin. */
  sensor: Vec3
  /** 0..1: place in the window of frames, for the colour by frame. */
  hue: number
}

export interface CloudLook {
  color: CloudColor
  sizePx: number
  heightRange: readonly [number, number]
  /** Least and most height that is drawn, both included; absent or null: all. */
  heightLimits?: readonly [number, number] | null
  /** Points on the ground are not drawn, once it is known which these are. */
  hidesGround?: boolean
  /** Least and most distance from the sensor, seen from above; absent or null: all. */
  distanceLimits?: readonly [number, number] | null
}

interface Uploaded {
  points: Points<BufferGeometry, ShaderMaterial>
  chunk: LoadedChunk
}

/** The clouds on the GPU: one geometry per cloud, uploaded at the first draw and freed when the cache drops it. */
export class CloudLayer {
  readonly scene = new Scene()
  /** Buffers sent to the GPU so far. */
  uploads = 0
  readonly #uploaded = new Map<string, Uploaded>()
  readonly #marks = new Map<string, PointMarks>()

  /** Makes exactly these visible. What was shown before stays on the GPU. */
  show(clouds: readonly ShownCloud[], look: CloudLook): void {
    const shown = new Set(clouds.map(({ url }) => url))
    for (const [url, { points }] of this.#uploaded) points.visible = shown.has(url)
    for (const cloud of clouds) {
      const { points } = this.#pointsOf(cloud.url, cloud.chunk)
      if (look.color === 'camera') this.#addCameraColors(points.geometry, cloud.chunk)
      if (look.hidesGround) this.#addGround(points.geometry, cloud.chunk)
      points.matrix.fromArray(cloud.relativeFromChunk)
      const { uniforms } = points.material
      uniforms.mode.value =
        look.color === 'label' ? GREY_MODE : POINT_COLORS.indexOf(shownColor(look.color, cloud.chunk))
      uniforms.showsLabels.value = look.color === 'label'
      uniforms.hasIntensity.value = cloud.chunk.intensity !== undefined
      uniforms.sizePx.value = look.sizePx
      uniforms.heightRange.value = look.heightRange
      uniforms.heightLimits.value = look.heightLimits ?? ALL_LENGTHS
      uniforms.hidesGround.value = look.hidesGround === true && cloud.chunk.ground !== undefined
      uniforms.distanceLimits.value = look.distanceLimits ?? ALL_LENGTHS
      uniforms.sensor.value.copy(cloud.sensor)
      uniforms.flatColor.value = look.color === 'camera' ? UNSEEN : new Color().setHSL(cloud.hue * 0.8, 0.85, 0.6)
    }
  }

  /** Sets the labels of one cloud's points, which replace the view's colour; null removes them. */
  setMarks(url: string, marks: PointMarks | null): void {
    if (marks) this.#marks.set(url, marks)
    else this.#marks.delete(url)
    const uploaded = this.#uploaded.get(url)
    if (uploaded) this.#wearMarks(url, uploaded.points)
  }

  /** Sets what differs between views: the box whose points are highlighted, and the clipping box. */
  setView(highlight: { cuboid: Cuboid; color: string } | null, clip: Cuboid | null, clipMarginM = 0): void {
    for (const [url, { points }] of this.#uploaded) {
      if (!points.visible) continue
      const { uniforms } = points.material
      // Its store may have made a larger one meanwhile.
      const marks = this.#marks.get(url)
      uniforms.palette.value = marks?.palette ?? null
      if (marks) {
        uniforms.previewColor.value = marks.previewLook.color
        uniforms.previewScale.value = marks.previewLook.scale
      }
      uniforms.hasBox.value = highlight !== null
      if (highlight) {
        uniforms.boxFromScene.value.fromArray(unitFromRelative(highlight.cuboid))
        uniforms.boxColor.value.set(highlight.color)
      }
      uniforms.hasClip.value = clip !== null
      if (clip) uniforms.clipFromScene.value.fromArray(unitFromRelative(clip, clipMarginM))
      points.material.uniformsNeedUpdate = true
    }
  }

  drop(url: string): void {
    const uploaded = this.#uploaded.get(url)
    if (!uploaded) return
    this.#uploaded.delete(url)
    this.scene.remove(uploaded.points)
    uploaded.points.geometry.dispose()
    uploaded.points.material.dispose()
  }

  dispose(): void {
    for (const url of [...this.#uploaded.keys()]) this.drop(url)
  }

  #pointsOf(url: string, chunk: LoadedChunk): Uploaded {
    const known = this.#uploaded.get(url)
    if (known?.chunk === chunk) return known
    this.drop(url)
    const geometry = new BufferGeometry()
    const count = (attribute: BufferAttribute) => this.#counted(attribute)
    geometry.setAttribute('position', count(new BufferAttribute(chunk.shownPositions, 3)))
    if (chunk.intensity) geometry.setAttribute('intensity', count(new BufferAttribute(chunk.intensity, 1, true)))
    if (chunk.rgb) geometry.setAttribute('rgb', count(new BufferAttribute(chunk.rgb, 3, true)))
    const points = new Points(geometry, pointMaterial())
    points.matrixAutoUpdate = false
    // Its bounds would be made from float32 positions with the missing ones among them.
    points.frustumCulled = false
    const uploaded = { points, chunk }
    this.#wearMarks(url, points)
    this.#uploaded.set(url, uploaded)
    this.scene.add(points)
    return uploaded
  }

  #wearMarks(url: string, { geometry, material }: Uploaded['points']): void {
    const marks = this.#marks.get(url)
    material.uniforms.hasMarks.value = marks !== undefined
    material.uniforms.palette.value = marks?.palette ?? null
    if (!marks) {
      geometry.deleteAttribute('slot')
      geometry.deleteAttribute('preview')
      return
    }
    geometry.setAttribute('slot', marks.slots)
    geometry.setAttribute('preview', marks.preview)
  }

  /** They come later than the points, and only where a view asks for them. */
  #addCameraColors(geometry: BufferGeometry, { cameraRgb }: LoadedChunk): void {
    if (!cameraRgb || geometry.getAttribute('cameraRgb')) return
    geometry.setAttribute('cameraRgb', this.#counted(new BufferAttribute(cameraRgb, 3, true)))
  }

  #addGround(geometry: BufferGeometry, { ground }: LoadedChunk): void {
    if (!ground || geometry.getAttribute('ground')) return
    geometry.setAttribute('ground', this.#counted(new BufferAttribute(ground, 1)))
  }

  #counted(attribute: BufferAttribute): BufferAttribute {
    return attribute.onUpload(() => {
      this.uploads++
    })
  }
}

/** The colour of points that no camera sees, and of all points until the colours exist. */
const UNSEEN = new Color(UNSEEN_RGB[0] / 255, UNSEEN_RGB[1] / 255, UNSEEN_RGB[2] / 255)

/** A cloud without the channel is shown by height; one whose camera colours are still worked out, in grey. */
function shownColor(color: PointColor, chunk: LoadedChunk): PointColor {
  if (color === 'camera' && !chunk.cameraRgb) return 'frame'
  if (color === 'intensity' && !chunk.intensity) return 'height'
  return color === 'rgb' && !chunk.rgb ? 'height' : color
}
