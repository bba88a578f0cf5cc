import type { ShownModel } from '../../../contract/models.ts'
import type { ModelInput } from '../../../formats/models/manifest.ts'
import type { ImageSize } from '../../../formats/results/jobContext.ts'
import { ModelClient } from '../../assist/models/modelClient.ts'
import type {
  Detection,
  FoundShape,
  ModelProgress,
  ModelReply,
  ModelRequest,
  WantedShape,
} from '../../assist/models/modelMessages.ts'
import { placedPicture } from '../../assist/models/placedPicture.ts'
import { Signal } from '../../document/observable.ts'
import type { ShapePrompts } from '../../document/openSuggestions.ts'
import type { EditorSession } from '../../document/session.ts'
import { asError } from '../../kit/asError.ts'
import { MessageError } from '../../kit/messageError.ts'
import { WorkerClosed } from '../../kit/worker/workerClient.ts'
import { msg } from '../../messages/message.ts'

/** The picture of the open frame. */
export interface OpenPicture {
  readonly image: ImageSize
  /** The whole picture at this size; null: it is not loaded yet. */
  draw(width: number, height: number): Promise<ImageBitmap> | null
}

/** A model that takes longer is stopped. */
const PATIENCE_MS = 300_000

/** Models that the page runs for one open job: its own worker, how it goes, and what it looks at. */
export class PageModels {
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  #client: ModelClient | null = null
  #picture: OpenPicture | null = null
  #busy: { model: string; progress: ModelProgress } | null = null

  /** The model that works now; null: none does. */
  get busy(): { model: string; progress: ModelProgress } | null {
    return this.#busy
  }

  setPicture(picture: OpenPicture | null): void {
    this.#picture = picture
  }

  /** The object at the prompts; null: there is none. @throws MessageError, also for a model that fails */
  async segment(model: ShownModel, prompts: ShapePrompts, shape: WantedShape): Promise<FoundShape> {
    const { manifest } = model
    if (manifest?.kind !== 'segment_anything') throw brokenModel(model, model.problem ?? '')
    const reply = await this.#ask(model, manifest.image, (drawn) => ({ ...drawn, manifest, prompts, shape }))
    return 'shape' in reply ? reply.shape : null
  }

  /** Detects objects in the picture. @throws MessageError, also for a model that fails */
  async detect(model: ShownModel): Promise<Detection[]> {
    const { manifest } = model
    if (manifest?.kind !== 'detector') throw brokenModel(model, model.problem ?? '')
    const reply = await this.#ask(model, manifest.image, (drawn) => ({ ...drawn, manifest }))
    return 'detections' in reply ? reply.detections : []
  }

  async #ask(model: ShownModel, input: ModelInput, requestFor: (drawn: Drawn) => ModelRequest): Promise<ModelReply> {
    const image = this.#picture?.image
    const place = image && placedPicture(input, image)
    const bitmap = place && (await this.#picture?.draw(place.width, place.height))
    if (!bitmap) throw new MessageError(msg('assist.noPicture'), 'the picture is not there yet')
    this.#client ??= new ModelClient()
    this.#setBusy({ model: model.name, progress: 'working' })
    const patience = setTimeout(() => this.stop(), PATIENCE_MS)
    try {
      const request = requestFor({ name: model.name, build: model.build ?? '', bitmap, image })
      return await this.#client.ask(request, (progress) => this.#setBusy({ model: model.name, progress }))
    } catch (error) {
      if (error instanceof WorkerClosed) throw new MessageError(msg('error.assistantCancelled'), error.message)
      throw brokenModel(model, asError(error).message)
    } finally {
      clearTimeout(patience)
      this.#setBusy(null)
    }
  }

  /** Stops what runs. */
  stop(): void {
    this.#client?.close()
    this.#client = null
    this.#setBusy(null)
  }

  #setBusy(busy: PageModels['busy']): void {
    this.#busy = busy
    this.#changes.emit()
  }
}

type Drawn = Pick<ModelRequest, 'name' | 'build' | 'bitmap' | 'image'>

const brokenModel = ({ name }: ShownModel, reason: string) =>
  new MessageError(msg('assist.brokenModel', { name, reason }), reason)

const known = new WeakMap<EditorSession, PageModels>()

export function pageModelsOf(session: EditorSession): PageModels {
  const models = known.get(session) ?? new PageModels()
  known.set(session, models)
  return models
}
