import type { EmailTexts, NotificationSentences } from './emailTexts.ts'

export const simplifiedChineseSentences = {
  'notifications.text.work_returned': '{subject} 被驳回，等待您返工',
  'notifications.text.mentioned': '{about} 在 {subject} 的问题中提到了您',
  'notifications.text.replied': '{about} 回复了 {subject} 的问题',
  'notifications.text.contest_decided': '您对 {subject} 的申诉有了结果',
  'notifications.text.batch_completed': '批次 {subject} 已完成',
  'notifications.text.contest_opened': '{about} 对结论提出申诉（{tag}）',
  'notifications.text.person_paused': '{about} 被暂停（{tag}）',
  'notifications.text.person_flagged': '{about} 的金标得分偏低（{tag}）',
  'notifications.text.consensus_short': '一个共识任务已等待更多标注员一小时',
  'notifications.text.gold_used_up': '{about} 用完了金标任务（{tag}）',
  'notifications.text.training_used_up': '{about} 用完了培训任务（{tag}）',
  'notifications.text.gold_questioned': '优秀标注员在一个金标任务上失败（{tag}）',
  'notifications.text.receiver_failing': '回调已停用：接收端出错',
} as const satisfies NotificationSentences

export const simplifiedChineseEmail: EmailTexts = {
  sentences: simplifiedChineseSentences,
  many: 'Fiducial 的 {count} 条通知',
  more: '还有 {count} 条。',
  choose: '选择通过电子邮件接收哪些通知：',
}
