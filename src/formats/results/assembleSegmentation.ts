import type { LegendEntry } from '../../model/document/document.ts'
import { classById, instanceName, type TagClass, UNLABELLED, UNLABELLED_COLOR } from '../../model/tag.ts'
import { labelsInUse } from './annotationCount.ts'
import { type Assembly, ownAttributes, timestampOf } from './assembly.ts'

export function assembleSegmentation(assembly: Assembly) {
  const { document, job, computed, recordId } = assembly
  const cloud = computed.labelledCloud
  if (!cloud) throw new Error('a segmentation is assembled after its labelled point cloud')
  const classes = classById(job.tag)
  assembly.onRecords?.(labelsInUse(document, cloud.counts))
  const isMissing = cloud.counts.has(0) && !document.legend.some((entry) => entry.labelKey === 0)
  const unlabelled: LegendEntry = {
    id: isMissing ? recordId(UNLABELLED, '', 0) : '',
    labelKey: 0,
    classId: null,
    instance: null,
    color: null,
  }
  return {
    url: cloud.url,
    point_count: cloud.pointCount,
    ...timestampOf(job.frames[0]),
    ...ownAttributes(assembly),
    legend: [...(isMissing ? [unlabelled] : []), ...document.legend].map((entry) =>
      writeEntry(entry, classes.get(entry.classId ?? ''), cloud.counts.get(entry.labelKey) ?? 0),
    ),
  }
}

function writeEntry(entry: LegendEntry, tagClass: TagClass | undefined, pointCount: number) {
  const name = tagClass ? instanceName(tagClass.name, entry.instance) : UNLABELLED
  return {
    id: entry.id,
    text: name,
    value: name,
    label_key: entry.labelKey,
    color: entry.color ?? tagClass?.color ?? UNLABELLED_COLOR,
    class_id: tagClass?.classId ?? UNLABELLED,
    point_count: pointCount,
  }
}
