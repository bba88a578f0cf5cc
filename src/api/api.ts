import { join } from 'node:path'
import { ModelFolder } from '../pageModels/modelFolder.ts'
import { actionRoutes } from './actions/actionRoutes.ts'
import { accessRoutes } from './admin/accessRoutes.ts'
import { adminKeyRoutes } from './admin/adminKeyRoutes.ts'
import { auditRoutes } from './admin/auditRoutes.ts'
import { callbackRoutes } from './admin/callbackRoutes.ts'
import { projectRoutes } from './admin/projectRoutes.ts'
import { retentionRoutes } from './admin/retentionRoutes.ts'
import { tagImageRoutes } from './admin/tagImageRoutes.ts'
import { tagRoutes } from './admin/tagRoutes.ts'
import { taskRoutes } from './admin/taskRoutes.ts'
import { userRoutes } from './admin/userRoutes.ts'
import { assistantRoutes } from './assistants/assistantRoutes.ts'
import { assistRoutes } from './assistants/assistRoutes.ts'
import { evaluateRoute } from './assistants/evaluateRoute.ts'
import { pageModelRoute } from './assistants/pageModelRoute.ts'
import { makeAssistants } from './assistants/parts.ts'
import { schemaRoute } from './assistants/schemaRoute.ts'
import { suggestionRoutes } from './assistants/suggestionRoutes.ts'
import { assistantTaskRoutes } from './assistants/taskRoutes.ts'
import type { ApiContext } from './context.ts'
import { attachmentRoutes } from './customer/attachmentRoutes.ts'
import { batchRoutes } from './customer/batchRoutes.ts'
import { deliveryRoutes } from './customer/deliveryRoutes.ts'
import { groupRoutes } from './customer/groupRoutes.ts'
import { jobRoutes } from './customer/jobRoutes.ts'
import { progressRoutes } from './customer/progressRoutes.ts'
import { exportDownloadRoute } from './exports/downloadRoute.ts'
import { exportRoutes } from './exports/exportRoutes.ts'
import { fileRoutes } from './files/fileRoutes.ts'
import { uploadRoutes } from './files/uploadRoutes.ts'
import type { Route } from './http/route.ts'
import { importRoutes } from './imports/importRoutes.ts'
import { ingestRoutes } from './ingests/ingestRoutes.ts'
import { modelRoutes } from './models/modelRoutes.ts'
import { pageRoutes } from './pages.ts'
import { contestRoutes } from './quality/contestRoutes.ts'
import { goldRoutes } from './quality/goldRoutes.ts'
import { qualityRoutes } from './quality/qualityRoutes.ts'
import { compareRoute } from './results/compareRoute.ts'
import { predictionRoute } from './results/predictionRoute.ts'
import { resultRoutes } from './results/resultRoutes.ts'
import { docsRoutes } from './service/docsRoutes.ts'
import { jobDataRoute } from './workbench/jobDataRoute.ts'
import { makeWorkbench } from './workbench/workbenchContext.ts'

/** Every route of the role `api`. */
export function apiRoutes(context: ApiContext, workbench = makeWorkbench(context)): Route[] {
  const models = new ModelFolder(join(context.config.dataDir, 'models'))
  const assistants = makeAssistants(workbench, models)
  const routes = [
    ...jobRoutes(context),
    ...batchRoutes(context),
    ...groupRoutes(context),
    ...progressRoutes(context),
    ...actionRoutes(context),
    ...resultRoutes(context),
    compareRoute(context),
    ...qualityRoutes(context),
    ...goldRoutes(context),
    ...contestRoutes(context),
    predictionRoute(context),
    ...exportRoutes(context),
    exportDownloadRoute(context),
    ...importRoutes(context),
    jobDataRoute(context),
    ...ingestRoutes(context),
    ...fileRoutes(context),
    ...uploadRoutes(context),
    ...deliveryRoutes(context),
    ...attachmentRoutes(context),
    ...projectRoutes(context),
    ...tagRoutes(context),
    ...tagImageRoutes(context),
    ...callbackRoutes(context),
    ...accessRoutes(context),
    ...taskRoutes(context),
    ...adminKeyRoutes(context),
    ...userRoutes(context),
    ...auditRoutes(context),
    ...retentionRoutes(context),
    ...assistantRoutes(context),
    evaluateRoute(context),
    ...assistantTaskRoutes(assistants),
    schemaRoute(),
  ]
  const assisting = [...assistRoutes(assistants), ...suggestionRoutes(assistants), pageModelRoute(assistants)]
  const all = [...routes, ...pageRoutes(workbench, routes), ...assisting, ...modelRoutes(models)]
  return [...all, ...docsRoutes(context, all)]
}
