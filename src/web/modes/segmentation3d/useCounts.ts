import { useSyncExternalStore } from 'react'
import type { LabelScene } from './labelScene.ts'

/** Renders again when counts or the legend change. */
export const useCounts = ({ store }: LabelScene): number => useSyncExternalStore(store.subscribe, () => store.version)
