import { SceneRegister } from '../sensors/sceneRegister.ts'
import type { CuboidScene } from './cuboidScene.ts'

const scenes = new SceneRegister<CuboidScene>()

/** What shows a session now: timeline and numbers stand apart from the views and find it here. */
export const sceneOf = scenes.of

export const subscribeScenes = scenes.subscribe

/** The answer takes it away again. */
export const announceScene = (scene: CuboidScene): (() => void) => scenes.announce(scene.editor.session, scene)
