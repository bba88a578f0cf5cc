import type { Cuboid } from '../../../geometry/cuboid.ts'
import { type ProjectedEdge, projectedEdges } from '../../../geometry/projectedEdges.ts'
import { hasCameraBoxes } from '../../../model/annotationTypes/rulesOf.ts'
import type { Track } from '../../../model/document/document.ts'
import { heldFrom } from '../../../model/document/held.ts'
import { HELD_ON_CLOUD, UNKNOWN_CLASS_ON_CLOUD } from '../../tokens.ts'
import { type LinkedBox, linkedBoxAt } from '../../tools/cuboid/linkedBox.ts'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { cuboidFromRelative } from '../../view3d/relativeMatrix.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { FrameBox } from './frameBoxes.ts'

/** The rectangle of an object in a camera, and how it came about. */
export interface CameraRectangle extends LinkedBox {
  trackId: string
  color: string
}

/** What a camera shows of the objects; worked out once a box, as boxes are new objects whenever they change. */
export class CameraBoxes {
  readonly #editor: CuboidEditor
  readonly #edges = new WeakMap<Cuboid, Map<CameraSource, ProjectedEdge[]>>()
  /**
   * The last rectangles by sensor_id, with their camera: after a change of the frame, a view may still show the camera
   * of another one.
   */
  readonly #rectangles = new Map<
    string,
    { document: unknown; frame: number; source: CameraSource; found: CameraRectangle[] }
  >()

  constructor(editor: CuboidEditor) {
    this.#editor = editor
  }

  /** Whether this job has boxes on cameras at all. */
  get hasBoxes(): boolean {
    return hasCameraBoxes(this.#editor.session.document.annotationType)
  }

  edgesOf(box: Pick<FrameBox, 'cuboid'>, source: CameraSource): ProjectedEdge[] {
    const { camera, size } = source
    if (!camera) return []
    const ofBox = this.#edges.get(box.cuboid) ?? new Map<CameraSource, ProjectedEdge[]>()
    this.#edges.set(box.cuboid, ofBox)
    const known = ofBox.get(source)
    if (known) return known
    const edges = projectedEdges(cuboidFromRelative(this.#editor.job.originM, box.cuboid), camera, size)
    ofBox.set(source, edges)
    return edges
  }

  rectanglesOf(source: CameraSource): readonly CameraRectangle[] {
    const { session } = this.#editor
    const { document, frame } = session
    if (!this.hasBoxes) return []
    const known = this.#rectangles.get(source.sensorId)
    if (known?.document === document && known.frame === frame && known.source === source) return known.found
    const found: CameraRectangle[] = []
    for (const track of document.tracks.values()) {
      const link = linkedBoxAt(track, source.sensorId, frame, source.camera, source.size)
      const color = this.#editor.classOf(track.classId)?.color ?? UNKNOWN_CLASS_ON_CLOUD
      if (link)
        found.push({ ...link, trackId: track.id, color: isHeldHere(track, link, frame) ? HELD_ON_CLOUD : color })
    }
    this.#rectangles.set(source.sensorId, { document, frame, source, found })
    return found
  }
}

/** A rectangle that follows a held cuboid is held with it; one that was adjusted here is not. */
function isHeldHere({ cuboid }: Track, { state }: LinkedBox, frame: number): boolean {
  const from = state === 'linked' && cuboid ? heldFrom(cuboid) : null
  return from !== null && frame >= from
}
