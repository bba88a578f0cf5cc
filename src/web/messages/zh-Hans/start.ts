import { simplifiedChineseSentences } from '../../../formats/notifications/texts/simplifiedChinese.ts'
import type { notificationTexts as english } from '../en/notifications.ts'
import { appTexts } from './app.ts'
import { commonTexts } from './common.ts'
import { peopleTexts } from './people.ts'
import { queueTexts } from './queue.ts'

const notificationTexts: Readonly<Record<keyof typeof english, string>> = {
  'notifications.title': '通知',
  'notifications.unread': '{count, plural, other {# 条未读通知}}',
  'notifications.readAll': '全部标为已读',
  'notifications.empty': '暂无通知。工作被退回、有人提到您或有事需要您时，会显示在这里。',
  'notifications.more': '显示更多',
  'notifications.saved': '已保存',
  'notifications.noEmail': '此系统不发送电子邮件。',
  'notifications.choice.app': '在应用内',
  'notifications.choice.email': '在应用内和通过电子邮件',
  'notifications.choice.off': '关闭',
  'notifications.kind.work_returned': '您的工作被驳回',
  'notifications.kind.mentioned': '有人在问题中提到您',
  'notifications.kind.replied': '有人回复您的问题',
  'notifications.kind.contest_decided': '您的申诉有了结果',
  'notifications.kind.batch_completed': '批次已完成',
  'notifications.kind.contest_opened': '有人对结论提出申诉',
  'notifications.kind.person_paused': '有人被暂停',
  'notifications.kind.person_flagged': '有人的金标得分偏低',
  'notifications.kind.consensus_short': '共识任务缺少标注员',
  'notifications.kind.gold_used_up': '有人用完了金标任务',
  'notifications.kind.training_used_up': '有人用完了培训任务',
  'notifications.kind.gold_questioned': '金标受到质疑',
  'notifications.kind.receiver_failing': '回调已停用',
  ...simplifiedChineseSentences,
}

export const startTexts = {
  ...commonTexts,
  ...appTexts,
  ...peopleTexts,
  ...queueTexts,
  ...notificationTexts,
}
