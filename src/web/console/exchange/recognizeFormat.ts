/** Signs in the names of entries, the clearest first: several formats if names alone do not distinguish them. */
const SIGNS: readonly [RegExp, readonly string[]][] = [
  [/(^|\/)lidarseg\//, ['nuscenes_lidarseg']],
  [/(^|\/)panoptic\/[^/]+\/[^/]+_panoptic\.npz$/, ['nuscenes_panoptic']],
  [/(^|\/)sample_annotation\.json$/, ['nuscenes']],
  [/\.label$/, ['semantickitti']],
  [/(^|\/)annotations\.feather$/, ['argoverse2']],
  [/(^|\/)key_id_map\.json$/, ['supervisely_pointcloud']],
  [/(^|\/)label_02\/[^/]+\.txt$/, ['kitti_tracking']],
  [/(^|\/)label_2\/[^/]+\.txt$/, ['kitti_object']],
  [/(^|\/)gt\/gt\.txt$/, ['mot']],
  [/^results\/[^/]+\.json$/, ['fiducial']],
  [/(^|\/)labels\/.*\.txt$/, ['yolo_detect', 'yolo_segment', 'yolo_obb', 'yolo_pose']],
  [/(^|\/)Annotations\/[^/]+\.xml$/, ['voc']],
  [/(^|\/)annotations\.xml$/, ['cvat_images', 'cvat_video']],
  [/(^|\/)tasks\.json$/, ['label_studio']],
  [/(^|\/)(instances|person_keypoints)_[^/]*\.json$/, ['coco']],
  [/\.jsonl$/, ['jsonl']],
  [/\.la[sz]$/i, ['las']],
  [/\.pcd$/i, ['pcd']],
  [/(^|\/)annotations\/[^/]+\.json$/, ['datumaro', 'coco']],
  [/\.json$/, ['coco', 'openlabel', 'label_studio', 'datumaro']],
]

/** Formats that an archive with these entries may have, the likeliest first; empty if it is unknown. */
export function recognizeFormats(names: readonly string[]): readonly string[] {
  // Every archive of ours ends with these.
  const entries = names.filter((name) => !/^(manifest|losses)\.json$/.test(name))
  return SIGNS.find(([sign]) => entries.some((name) => sign.test(name)))?.[1] ?? []
}
