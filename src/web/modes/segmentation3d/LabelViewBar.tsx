import { noCameraColors } from '../../scene/cloud/cameraColors.ts'
import type { CloudColor } from '../../scene/cloud/pointMaterial.ts'
import { type ColorChoice, LookControls } from '../sensors/LookControls.tsx'
import { useEditor } from '../sensors/useEditor.ts'
import type { LabelScene } from './labelScene.ts'

const NOT_THERE = 'not in the file'

/** How the cloud is looked at. */
export function LabelViewBar({ scene: { editor } }: { scene: LabelScene }) {
  const hasRgb = useEditor(editor, (e) => e.cloud?.chunk.rgb !== undefined)
  const hasIntensity = useEditor(editor, (e) => e.cloud?.chunk.intensity !== undefined)
  const colors: ColorChoice<CloudColor>[] = [
    { value: 'label', label: 'Labels', refusal: null },
    { value: 'height', label: 'Height', refusal: null },
    { value: 'intensity', label: 'Intensity', refusal: hasIntensity ? null : NOT_THERE },
    { value: 'rgb', label: 'Colour of the points', refusal: hasRgb ? null : NOT_THERE },
    { value: 'distance', label: 'Distance', refusal: null },
    { value: 'camera', label: 'Cameras', refusal: noCameraColors(editor.job) },
  ]
  return <LookControls editor={editor} colors={colors} />
}
