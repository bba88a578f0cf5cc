import { type ClientScope, change, get, inProject, path } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { AssistantBody, ShownAssistant } from './types/assistants.ts'
import type { AssistantEvaluation, EvaluationRequest } from './types/evaluation.ts'

/** Models that help people. Changing them needs the admin key. */
export class Assistants {
  readonly #scope: ClientScope

  constructor(scope: ClientScope) {
    this.#scope = scope
  }

  /** Registers an assistant or changes it. `new_secret` is there once, when the service made it. */
  put(name: string, body: AssistantBody, options: CallOptions = {}): Promise<ShownAssistant & { new_secret?: string }> {
    return change(this.#scope, inProject(this.#scope, path`/assistants/${name}`), { method: 'PUT', body, ...options })
  }

  /** All assistants of a project, with the share of their work that people accepted. */
  async list(options: CallOptions = {}): Promise<ShownAssistant[]> {
    const address = inProject(this.#scope, '/assistants')
    return (await get<{ assistants: ShownAssistant[] }>(this.#scope, address, options)).assistants
  }

  /** Asks it now what it is. */
  test(name: string, options: CallOptions = {}): Promise<ShownAssistant> {
    return change(this.#scope, inProject(this.#scope, path`/assistants/${name}/test`), options)
  }

  /**
   * Compares the scored predictions of a version with the results of the same jobs: mAP as in COCO, mAP and NDS as in
   * nuScenes.
   */
  evaluate(name: string, body: EvaluationRequest = {}, options: CallOptions = {}): Promise<AssistantEvaluation> {
    const address = inProject(this.#scope, path`/assistants/${name}/evaluate`)
    return change(this.#scope, address, { body, repeatable: true, ...options })
  }

  /** Deletes an assistant; its suggestions stay. */
  async delete(name: string, options: CallOptions = {}): Promise<void> {
    await change(this.#scope, inProject(this.#scope, path`/assistants/${name}`), { method: 'DELETE', ...options })
  }
}
