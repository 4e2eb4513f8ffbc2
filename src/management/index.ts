// Verbs that change and read configuration, one transaction each. They take callers, ids and validated input.
// They return definitions and resources, or throw faults.
export * from './checks/effective-checks.ts'
export * from './maintenance/advance-maintenance-windows.ts'
export * from './checks/index.ts'
export * from './bulk/index.ts'
export { deleteSavedView, listSavedViews, saveView } from './saved-views.ts'
export * from './groups/index.ts'
export * from './keys/index.ts'
export * from './accounts.ts'
export { deleteAccount, sweepDeletedAccounts } from './delete-account.ts'
export { changeAccountDefaults, getAccountDefaults } from './account-defaults.ts'
export * from './alert-sources/index.ts'
export * from './channels/index.ts'
export * from './error-groups/index.ts'
export * from './maintenance/index.ts'
export * from './certificates/index.ts'
export * from './locations/index.ts'
export * from './members.ts'
export * from './people/index.ts'
export { createCodeBundle, deleteCodeBundle, getCodeBundle, listCodeBundles } from './code-bundles.ts'
export { createGoldenFile, getGoldenFile, newGoldenFile, openGoldenFile } from './golden-files.ts'
export { setGoldenFile } from './set-golden-file.ts'
export { deleteUnusedUploads } from './unused-uploads.ts'
export { previewJobSchedule } from './schedules/preview-job-schedule.ts'
export * from './secret-scans/index.ts'
export { createSnippet, deleteSnippet, getSnippet, listSnippets, updateSnippet } from './snippets.ts'
export * from './triggers/index.ts'
export * from './variables.ts'
export {
  ActiveMaintenanceWindows,
  loadActiveMaintenanceWindows,
  pausedChecks,
} from './maintenance/active-maintenance-windows.ts'
