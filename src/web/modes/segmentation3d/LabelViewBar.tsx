import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { hasCameraColors } from '../../scene/cloud/cameraColors.ts'
import type { CloudColor } from '../../scene/cloud/pointMaterial.ts'
import { type ColorChoice, LookControls } from '../sensors/LookControls.tsx'
import type { LabelScene } from './labelScene.ts'

/** Controls for the view of the cloud. */
export function LabelViewBar({ scene: { editor } }: { scene: LabelScene }) {
  const t = useTranslator()
  const hasRgb = useObserved(editor, (e) => e.cloud?.chunk.rgb !== undefined)
  const hasIntensity = useObserved(editor, (e) => e.cloud?.chunk.intensity !== undefined)
  const choice = (value: CloudColor, label: string): ColorChoice<CloudColor> => ({ value, label, isDisabled: false })
  const inFile = (value: CloudColor, label: string, isThere: boolean): ColorChoice<CloudColor> => ({
    value,
    label: isThere ? label : t('color.notInFile', { color: label }),
    isDisabled: !isThere,
  })
  const hasCamera = hasCameraColors(editor.job)
  const camera = t('color.cameras')
  const colors = [
    choice('label', t('color.labels')),
    choice('height', t('color.height')),
    inFile('intensity', t('color.intensity'), hasIntensity),
    inFile('rgb', t('color.rgb'), hasRgb),
    choice('distance', t('color.distance')),
    {
      value: 'camera' as const,
      label: hasCamera ? camera : t('color.needsCamera', { color: camera }),
      isDisabled: !hasCamera,
    },
  ]
  return <LookControls editor={editor} colors={colors} commands="label" />
}
