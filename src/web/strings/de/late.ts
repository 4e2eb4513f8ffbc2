import { agents } from './agents.ts'
import { alertDetail } from './alert-detail.ts'
import type { LateTexts } from '../en/late.ts'
import { alertLog } from './alert-log.ts'
import { address } from './address.ts'
import { assertion } from './assertion.ts'
import { audit } from './audit.ts'
import { backTest } from './back-test.ts'
import { check } from './check.ts'
import { checkList } from './check-list.ts'
import { curl } from './curl.ts'
import { dashboards } from './dashboards.ts'
import { drill } from './drill.ts'
import { editor } from './editor.ts'
import { effectiveSettings } from './effective-settings.ts'
import { errors } from './errors.ts'
import { escalation } from './escalation.ts'
import { explanation } from './explanation.ts'
import { goldenFiles } from './golden-files.ts'
import { health } from './health.ts'
import { imports } from './imports.ts'
import { incidents } from './incidents.ts'
import { installation } from './installation.ts'
import { integrations } from './integrations.ts'
import { heartbeat } from './heartbeat.ts'
import { maintenance } from './maintenance.ts'
import { maintenanceWindows } from './maintenance-windows.ts'
import { palette } from './palette.ts'
import { passkeys } from './passkeys.ts'
import { people } from './people.ts'
import { projects } from './projects.ts'
import { receivedAlerts } from './received-alerts.ts'
import { reports } from './reports.ts'
import { result } from './result.ts'
import { runChecks } from './run-checks.ts'
import { series } from './series.ts'
import { setup } from './setup.ts'
import { statusPages } from './status-pages.ts'
import { testSessions } from './test-sessions.ts'
import { welcome } from './welcome.ts'

/** Texts of screens that are loaded when they are first opened. */
export const texts: LateTexts = {
  address,
  agents,
  alertDetail,
  alertLog,
  assertion,
  audit,
  backTest,
  check,
  checkList,
  curl,
  dashboards,
  drill,
  editor,
  effectiveSettings,
  errors,
  escalation,
  explanation,
  goldenFiles,
  health,
  imports,
  incidents,
  installation,
  integrations,
  heartbeat,
  maintenance,
  maintenanceWindows,
  palette,
  passkeys,
  people,
  projects,
  receivedAlerts,
  reports,
  result,
  runChecks,
  series,
  setup,
  statusPages,
  testSessions,
  welcome,
}
