import type { tagEditorTexts as english } from '../en/tagEditor.ts'

export const tagEditorTexts: Readonly<Record<keyof typeof english, string>> = {
  'skeleton.none': '关键点不受约束。',
  'skeleton.person': '使用人体骨架（17 个点）',
  'skeleton.own': '定义骨架',
  'skeleton.title': '骨架',
  'skeleton.of': '{title} 的骨架',
  'skeleton.nameOf': '关键点 {number, number} 的名称',
  'skeleton.hint': '点击空白处添加点，拖动以移动，依次点击两个点以连接或断开。结果用编号表示关键点：新点请加在末尾。',
  'tag.attributes.onlyIf': '仅当',
  'tag.attributes.always': '始终',
  'tag.attributes.isOneOf': '{name} 是其中之一',
  'tagFault.needsDependency': '{title}：请选择其依赖的值。',
  'instructions.view': '说明的视图',
  'instructions.write': '编写',
  'instructions.preview': '预览',
  'instructions.addPicture': '添加图片',
  'instructions.pictureHint': '也可以将图片粘贴或拖放到文本中。',
  'instructions.saveFirst': '请先保存标签，再添加图片。',
  'tagFault.instructions': '说明超过了 64 KiB。',
}
