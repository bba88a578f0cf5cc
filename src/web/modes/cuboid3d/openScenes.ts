import { SceneRegister } from '../sensors/sceneRegister.ts'
import type { CuboidScene } from './cuboidScene.ts'

const scenes = new SceneRegister<CuboidScene>()

/** The current scene of a session: timeline and numbers are separate from the views and find it here. */
export const sceneOf = scenes.of

export const subscribeScenes = scenes.subscribe

/** The answer takes it away again. */
export const announceScene = (scene: CuboidScene): (() => void) => scenes.announce(scene.editor.session, scene)
