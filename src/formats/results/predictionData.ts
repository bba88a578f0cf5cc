import type { AnnotatedDocument, PointLabels } from '../../model/document/document.ts'
import { countLabels } from '../../model/segmentation/countLabels.ts'
import { assembleResult } from './assemble.ts'
import type { JobContext } from './jobContext.ts'

/** Values that need point clouds and cameras: a prediction is stored without them. */
const COMPUTED: ReadonlySet<string> = new Set(['point_count', 'projected_coordinates'])

/** `data` of a prediction in a form that can be submitted again. It includes the labels of points, one per point. */
export function predictionData(job: JobContext, document: AnnotatedDocument, labels: PointLabels | null): object {
  const { data } = assembleResult({
    document,
    job,
    computed: {
      pointCount: () => 0,
      projected: () => null,
      labelledCloud: labels && { url: '', pointCount: labels.length, counts: countLabels(labels) },
    },
    resultVersion: 1,
    recordId: (trackId, sensorId, frame) => `${trackId}/${sensorId}/${frame}`,
  })
  if ('legend' in data) {
    const { url: _, ...rest } = data
    return { ...rest, labels: Array.from(labels ?? []) }
  }
  if (!('sensor_data' in data)) return data
  const annotations = [...data.annotation_data.annotations].map((record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !COMPUTED.has(name))),
  )
  return { ...data, annotation_data: { ...data.annotation_data, annotations } }
}
