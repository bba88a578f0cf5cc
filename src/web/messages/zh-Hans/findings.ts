import type { findingsTexts as english } from '../en/findings.ts'

export const findingsTexts: Readonly<Record<keyof typeof english, string>> = {
  'finding.REQUIRED_ATTRIBUTE': '“{attribute}”为必填',
  'finding.ARCHIVED_CLASS': '此对象的类别已归档，请选择其他类别。',
  'finding.SIZE.length': '长度 {size} 米，该类别通常为 {usual} 米',
  'finding.SIZE.width': '宽度 {size} 米，该类别通常为 {usual} 米',
  'finding.SIZE.height': '高度 {size} 米，该类别通常为 {usual} 米',
  'finding.DUPLICATE': '同一位置有两个同类对象',
  'finding.OVERLAP': '两个对象严重重叠',
  'finding.SPEED_JUMP': '速度变化超出物理合理范围',
  'finding.SIZE_JUMP': '相邻帧之间尺寸发生变化',
  'finding.HEADING_JUMP': '相邻帧之间朝向变化超过 45°',
  'finding.EMPTY_CUBOID': '{frames, plural, =1 {此长方体内没有点} other {此长方体在 # 帧中没有点}}',
  'finding.SIZE_VARIES.length': '长度为 {size} 米;轨迹开始处为 {first} 米',
  'finding.SIZE_VARIES.width': '宽度为 {size} 米;轨迹开始处为 {first} 米',
  'finding.SIZE_VARIES.height': '高度为 {size} 米;轨迹开始处为 {first} 米',
  'finding.FEW_POINTS': '点数远少于相邻帧',
  'finding.HELD_CUBOID': '框从之前的关键帧起保持不动,但其中的点已经移走',
  'finding.OFF_GROUND.above': '框悬浮在地面上方 {off} 米',
  'finding.OFF_GROUND.below': '框低于地面 {off} 米',
  'finding.UNLABELLED_POINTS': '{points, number} 个点未标注',
  'finding.EMPTY_INSTANCE': '有一个实例没有点',
  'finding.EMPTY_CLASS':
    '{more, plural, =0 {没有点被标注为：{name}} other {没有点被标注为：{name}，以及另外 # 个类别}}',
  'finding.other': '{detail}',
}
