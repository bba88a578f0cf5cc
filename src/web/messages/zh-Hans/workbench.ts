import type { findingsTexts as english } from '../en/findings.ts'
import { assistTexts } from './assist.ts'
import { compareTexts } from './compare.ts'
import { panelsTexts } from './panels.ts'
import { shellTexts } from './shell.ts'
import { toolsTexts } from './tools.ts'

const findingsTexts: Readonly<Record<keyof typeof english, string>> = {
  'finding.MISSING_ATTRIBUTE': '{count, plural, =1 {“{attributes}”为必填} other {必填：{attributes}}}',
  'finding.ARCHIVED_CLASS': '此对象的类别已归档，请选择其他类别。',
  'finding.RELATION_TARGET': '关系“{name}”指向不存在的对象',
  'finding.RELATION_CLASSES': '“{name}”不用于这两个类别的对象',
  'finding.RELATION_MAX': '对象的关系“{name}”超出允许的数量',
  'finding.SIZE.length': '长度 {size} 米，该类别通常为 {usual} 米',
  'finding.SIZE.width': '宽度 {size} 米，该类别通常为 {usual} 米',
  'finding.SIZE.height': '高度 {size} 米，该类别通常为 {usual} 米',
  'finding.DUPLICATE': '同一位置有两个同类对象',
  'finding.OVERLAP': '两个同类对象重叠',
  'finding.SPEED':
    '{speed, select, leap {框在相邻帧之间的移动超过其自身尺寸} other {速度为 {speed} 米/秒，该类别最多 {most} 米/秒}}',
  'finding.TURN_RATE': '每秒转动 {turn}°，该类别最多 {most}°',
  'finding.NO_POINTS': '此长方体内没有点',
  'finding.FEW_POINTS': '此长方体内少于五个点',
  'finding.SIZE_CHANGES.length': '长度 {size} 米，多数帧中为 {usual} 米',
  'finding.SIZE_CHANGES.width': '宽度 {size} 米，多数帧中为 {usual} 米',
  'finding.SIZE_CHANGES.height': '高度 {size} 米，多数帧中为 {usual} 米',
  'finding.SIZE_CHANGES.box': '框的尺寸在相邻帧之间突变',
  'finding.HELD': '{frames, plural, other {在最后一个关键帧之后的 # 帧中保持不动}}',
  'finding.FLOATS': '框悬浮在地面上方 {off} 米',
  'finding.SINKS': '框低于地面 {off} 米',
  'finding.CAMERA_BOX_STALE': '相机上的框与其长方体的位置不符',
  'finding.LINE_JUMPS': '线上有一点远高于或远低于相邻的点',
  'finding.EMPTY_JOB': '尚未标注任何内容',
  'finding.UNDECIDED_SUGGESTIONS': '{suggestions, plural, other {# 条建议尚未处理}}',
  'finding.UNLABELLED_POINTS': '{points, number} 个点未标注',
  'finding.EMPTY_INSTANCE': '有一个实例没有点',
  'finding.EMPTY_CLASS':
    '{more, plural, =0 {没有点被标注为：{name}} other {没有点被标注为：{name}，以及另外 # 个类别}}',
  'finding.other': '{detail}',
}

export const workbenchTexts = {
  ...shellTexts,
  ...panelsTexts,
  ...toolsTexts,
  ...findingsTexts,
  ...compareTexts,
  ...assistTexts,
  'edit.endHeld': '结束保持不动的对象',
}
