import type { UsedOperation } from '../api/operations.ts'
import { lateTexts } from '../strings/late.ts'

const words = lateTexts.setup.settings
const { installation } = lateTexts

interface SettingsPage {
  readonly to: string
  readonly label: string
  /** Roles that may not call it do not see it. */
  readonly needs?: UsedOperation
}

/** The pages of the settings, in the order of their tabs. */
export const settingsPages: readonly SettingsPage[] = [
  { to: '/settings', label: words.profile },
  { to: '/settings/members', label: words.members },
  { to: '/settings/keys', label: lateTexts.setup.keys.title, needs: 'listApiKeys' },
  { to: '/settings/agents', label: lateTexts.agents.title },
  { to: '/settings/audit', label: lateTexts.audit.title, needs: 'listAuditLog' },
  { to: '/settings/alerts', label: words.alerts },
  { to: '/settings/defaults', label: lateTexts.setup.defaults.title },
  { to: '/settings/variables', label: words.variables },
  { to: '/settings/snippets', label: words.snippets },
  { to: '/settings/certificates', label: installation.certificates.title },
  { to: '/settings/secrets', label: installation.secrets.title },
  { to: '/golden-files', label: lateTexts.goldenFiles.title },
  { to: '/settings/import', label: lateTexts.imports.title, needs: 'startImport' },
  { to: '/settings/runtimes', label: installation.runtimes.title },
  { to: '/settings/account', label: installation.account.title },
  { to: '/settings/health', label: words.health, needs: 'getServiceHealth' },
]

/** Whether somebody with these permissions may open a page. */
export const isOpenTo =
  (may: (operation: UsedOperation) => boolean) =>
  ({ needs }: SettingsPage): boolean =>
    needs === undefined || may(needs)
