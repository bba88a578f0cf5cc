import type { contestTexts as english } from '../en/contest.ts'
import { assistantsTexts } from './assistants.ts'
import { consoleTexts } from './console.ts'
import { dataTexts } from './data.ts'
import { exchangeTexts } from './exchange.ts'
import { goldTexts } from './gold.ts'
import { jobListTexts } from './jobList.ts'
import { progressTexts } from './progress.ts'
import { projectTexts } from './project.ts'
import { qualityTexts } from './quality.ts'
import { tagEditorTexts } from './tagEditor.ts'

const contestTexts: Readonly<Record<keyof typeof english, string>> = {
  'quality.view.contests': '申诉',
  'contest.empty': '没有待处理的申诉',
  'contest.emptyAll': '还没有申诉',
  'contest.emptyHint': '认为自己工作的得分或审核有误的人可在“我的工作”中申诉，由您在此裁定。',
  'contest.count': '{count, plural, other {# 项申诉}}',
  'contest.show': '显示',
  'contest.person': '人员',
  'contest.about': '针对',
  'contest.about.gold': '金标',
  'contest.about.review': '审核',
  'contest.score': '得分',
  'contest.scores': '{before} → {now}',
  'contest.decide': '裁定…',
  'contest.decideTitle': '{name} 的申诉',
  'contest.decideDo': '裁定',
  'contest.openWork': '打开提交的工作',
  'contest.openGold': '打开金标任务',
  'contest.decision': '裁定',
  'contest.useSubmission': '支持：此人提交的内容就是正确答案',
  'contest.useSubmissionHint': '它将成为金标任务的答案，此前的全部提交会重新评分。',
  'contest.upholdGold': '支持：答案已更正',
  'contest.upholdGoldHint': '仅关闭申诉。得分随答案而定。',
  'contest.upholdReview': '支持：该工作计为已接受',
  'contest.upholdReviewHint': '该结论从此人的数据中撤销，并计入审核员的数据。',
  'contest.dismiss': '驳回：维持原结论',
  'contest.answer': '答复',
  'contest.answerHint': '此人可在“我的工作”中看到。',
  'contest.decided': '申诉已裁定。',
}

export const consolePagesTexts = {
  ...consoleTexts,
  ...projectTexts,
  ...tagEditorTexts,
  ...jobListTexts,
  ...progressTexts,
  ...qualityTexts,
  ...goldTexts,
  ...contestTexts,
  ...assistantsTexts,
  ...exchangeTexts,
  ...dataTexts,
}
